import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { operationOptions } from "../../api/use-request.ts";
import { experimentItemScores } from "../../generated/datasets.ts";

/** Maximum number of items whose scores are read. */
export const maxItems = 1_000;

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
  /** False if the experiment has more items than were read. */
  readonly isWhole: boolean;
}

export interface ItemScores {
  readonly id: string;
  readonly scores: readonly { readonly name: string; readonly value: number }[];
}

/** Reads the item scores of experiments. Skips experiments without scores. */
export function useItemScores(experiments: readonly Named[]) {
  const projectId = useProjectId();
  const found = useQueries({
    queries: experiments.map(({ id }) => operationOptions(projectId, experimentItemScores, { id, first: maxItems })),
  });
  const scored: readonly ScoredExperiment[] = experiments
    .map(({ id, name }, index) => {
      const items = new Map(
        (found[index]?.data?.datasetExperiment?.items ?? []).flatMap((item) => {
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
        isWhole: (found[index]?.data?.datasetExperiment?.itemCount ?? 0) <= maxItems,
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
