import {
  type ExportedStep,
  type ExportedThread,
  toStepWrite,
  type RecordedPassages,
} from "../../resources/passages.ts";
import type { GenerationCosts } from "../../prices/postgres/generation-costs.ts";
import { reserveKeys } from "../../session/postgres/insert-rows.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { ownSession, type Session } from "../../session/postgres/session.ts";
import { DerivedUpdates } from "../../ingest/postgres/derived-updates.ts";
import { queueNew } from "../../rollups/postgres/step-facts.ts";
import { selectSteps } from "../../ingest/postgres/step-rows.ts";
import { StepWriter } from "../../ingest/postgres/step-writer.ts";
import { holdThreads, mergeThread, selectThreads, type ThreadUser } from "../../ingest/postgres/thread-rows.ts";
import type { TimePartitions } from "../../upkeep/postgres/time-partitions.ts";
import { resolveUser } from "./user-rows.ts";

export interface RecordedPassageParts {
  readonly rollups: Rollups;
  readonly costs: GenerationCosts;
  readonly partitions: TimePartitions;
}

/** Exports and imports threads and steps. */
export function createRecordedPassages({ rollups, costs, partitions }: RecordedPassageParts): RecordedPassages {
  // Exported records have the shape of their kind, here and below.
  return {
    thread: {
      kind: "thread",
      async read(any, project, after, limit) {
        const where = "r.key > ? ORDER BY r.key LIMIT ?";
        const found = await selectThreads(ownSession(any), project, where, after, limit);
        return found.map(({ key, thread }) => ({ key, record: thread }));
      },
      write: (any, project, records) =>
        importThreads(ownSession(any), project, records as unknown as ExportedThread[], rollups),
    },
    step: {
      kind: "step",
      async read(any, project, after, limit) {
        const where = "s.key > ? ORDER BY s.key LIMIT ?";
        const found = await selectSteps(ownSession(any), project, where, after, limit);
        return found.map(({ step, context: { key } }) => ({ key, record: step }));
      },
      write(any, project, records) {
        const writes = (records as unknown as ExportedStep[]).map(toStepWrite);
        return new StepWriter({ session: ownSession(any), project, rollups, costs, partitions }, writes).write();
      },
    },
  };
}

/** Writes exported threads, except those that were deleted. */
async function importThreads(
  session: Session,
  project: number,
  threads: readonly ExportedThread[],
  rollups: Rollups,
): Promise<void> {
  const updates = new DerivedUpdates(rollups);
  const users = new Map<string, ThreadUser>();
  for (const { participantId, createdAt } of threads) {
    if (participantId === null || users.has(participantId)) continue;
    const times = { newUserId: participantId, createdAt };
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other, here and below
    users.set(participantId, await resolveUser(session, project, participantId, times));
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
    await mergeThread(session, project, { ...thread, newUserId: participantId ?? "" }, user, updates);
  }
  await updates.store(session, project);
}
