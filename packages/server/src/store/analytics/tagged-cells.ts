import { seriesSample } from "../analytics.ts";
import type { FactKind } from "../rollups/rollup-fact.ts";
import type { TimeBuckets, TimeRange } from "./series-plan.ts";

export interface TaggedOptions {
  readonly tags: readonly string[];
  readonly kinds: readonly FactKind[];
  readonly buckets: TimeBuckets;
  /** Range within the buckets whose records are counted. */
  readonly range: TimeRange;
  readonly dimensions: ReadonlySet<number>;
}

export const taggedKinds: Readonly<Record<FactKind, string>> = { steps: "step", threads: "thread", scores: "score" };

/** Returns the maximum number of records to read from each bucket. Infinite if the sample can contain all records. */
export function taggedShare(buckets: readonly { readonly count: number }[]): number {
  const isSample = buckets.reduce((sum, { count }) => sum + count, 0) > seriesSample;
  return isSample ? Math.ceil(seriesSample / buckets.length) : Number.POSITIVE_INFINITY;
}
