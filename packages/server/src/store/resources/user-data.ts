import { deleteUserFromAlerts } from "./alert-users.ts";
import { deleteExamples } from "./judge-examples.ts";
import { type RawBuilder, sql } from "kysely";
import { datasetItems as datasetItemTable, experimentItems as experimentItemTable } from "../schema/datasets.ts";
import { users as userTable } from "../schema/recorded.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import type { ThreadRecord } from "../threads.ts";
import { type DeletedUserData, type UserDataDeletion, userDataKinds } from "../users.ts";
import { deletePast } from "./dataset-versions.ts";
import type { ScoreWriter } from "./scores.ts";

const users = new RecordTable(userTable);
const datasetItems = new RecordTable(datasetItemTable);
const experimentItems = new RecordTable(experimentItemTable);

const threadsAtOnce = 50;
/** Number of deleted steps after which a call of {@link deleteUserData} ends. */
const stepsPerPart = 200;

export interface ThreadRemoval {
  /** Deletes a thread with everything in it, and leaves tombstones. Null if not found. */
  readonly delete: (session: Session, project: number, id: string, deletedAt: number) => Promise<ThreadRecord | null>;
}

/** Deletes steps with their scores, attachments and comments, and leaves tombstones. */
export type StepRemoval = (
  session: Session,
  project: number,
  ids: readonly string[],
  deletedAt: number,
) => Promise<void>;

interface Deletion {
  readonly session: Session;
  readonly project: number;
  readonly deletedAt: number;
  readonly threads: ThreadRemoval;
  readonly scores: ScoreWriter;
  readonly removeSteps: StepRemoval;
}

type Tally = { -readonly [Kind in keyof DeletedUserData]: number };

/** Deletes a part of the user's data, as described at {@link UserStore.deleteData}. */
export async function deleteUserData(deletion: Deletion, id: string): Promise<UserDataDeletion | null> {
  const { session, project, deletedAt } = deletion;
  const user = await users.lock(session, project, id);
  if (user === null) return null;
  const deleted = Object.fromEntries(userDataKinds.map((kind) => [kind, 0])) as Tally; // every kind is a key
  const found = await rowsOf<{ readonly id: string }>(
    session,
    sql`SELECT id FROM threads WHERE project_id = ${project} AND user_id = ${id} ORDER BY created_at LIMIT ${threadsAtOnce}`,
  );
  // All transactions lock threads in id order.
  const ids = found.map((thread) => thread.id).toSorted();
  for (const [index, threadId] of ids.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one thread after the other
    await deleteThread(deletion, threadId, deleted);
    if (deleted.steps >= stepsPerPart && index + 1 < ids.length) return { deleted, isComplete: false };
  }
  if (ids.length === threadsAtOnce) return { deleted, isComplete: false };
  await deleteUserFromAlerts(session, project, user, deletedAt);
  await users.delete(session, project, id);
  return { deleted, isComplete: true };
}

async function deleteThread(deletion: Deletion, threadId: string, deleted: Tally): Promise<void> {
  const { session, project, deletedAt, threads } = deletion;
  const { dialect } = session;
  const steps = await rowsOf<{ readonly id: string }>(
    session,
    sql`SELECT s.id FROM threads t JOIN steps s ON ${sql.raw(dialect.isStepOfThread)}
      WHERE t.project_id = ${project} AND t.id = ${threadId}`,
  );
  const stepIds = steps.map(({ id }) => id);
  await deleteCopies(deletion, stepIds, deleted);
  await counted(deletion, deleted, { threadIds: [threadId], stepIds }, async () => {
    await threads.delete(session, project, threadId, deletedAt);
  });
}

/**
 * Deletes all data that was copied from the steps: dataset items, the experiment items that were run on them, and the
 * steps of these runs.
 */
async function deleteCopies(deletion: Deletion, stepIds: readonly string[], deleted: Tally): Promise<void> {
  const { session, project, deletedAt, scores } = deletion;
  const copies = await datasetItems.lockBy(session, project, "step_id", stepIds);
  const past = await rowsOf<{ readonly id: string }>(
    session,
    sql`SELECT DISTINCT id FROM past_dataset_items
      WHERE project_id = ${project} AND ${session.dialect.isIn("step_id", stepIds)} ORDER BY id`,
  );
  const copyIds = [...new Set([...copies.map(({ record }) => record.id), ...past.map(({ id }) => id)])];
  if (copyIds.length === 0) return;
  const tries = await experimentItems.lockBy(session, project, "dataset_item_id", copyIds);
  const tryIds = tries.map(({ record }) => record.id);
  deleted.scores += (await scores.delete(session, project, "dataset_experiment_item_id", tryIds, deletedAt)).length;
  await experimentItems.deleteMany(session, project, tryIds);
  await datasetItems.deleteMany(session, project, copyIds);
  await deletePast(session, project, copyIds);
  deleted.datasetItems += copyIds.length;
  deleted.experimentItems += tryIds.length;
  const runIds = tries.flatMap(({ record }) => record.experimentRunId ?? []);
  if (runIds.length > 0) await deleteRuns(deletion, runIds, deleted);
}

/** Deletes the steps of runs. Also deletes their threads if these contain nothing else. */
async function deleteRuns(deletion: Deletion, runIds: readonly string[], deleted: Tally): Promise<void> {
  const { session, project, deletedAt, removeSteps } = deletion;
  const { dialect } = session;
  const threadId = sql.raw(dialect.threadOfStep);
  const steps = await rowsOf<{ readonly id: string; readonly threadId: string | null }>(
    session,
    sql`SELECT s.id, ${threadId} AS "threadId" FROM steps s
        WHERE s.project_id = ${project} AND ${dialect.isIn("s.id", runIds)}
      UNION SELECT s.id, ${threadId} AS "threadId" FROM steps s
        WHERE s.project_id = ${project} AND ${dialect.isIn("s.root_run_id", runIds)}`,
  );
  const stepIds = steps.map(({ id }) => id);
  await deleteCopies(deletion, stepIds, deleted);
  await counted(deletion, deleted, { threadIds: [], stepIds }, () => removeSteps(session, project, stepIds, deletedAt));
  const threadIds = [...new Set(steps.flatMap((step) => step.threadId ?? []))];
  const empty = await rowsOf<{ readonly id: string }>(
    session,
    sql`SELECT t.id FROM threads t WHERE t.project_id = ${project} AND ${dialect.isIn("t.id", threadIds)}
      AND NOT EXISTS (SELECT 1 FROM steps s WHERE ${sql.raw(dialect.isStepOfThread)}) ORDER BY t.id`,
  );
  for (const { id } of empty) {
    // oxlint-disable-next-line no-await-in-loop -- one thread after the other
    await deleteThread(deletion, id, deleted);
  }
}

interface Subjects {
  readonly threadIds: readonly string[];
  readonly stepIds: readonly string[];
}

async function counted(
  { session, project }: Deletion,
  deleted: Tally,
  { threadIds, stepIds }: Subjects,
  remove: () => Promise<void>,
): Promise<void> {
  const { dialect } = session;
  const count = async (from: RawBuilder<unknown>): Promise<number> =>
    (await rowsOf<{ readonly count: number }>(session, sql`SELECT count(*) AS count FROM ${from}`))[0]?.count ?? 0;
  const ofProject = sql`project_id = ${project}`;
  const ofSteps = (column: string) => dialect.isIn(column, stepIds);
  const ofThreads = (column: string) => dialect.isIn(column, threadIds);
  const generations =
    dialect.generationTable === "generations"
      ? sql`generations g JOIN steps s ON s.key = g.step WHERE s.project_id = ${project} AND ${ofSteps("s.id")}`
      : sql`steps s WHERE s.project_id = ${project} AND ${ofSteps("s.id")} AND s.generation_type IS NOT NULL`;
  deleted.threads += await count(sql`threads WHERE ${ofProject} AND ${ofThreads("id")}`);
  deleted.steps += await count(sql`steps WHERE ${ofProject} AND ${ofSteps("id")}`);
  deleted.generations += await count(generations);
  deleted.scores += await count(
    sql`scores WHERE ${ofProject} AND (${ofSteps("step_id")} OR ${ofSteps("generation_id")} OR ${ofThreads("thread_id")})`,
  );
  deleted.comments += await count(
    sql`comments WHERE ${ofProject} AND (${ofSteps("step_id")} OR ${ofThreads("thread_id")})`,
  );
  deleted.attachments += await count(sql`attachments WHERE ${ofProject} AND ${ofSteps("step_id")}`);
  deleted.threadShares += await count(sql`thread_shares WHERE ${ofProject} AND ${ofThreads("thread_id")}`);

  const files = await rowsOf<{ readonly objectKey: string }>(
    session,
    sql`SELECT object_key AS "objectKey" FROM files WHERE ${ofProject} AND left_over = 0 AND ${ofThreads("thread_id")}
      UNION SELECT f.object_key AS "objectKey" FROM attachments a
        JOIN files f ON f.project_id = a.project_id AND f.object_key = a.object_key
        WHERE a.project_id = ${project} AND f.left_over = 0 AND ${ofSteps("a.step_id")}`,
  );
  await remove();
  await deleteExamples(session, project, { threadIds, stepIds });
  // Files to which other attachments refer are not deleted.
  const keys = files.map(({ objectKey }) => objectKey);
  const kept = await count(sql`files WHERE ${ofProject} AND left_over = 0 AND ${dialect.isIn("object_key", keys)}`);
  deleted.files += keys.length - kept;
}

function rowsOf<Row>(session: Session, query: RawBuilder<unknown>): Promise<Row[]> {
  return session.all((query as RawBuilder<Row>).compile(session.db));
}
