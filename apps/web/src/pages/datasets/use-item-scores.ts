import { experimentItemScores } from "../../generated/datasets.ts";
import { useAllWindows } from "../experiments/use-all-windows.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * An experiment, with the scores of its runs. The keys of `items` are the ids of dataset items. If a dataset item ran
 * more than once, `items` contains only the last run that has scores.
 */
export interface ScoredExperiment extends Named {
  /** Names of the scores, alphabetically. */
  readonly scoreNames: readonly string[];
  readonly items: ReadonlyMap<string, ItemScores>;
}

export interface ItemScores {
  readonly id: string;
  readonly scores: readonly { readonly name: string; readonly value: number }[];
}

export function useScoredItems(experiments: readonly Named[]) {
  return useAllWindows({
    operation: experimentItemScores,
    selections: experiments.map(({ id }) => ({ id })),
    read: ({ datasetExperiment }) => datasetExperiment,
  });
}

/** Reads the item scores of experiments. Skips experiments without scores. */
export function useItemScores(experiments: readonly Named[]) {
  const found = useScoredItems(experiments);
  const scored: readonly ScoredExperiment[] = experiments
    .map(({ id, name }, index) => {
      const items = new Map(
        (found[index]?.data?.items ?? []).flatMap((item) => {
          const all = [...(item.scores ?? []), ...(item.experimentRun?.scores ?? [])];
          const { id: itemId, datasetItemId } = item;
          return datasetItemId === null || all.length === 0
            ? []
            : [[datasetItemId, { id: itemId, scores: all }] as const];
        }),
      );
      const names = new Set([...items.values()].flatMap(({ scores }) => scores.map((score) => score.name)));
      return {
        id,
        name,
        items,
        scoreNames: [...names].toSorted((one, other) => one.localeCompare(other)),
      };
    })
    .filter(({ items }) => items.size > 0);
  return {
    scored,
    error: found.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => found.forEach((each) => void each.refetch()),
  };
}
