export type CalendarPeriod = "CALENDAR_DAY" | "CALENDAR_MONTH";

/** Value of the current day or month, in comparison with the threshold and the period before. Epoch milliseconds. */
export interface BudgetProgress {
  readonly spent: number;
  /** Time at which the value exceeded the threshold; null if it did not. */
  readonly reachedAt: number | null;
  /** Value at the end of the period if it continues to grow at the current pace. Null at the start of a period. */
  readonly expected: number | null;
  /** Time at which the value will exceed the threshold at the current pace; null if it will not. */
  readonly willReachAt: number | null;
  /** Progress of the period before. Null if the preview does not cover that whole period, or if it has no value. */
  readonly previous: { readonly spent: number; readonly reachedAt: number | null } | null;
}

/** Part of the period that must have passed before the pace is meaningful. */
const minElapsed = 0.05;

const dayMs = 86_400_000;

/**
 * Computes the progress from the values of a preview. Each value covers the time since the start of its day or month.
 * Returns null if the current period has no value, for example because it has too few records.
 */
export function budgetProgress(
  {
    from,
    times,
    values,
  }: { readonly from: number; readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  { period, threshold }: { readonly period: CalendarPeriod; readonly threshold: number | null },
): BudgetProgress | null {
  const now = times.at(-1);
  const spent = values.at(-1) ?? null;
  if (now === undefined || spent === null) return null;
  const start = startOf(period, now - 1);
  const end = endOf(period, start);
  const between = (after: number, until: number) => {
    const found = times.flatMap((at, index) =>
      at > after && at <= until ? [{ at, value: values[index] ?? null }] : [],
    );
    const reached = found.find(({ value }) => threshold !== null && value !== null && value > threshold);
    return { spent: found.at(-1)?.value ?? null, reachedAt: reached?.at ?? null };
  };
  const { reachedAt } = between(start, now);
  const elapsed = now - start;
  const length = end - start;
  const expected = elapsed >= minElapsed * length ? spent * (length / elapsed) : null;
  const willReach = expected !== null && threshold !== null && expected > threshold && reachedAt === null;
  const previousStart = startOf(period, start - 1);
  const previous = from <= previousStart ? between(previousStart, start) : null;
  return {
    spent,
    reachedAt,
    expected,
    willReachAt: willReach ? start + (elapsed * threshold) / spent : null,
    previous: previous?.spent == null ? null : { ...previous, spent: previous.spent },
  };
}

function startOf(period: CalendarPeriod, at: number): number {
  if (period === "CALENDAR_DAY") return Math.floor(at / dayMs) * dayMs;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function endOf(period: CalendarPeriod, start: number): number {
  if (period === "CALENDAR_DAY") return start + dayMs;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
