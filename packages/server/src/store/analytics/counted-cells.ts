import { type AnalyzedResource, seriesSample } from "../analytics.ts";
import type { ListFilter } from "../list.ts";
import { RollupCells } from "../rollups/rollup-cells.ts";
import type { Fact, FactKind } from "../rollups/rollup-fact.ts";
import type { TimeRange } from "./series-plan.ts";

export interface CountedCells {
  readonly cells: RollupCells;
  readonly isEstimate: boolean;
}

/** List whose records are read, with its filters. Runs are read from the list of steps, with a filter on the type. */
export interface ReadList {
  readonly resource: Exclude<AnalyzedResource, "runs">;
  readonly filters: readonly ListFilter[];
}

export interface MatchingOptions {
  readonly list: ReadList;
  readonly range: TimeRange;
  readonly dimensions: ReadonlySet<number>;
}

export function listWithin(
  { resource, filters }: ReadList,
  { from, to }: TimeRange,
): ReadList & { readonly limit: number } {
  const within: readonly ListFilter[] = [
    { field: "createdAt", operator: "gte", value: from },
    { field: "createdAt", operator: "lt", value: to },
  ];
  return { resource, filters: [...filters, ...within], limit: seriesSample };
}

export function kindOf({ resource }: ReadList): FactKind {
  return resource === "threads" || resource === "scores" ? resource : "steps";
}

/**
 * Aggregates records. If the records are a sample, each record counts several times: for example, 5,000 of 20,000
 * matching records count 4 times each.
 */
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
