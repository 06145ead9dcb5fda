import { sql } from "kysely";
import type { Lister } from "../list.ts";
import { scores as table } from "../schema/recorded.ts";
import type { ScoreRecord, ScoreStore, ScoreWrite } from "../scores.ts";
import { groupBy } from "../session/group-by.ts";
import { type Keyed, RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { mergeRecords, type MergedRow } from "./merge-records.ts";
import { changeScore, mergeScore, type ChangedFields } from "./merge-score.ts";
import { findStepScores } from "./step-scores.ts";
import { addTombstones, findTombstones } from "./tombstones.ts";

export interface ScoreIndexes {
  beforeChange(session: Session, project: number, stored: readonly Keyed<ScoreRecord>[]): Promise<void>;
  afterChange(session: Session, project: number, changes: readonly ScoreChange[]): Promise<void>;
}

/** `before` is null for a new score, `after` for a deleted one. */
export type ScoreChange = Omit<MergedRow<ScoreRecord>, "after"> & { readonly after: ScoreRecord | null };

/**
 * Tags of a score before and after a change. `score` contains the key and the creation time that the score has in the
 * tag index.
 */
export interface ScoreTags {
  readonly score: { readonly key: number; readonly createdAt: number };
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/**
 * Returns the changes of the tag index. If `createdAt` of a score changed, the score needs two changes: one removes its
 * old entries, the other adds its new entries.
 */
export function tagChangesOf(changes: readonly ScoreChange[]): ScoreTags[] {
  return changes.flatMap(({ key, before, after }): ScoreTags[] => {
    const old = before && { score: { key, createdAt: before.createdAt }, before: before.tags, after: null };
    const current = after && { score: { key, createdAt: after.createdAt }, before: null, after: after.tags };
    if (old === null || current === null) return [old ?? current ?? []].flat();
    const isMoved = old.score.createdAt !== current.score.createdAt;
    return isMoved ? [old, current] : [{ ...current, before: old.before }];
  });
}

type SubjectColumn = "step_id" | "generation_id" | "thread_id" | "dataset_experiment_item_id";

const records = new RecordTable(table);

/** Writes scores in a transaction of the caller. */
export class ScoreWriter {
  readonly #indexes: ScoreIndexes;

  constructor(indexes: ScoreIndexes) {
    this.#indexes = indexes;
  }

  /** Merges scores. Resolves to null for each score that was deleted earlier. */
  upsert(session: Session, project: number, writes: readonly ScoreWrite[]): Promise<(ScoreRecord | null)[]> {
    return this.#merge(session, project, mergeScore, writes);
  }

  /** Inserts exported scores that are not stored yet and were not deleted. */
  async insertMissing(session: Session, project: number, scores: readonly ScoreRecord[]): Promise<void> {
    await this.#merge(session, project, (existing, score) => existing ?? score, scores);
  }

  async change(session: Session, project: number, id: string, change: ChangedFields): Promise<ScoreRecord | null> {
    const [stored] = await records.lockBy(session, project, "id", [id]);
    if (stored === undefined) return null;
    const after = changeScore(stored.record, change);
    await this.#indexes.beforeChange(session, project, [stored]);
    await records.replace(session, project, after);
    await this.#indexes.afterChange(session, project, [{ key: stored.key, before: stored.record, after }]);
    return after;
  }

  /**
   * Deletes the scores whose `column` has one of the `values`, for example the scores of some steps. Resolves to the
   * deleted scores.
   */
  async delete(
    session: Session,
    project: number,
    column: SubjectColumn | "id",
    values: readonly string[],
    deletedAt: number,
  ): Promise<ScoreRecord[]> {
    if (values.length === 0) return [];
    const stored = await records.lockBy(session, project, column, values);
    if (stored.length === 0) return [];
    await this.#indexes.beforeChange(session, project, stored);
    const ids = stored.map(({ record }) => record.id);
    await records.deleteMany(session, project, ids);
    await addTombstones(session, project, "score", ids, deletedAt);
    const changes = stored.map(({ key, record }) => ({ key, before: record, after: null }));
    await this.#indexes.afterChange(session, project, changes);
    return stored.map(({ record }) => record);
  }

  async deleteOfSteps(session: Session, project: number, steps: readonly string[], deletedAt: number): Promise<void> {
    await this.delete(session, project, "step_id", steps, deletedAt);
    await this.delete(session, project, "generation_id", steps, deletedAt);
  }

  /**
   * Deletes scores that were created before `before` and whose steps and threads no longer exist. Resolves to whether
   * there were any.
   */
  async expire(
    session: Session,
    project: number,
    { before, limit, now }: { readonly before: number; readonly limit: number; readonly now: number },
  ): Promise<boolean> {
    // CASE instead of `coalesce`: under row-level security, PostgreSQL would not use the index of `steps` for
    // `coalesce`, and would read all steps.
    const step = sql`CASE WHEN r.step_id IS NOT NULL THEN r.step_id ELSE r.generation_id END`;
    const query = sql<{ readonly id: string }>`
      SELECT id FROM scores r
      WHERE project_id = ${project} AND created_at < ${before} AND dataset_experiment_item_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.project_id = r.project_id AND s.id = ${step})
        AND NOT EXISTS (SELECT 1 FROM threads t WHERE t.project_id = r.project_id AND t.id = r.thread_id) LIMIT ${limit}`;
    const ids = (await session.all(query.compile(session.db))).map(({ id }) => id);
    await this.delete(session, project, "id", ids, now);
    return ids.length > 0;
  }

  async #merge<Write extends { readonly id: string }>(
    session: Session,
    project: number,
    merge: (existing: ScoreRecord | null, write: Write) => ScoreRecord,
    writes: readonly Write[],
  ): Promise<(ScoreRecord | null)[]> {
    const merged = { records, kind: "score", merge } as const;
    const { results, rows } = await mergeRecords(session, project, merged, writes, (stored) =>
      this.#indexes.beforeChange(session, project, stored),
    );
    if (rows.length > 0) await this.#indexes.afterChange(session, project, rows);
    return results;
  }
}

export interface ScoreStoreParts {
  readonly sessions: Sessions;
  readonly list: Lister<ScoreRecord>;
  readonly writer: ScoreWriter;
}

export function createScoreStore({ sessions, list, writer }: ScoreStoreParts): ScoreStore {
  const of = (projectId: string, column: SubjectColumn, ids: readonly string[]): Promise<ScoreRecord[]> =>
    sessions.read(projectId, async (session, project) =>
      oldestFirst(await records.allBy(session, project, column, ids)),
    );

  return {
    list: (projectId, query) => list.list(projectId, query),
    count: (projectId, query) => list.count(projectId, query),

    upsertMany: (projectId, writes) =>
      sessions.write(projectId, (session, project) => writer.upsert(session, project, writes)),

    upsertUnlessDeleted: (projectId, write) =>
      sessions.write(projectId, async (session, project) => {
        const { stepId, threadId } = write;
        for (const [kind, id] of [
          ["step", stepId],
          ["thread", threadId],
        ] as const) {
          // oxlint-disable-next-line no-await-in-loop -- a score has one target
          if (id != null && (await findTombstones(session, project, kind, [id])).has(id)) return null;
        }
        const [score = null] = await writer.upsert(session, project, [write]);
        return score;
      }),

    update: (projectId, id, change) =>
      sessions.write(projectId, (session, project) => writer.change(session, project, id, change)),

    getMany: (projectId, ids) => sessions.read(projectId, (session, project) => records.getMany(session, project, ids)),

    ofSteps: (projectId, stepIds) =>
      sessions.read(projectId, async (session, project) => {
        const [ofSteps, ofGenerations] = await Promise.all([
          records.allBy(session, project, "step_id", stepIds),
          records.allBy(session, project, "generation_id", stepIds),
        ]);
        const scores = new Map([...ofSteps, ...ofGenerations].map((score) => [score.key, score]));
        const subjects = oldestFirst([...scores.values()]).flatMap((score) =>
          [...new Set([score.stepId, score.generationId])].map((subject) => ({ subject, score })),
        );
        return groupBy(stepIds, subjects, ({ subject }) => subject ?? "").map((each) => each.map(({ score }) => score));
      }),

    ofThreads: async (projectId, ids) =>
      groupBy(ids, await of(projectId, "thread_id", ids), ({ threadId }) => threadId ?? ""),

    ofStepsOfThreads: (projectId, threadIds, { first, names }) =>
      sessions.read(projectId, async (session, project) => {
        const rows = await findStepScores(session, project, threadIds, { first, names });
        const found = await records.byKeys(
          session,
          project,
          rows.map(({ key }) => key),
        );
        const ofThreads = groupBy(threadIds, rows, ({ thread }) => thread);
        return ofThreads.map((own) => own.flatMap(({ key }) => found.get(key) ?? []));
      }),

    ofExperimentItems: async (projectId, ids) => {
      const scores = await of(projectId, "dataset_experiment_item_id", ids);
      return groupBy(ids, scores, ({ datasetExperimentItemId }) => datasetExperimentItemId ?? "");
    },

    ofEvaluators: (projectId, evaluatorIds, first) =>
      sessions.read(projectId, async (session, project) => {
        // The subquery finds the creation time of the `first`-th newest score of a version. Older scores of the version
        // are not read, because a version may have many scores.
        const query = sql<{ readonly evaluator: string; readonly key: number }>`
          SELECT v.evaluator_id AS evaluator, s.key AS key FROM evaluator_versions v
          JOIN scores s ON s.project_id = v.project_id AND s.evaluator_version_id = v.id AND s.created_at >= coalesce((
            SELECT n.created_at FROM scores n WHERE n.project_id = ${project} AND n.evaluator_version_id = v.id
            ORDER BY n.created_at DESC LIMIT 1 OFFSET ${first - 1}), 0)
          WHERE v.project_id = ${project} AND ${session.dialect.isIn("v.evaluator_id", evaluatorIds)}
          ORDER BY s.created_at DESC, s.key DESC`;
        const rows = await session.all(query.compile(session.db));
        const keysOf = groupBy(evaluatorIds, rows, ({ evaluator }) => evaluator).map((own) =>
          own.slice(0, first).map(({ key }) => key),
        );
        const found = await records.byKeys(session, project, keysOf.flat());
        return keysOf.map((keys) => keys.flatMap((key) => found.get(key) ?? []));
      }),

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        return (await writer.delete(session, project, "id", [id], deletedAt))[0] ?? null;
      }),
  };
}

function oldestFirst(found: readonly Keyed<ScoreRecord>[]): ScoreRecord[] {
  const sorted = found.toSorted((one, other) => one.record.createdAt - other.record.createdAt || one.key - other.key);
  return sorted.map(({ record }) => record);
}
