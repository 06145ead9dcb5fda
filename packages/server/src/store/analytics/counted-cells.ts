import { type AnalyzedResource, seriesSample } from "../analytics.ts";
import type { ListFilter } from "../list.ts";
import { RollupCells } from "../rollups/rollup-cells.ts";
import type { Fact, FactKind } from "../rollups/rollup-fact.ts";
import type { TimeBuckets } from "./series-plan.ts";

export interface CountedCells {
  readonly cells: RollupCells;
  readonly isEstimate: boolean;
}

/** List whose records are read. The list of runs is read as the list of steps with a filter on the type. */
export interface ReadList {
  readonly resource: Exclude<AnalyzedResource, "runs">;
  readonly filters: readonly ListFilter[];
}

export interface MatchingOptions {
  readonly list: ReadList;
  readonly buckets: TimeBuckets;
  readonly dimensions: ReadonlySet<number>;
}

export function listWithin(
  { resource, filters }: ReadList,
  { from, length, count }: TimeBuckets,
): ReadList & { readonly limit: number } {
  const within: readonly ListFilter[] = [
    { field: "createdAt", operator: "gte", value: from },
    { field: "createdAt", operator: "lt", value: from + length * count },
  ];
  return { resource, filters: [...filters, ...within], limit: seriesSample };
}

export function kindOf({ resource }: ReadList): FactKind {
  return resource === "threads" || resource === "scores" ? resource : "steps";
}

/** Aggregates a sample of records. Each sampled record represents the same number of matching records. */
export function countFacts(
  facts: readonly Fact[],
  {
    recordCount,
    isEstimate,
    dimensions,
  }: {
    readonly recordCount: number;
    readonly isEstimate: boolean;
    readonly dimensions: ReadonlySet<number>;
  },
): CountedCells {
  const cells = new RollupCells(dimensions);
  const weight = isEstimate ? recordCount / Math.max(facts.length, 1) : 1;
  for (const fact of facts) cells.add(fact, weight);
  return { cells, isEstimate };
}
