/**
 * Problem with the times of a record: its client timestamp is after its arrival (`ahead`), or it arrived long after its
 * end (`late`).
 */
export type RecordClock = "ahead" | "late";

const maxSkewMs = 60_000;
const maxDelayMs = 3_600_000;

export interface RecordTimes {
  readonly createdAt: string;
  readonly receivedAt?: string | undefined;
  readonly endTime?: string | null | undefined;
}

/** Returns the problem with the times of a record; null if its client timestamps fit its arrival. */
export function recordClock({ createdAt, receivedAt, endTime }: RecordTimes): RecordClock | null {
  if (receivedAt === undefined) return null;
  const [happened, received] = [Date.parse(createdAt), Date.parse(receivedAt)];
  if (happened - received > maxSkewMs) return "ahead";
  // The delay counts from the end of a step, because a step is sent when it ends. Its start may be much earlier.
  const ended = endTime == null ? happened : Math.max(Date.parse(endTime), happened);
  return received - ended > maxDelayMs ? "late" : null;
}
