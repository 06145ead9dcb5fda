import type { StoredSchema } from "./schema-draft.ts";

const binCount = 10;

/** A range of values. The first bin also contains all values below it, and the last one all values above it. */
export interface ValueBin {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides the range of a schema into bins of equal width. If a limit is missing, the minimum or maximum of the values
 * is used. Returns an empty list if there are no values.
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

/** Returns the filters of each bin. They select the scores with the name and a value in the bin. */
export function binFilters(name: string, bins: readonly ValueBin[]) {
  return bins.map((bin, index) => [
    { field: "name", operator: "eq" as const, value: name },
    ...(index > 0 ? [{ field: "value", operator: "gte" as const, value: bin.from }] : []),
    ...(index < bins.length - 1 ? [{ field: "value", operator: "lt" as const, value: bin.to }] : []),
  ]);
}
