const day = 86_400_000;

/** A whole number of days, or null for unlimited retention. */
export type RetentionDays = number | null;

/**
 * Records that were created before this time have gone, in epoch milliseconds: the begin of a day in UTC, so that a record
 * stays for at least `days` days and at most one more. Undefined when everything stays.
 */
export function retentionCutoff(days: RetentionDays, now: number): number | undefined {
  return days === null ? undefined : (Math.floor(now / day) - days) * day;
}

/** The retention of a project that has one of its own in a store that has one: what is shorter holds. */
export function shorterRetention(one: RetentionDays, other: RetentionDays): RetentionDays {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Days for which a deletion is remembered at least: a client may hold a copy for longer than records stay. */
const leastMemory = 30;

/** Cutoff of tombstones, which outlive records by at least the retention, so that a late copy does not restore one. */
export function memoryCutoff(days: number, now: number): number {
  return now - Math.max(days, leastMemory) * day;
}
