import {
  GraphQLRequestError,
  type JsonObject,
  type Thread,
  type Threadline,
  type UpsertThread,
} from "@threadline/core";
import { demoTag } from "../demo-mark.ts";
import { patient } from "../patient.ts";
import type { HistoryEnd } from "./history-clock.ts";
import { historyId } from "./history-id.ts";

const endKey = "historyEnd";
const offsetKey = "historyUtcOffset";

/**
 * Returns the edition to record, which is the number of earlier histories that were recorded and removed. Each edition
 * uses other ids, because the service rejects ids of deleted records. Also returns the time at which the history ends.
 */
export async function openEdition(
  client: Threadline,
  now: HistoryEnd,
): Promise<{ edition: number; end: HistoryEnd; isNew: boolean }> {
  for (let edition = 0; ; edition++) {
    const threadId = historyId(edition, "support/0");
    const known = await client.api.getThread(threadId, patient);
    if (known) return { edition, end: endOf(known.metadata) ?? now, isNew: false };
    const thread = { threadId, tags: [demoTag], metadata: endMetadata(now) };
    if (await upsertUnlessDeleted(client, thread)) return { edition, end: now, isNew: true };
  }
}

/**
 * Returns the metadata of the first thread, which stores the end of the history. When an interrupted recording is
 * continued, it reads this end, so that all threads of the history use the same end.
 */
export function endMetadata({ anchor, utcOffset }: HistoryEnd): JsonObject {
  return { [endKey]: new Date(anchor).toISOString(), [offsetKey]: utcOffset };
}

function endOf(metadata: Thread["metadata"]): HistoryEnd | null {
  const anchor = Date.parse(String(metadata?.[endKey]));
  return Number.isNaN(anchor) ? null : { anchor, utcOffset: Number(metadata?.[offsetKey] ?? 0) };
}

/** Creates or updates a thread. Returns false if a thread with this id was deleted before. */
export async function upsertUnlessDeleted(client: Threadline, thread: UpsertThread): Promise<boolean> {
  try {
    await client.api.upsertThread(thread, patient);
    return true;
  } catch (error) {
    if (error instanceof GraphQLRequestError && error.codes.includes("DELETED")) return false;
    throw error;
  }
}
