import type { ExportedThread } from "../exported-step.ts";
import { reserveKeys } from "./insert-rows.ts";
import type { Rollups } from "./rollups.ts";
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
