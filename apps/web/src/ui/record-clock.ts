/**
 * Difference between a record's client timestamp and its arrival: the timestamp is later (`ahead`), or the record
 * arrived late (`late`).
 */
export type RecordClock = "ahead" | "late";

/** Tolerated difference between clocks, in milliseconds. */
const maxSkewMs = 60_000;
const maxDelayMs = 3_600_000;

export interface RecordTimes {
  readonly createdAt: string;
  readonly receivedAt?: string | undefined;
  readonly endTime?: string | null | undefined;
}

/**
 * Returns `ahead` if the client timestamp is after the arrival, and `late` if the record arrived long after its end.
 */
export function recordClock({ createdAt, receivedAt, endTime }: RecordTimes): RecordClock | null {
  if (receivedAt === undefined) return null;
  const [happened, received] = [Date.parse(createdAt), Date.parse(receivedAt)];
  if (happened - received > maxSkewMs) return "ahead";
  // A step is sent at its end, which may be long after its start.
  const ended = endTime == null ? happened : Math.max(Date.parse(endTime), happened);
  return received - ended > maxDelayMs ? "late" : null;
}
