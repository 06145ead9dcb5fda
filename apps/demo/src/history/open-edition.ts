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
 * Returns the edition of the history to record, and the time at which the history ends. The service rejects ids of
 * deleted records. So when a history was removed, the next one gets a higher edition, and therefore other ids.
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
 * Returns the metadata with which the first thread stores the end of the history. If a recording is interrupted and
 * continued, the end is read from this thread, so that all threads of the history use the same end.
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
