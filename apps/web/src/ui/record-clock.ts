/** Relation of a record's own time to its arrival time. */
export type RecordClock = "ahead" | "late";

/** Tolerance for clock differences and transmission, in milliseconds. */
const maxSkewMs = 60_000;
const maxDelayMs = 3_600_000;

export interface RecordTimes {
  readonly createdAt: string;
  readonly receivedAt?: string | undefined;
  readonly endTime?: string | null | undefined;
}

/** Whether a record is later than its arrival, or arrived late; null for neither. */
export function recordClock({ createdAt, receivedAt, endTime }: RecordTimes): RecordClock | null {
  if (receivedAt === undefined) return null;
  const [happened, received] = [Date.parse(createdAt), Date.parse(receivedAt)];
  if (happened - received > maxSkewMs) return "ahead";
  // A step arrives when it ends, which may be long after its start.
  const ended = endTime == null ? happened : Math.max(Date.parse(endTime), happened);
  return received - ended > maxDelayMs ? "late" : null;
}
