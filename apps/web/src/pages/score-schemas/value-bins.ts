import type { StoredSchema } from "./schema-draft.ts";

const binCount = 10;

/**
 * Range of values in a histogram. The first bin also counts values below its `from`. The last bin also counts values
 * from its `to` upward.
 */
export interface ValueBin {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides the range of a schema into bins of equal width. A missing limit is replaced with the minimum or maximum of
 * the values. Returns an empty list without values.
 */
export function valueBins(
  { minimum, maximum }: Pick<StoredSchema, "minimum" | "maximum">,
  values: readonly number[],
): readonly ValueBin[] {
  if (values.length === 0) return [];
  const low = minimum ?? Math.min(...values, maximum ?? Infinity);
  const high = maximum ?? Math.max(...values, low);
  if (low === high) return [{ from: low, to: high }];
  const edge = (index: number): number => Number((low + ((high - low) * index) / binCount).toPrecision(12));
  return Array.from({ length: binCount }, (_, index) => ({ from: edge(index), to: edge(index + 1) }));
}

/** Returns the filters for each bin, which select its scores by name and value. */
export function binFilters(name: string, bins: readonly ValueBin[]) {
  return bins.map((bin, index) => [
    { field: "name", operator: "eq" as const, value: name },
    ...(index > 0 ? [{ field: "value", operator: "gte" as const, value: bin.from }] : []),
    ...(index < bins.length - 1 ? [{ field: "value", operator: "lt" as const, value: bin.to }] : []),
  ]);
}
