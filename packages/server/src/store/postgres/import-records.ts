import type { ExportedThread } from "../exported-step.ts";
import type { ScoreRecord } from "../scores.ts";
import { reserveKeys } from "./insert-rows.ts";
import { mergeRows, type MergedResource } from "./merge-rows.ts";
import { TagChanges } from "./record-tags.ts";
import { ofIds } from "./rollup-facts.ts";
import type { Rollups } from "./rollups.ts";
import { scoreTable } from "./score-writer.ts";
import type { Session } from "./session.ts";
import { StepConsequences } from "./step-consequences.ts";
import { queueNew } from "./step-facts.ts";
import { holdThreads, mergeThread } from "./thread-rows.ts";
import { resolveUser, type ThreadUser } from "./user-rows.ts";

/** Writes exported threads; those that were deleted stay away. */
export async function importThreads(
  session: Session,
  project: number,
  threads: readonly ExportedThread[],
  rollups: Rollups,
): Promise<void> {
  const consequences = new StepConsequences(rollups);
  const users = new Map<string, ThreadUser>();
  for (const { participantId, createdAt } of threads) {
    if (participantId === null || users.has(participantId)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other, here and below
    users.set(
      participantId,
      await resolveUser(session, project, participantId, { newUserId: participantId, createdAt }),
    );
  }
  const wanted = new Map(
    threads.map(({ id, createdAt, receivedAt = createdAt }) => [id, { createdAt, receivedAt }] as const),
  );
  const keys = await reserveKeys(session, "threads", wanted.size);
  const held = await holdThreads(session, project, wanted, keys);
  await queueNew(session, project, [], held.created);
  rollups.touchAfter(session, project);
  for (const thread of threads) {
    if (!held.threads.has(thread.id)) continue;
    const { participantId } = thread;
    const user = participantId === null ? undefined : users.get(participantId);
    // oxlint-disable-next-line no-await-in-loop
    await mergeThread(session, project, { ...thread, newUserId: participantId ?? "" }, user, consequences);
  }
  await consequences.store(session, project);
}

const missing: MergedResource<ScoreRecord, ScoreRecord> = {
  table: scoreTable,
  kind: "score",
  merge: (existing, record) => existing ?? record,
};

/** Writes exported scores, unless they are there or were deleted. */
export async function importScores(
  session: Session,
  project: number,
  scores: readonly ScoreRecord[],
  rollups: Rollups,
): Promise<void> {
  const tags = new TagChanges();
  const { rows } = await mergeRows(session, project, missing, scores);
  const created = rows.filter(({ before }) => before === null);
  for (const { key, after } of created) tags.note("score", { key, createdAt: after.createdAt }, null, after.tags);
  await tags.store(session, project);
  const ids = created.map(({ after }) => after.id);
  await rollups.queue(session, project, "scores", 1, ofIds, ids);
}
