import { fromJsonText } from "../json-texts.ts";
import type { ThreadRecord } from "../threads.ts";

/** A thread with the key of its row, which is the order of insertion. */
export interface KeyedThread {
  readonly key: number;
  readonly thread: ThreadRecord;
}

export interface ThreadUser {
  readonly id: string;
  readonly identifier: string;
}

export interface ThreadTimes {
  readonly createdAt: number;
  readonly receivedAt: number;
}

export interface ThreadRow {
  readonly [column: string]: unknown;
  readonly key: number;
  readonly metadata: string | null;
  readonly tags: string | null;
}

/** SQL expression for the seconds from the first start to the last end in the thread `r`. */
export const threadDuration: string = `CAST(
  CASE WHEN r.last_end < r.first_start THEN 0 ELSE r.last_end - r.first_start END AS double precision) / 1000`;

/** Selects threads `r`. Append a WHERE clause. */
export const selectThreads: string = `
  SELECT r.key, r.id, r.created_at AS "createdAt", coalesce(r.received_at, r.created_at) AS "receivedAt",
    r.first_start AS "startTime", r.last_end AS "endTime", r.name, r.metadata, r.tags, r.environment,
    r.user_id AS "participantId", r.token_count AS "tokenCount", ${threadDuration} AS duration
  FROM threads r`;

export function toThread({ key, metadata, tags, ...columns }: ThreadRow): KeyedThread {
  // Ingestion wrote the columns, so they have the types of the record.
  const thread = { ...columns, metadata: fromJsonText(metadata), tags: fromJsonText(tags) } as unknown as ThreadRecord;
  return { key, thread };
}
