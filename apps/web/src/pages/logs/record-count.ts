import type { Formats } from "../../messages/formats.ts";
import type { Condition } from "./filters/condition.ts";

/** Maximum number of matching records for which the service always returns the exact count. */
const alwaysExact = 10_000;
const ofPayloads: ReadonlySet<string> = new Set(["content", "input", "output", "stepOutput", "metadata"]);

/**
 * Whether a record count may be an estimate. The service may estimate a count above {@link alwaysExact} if a condition
 * tests inputs, outputs or metadata. Any query is assumed to contain such a condition.
 */
export function isEstimatedCount(
  count: number,
  { conditions, query }: { readonly conditions: readonly Condition[]; readonly query: string | undefined },
): boolean {
  return count > alwaysExact && (query !== undefined || conditions.some(({ field }) => ofPayloads.has(field)));
}

/** Formats a number of records. Estimates are rounded to two significant digits. */
export function formatCount(formats: Formats, count: number, isEstimate: boolean): string {
  if (!isEstimate) return formats.number(count);
  const unit = 10 ** Math.max(Math.floor(Math.log10(Math.max(count, 1))) - 1, 0);
  return formats.number(Math.round(count / unit) * unit);
}
