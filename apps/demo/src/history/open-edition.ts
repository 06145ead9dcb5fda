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
 * Returns the edition to record and its end. Ids of deleted records cannot be written again, so a removed history is
 * recorded with the ids of the next edition.
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

/** Metadata of the first thread, from which an interrupted recording continues with the same times. */
export function endMetadata({ anchor, utcOffset }: HistoryEnd): JsonObject {
  return { [endKey]: new Date(anchor).toISOString(), [offsetKey]: utcOffset };
}

function endOf(metadata: Thread["metadata"]): HistoryEnd | null {
  const anchor = Date.parse(String(metadata?.[endKey]));
  return Number.isNaN(anchor) ? null : { anchor, utcOffset: Number(metadata?.[offsetKey] ?? 0) };
}

/** Returns false if the thread was deleted before. */
export async function upsertUnlessDeleted(client: Threadline, thread: UpsertThread): Promise<boolean> {
  try {
    await client.api.upsertThread(thread, patient);
    return true;
  } catch (error) {
    if (error instanceof GraphQLRequestError && error.codes.includes("DELETED")) return false;
    throw error;
  }
}
