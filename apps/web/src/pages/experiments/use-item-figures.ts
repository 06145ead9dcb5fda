import { useOperation } from "../../api/use-request.ts";
import { experimentItemRuns } from "../../generated/experiments.ts";
import { meanOf, sumOf } from "./mean.ts";
import { figuresOf } from "./run-figures.ts";

/** Average latency of an experiment's items in seconds, and their total cost in US dollars; null if unknown. */
export interface ItemFigures {
  readonly latency: number | null;
  readonly cost: number | null;
}

/** Maximum number of items of one experiment. An experiment with more items is skipped. */
const maxItems = 100;
/** Maximum number of items of all experiments together. Further experiments are skipped. */
const maxListItems = 1_000;

/**
 * Returns the latency and cost of experiments, computed from the runs of their items. Skips experiments with more than
 * {@link maxItems} items.
 */
export function useItemFigures(
  experiments: readonly { readonly id: string; readonly itemCount: number }[],
): ReadonlyMap<string, ItemFigures> {
  const ids = measured(experiments);
  const { data } = useOperation(
    experimentItemRuns,
    { filters: [{ field: "id", operator: "in", value: ids }], count: ids.length, first: maxItems },
    { enabled: ids.length > 0 },
  );
  const nodes = data?.datasetExperiments.edges.map(({ node }) => node) ?? [];
  return new Map(
    nodes.map(({ id, items }) => {
      const { latency, cost } = figuresOf(items);
      return [id, { latency: meanOf(latency), cost: cost.length === 0 ? null : sumOf(cost) }];
    }),
  );
}

function measured(experiments: readonly { readonly id: string; readonly itemCount: number }[]): string[] {
  let sum = 0;
  return experiments.flatMap(({ id, itemCount }) => {
    if (itemCount === 0 || itemCount > maxItems || sum + itemCount > maxListItems) return [];
    sum += itemCount;
    return id;
  });
}
