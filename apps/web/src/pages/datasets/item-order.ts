import { sortByKey, type SortKey } from "../../ui/column-sort.ts";
import type { ListedItem } from "./use-dataset-items.ts";
import type { ScoredExperiment } from "./use-item-scores.ts";

export interface NumberedItem {
  readonly item: ListedItem;
  /** Position in the dataset, from 1. */
  readonly number: number;
}

/** Returns the sort key of a score in an experiment. */
export function scoreKey(experimentId: string, name: string): string {
  return `score:${experimentId}:${name}`;
}

/** Numbers the items of a dataset, and sorts them by their number or by a score. Items without the score come last. */
export function sortItems(
  items: readonly ListedItem[],
  sort: SortKey,
  experiments: readonly ScoredExperiment[],
): readonly NumberedItem[] {
  const scores = experiments.flatMap(({ id, scoreNames, items: scored }) =>
    scoreNames.map((name) => ({ key: scoreKey(id, name), name, scored })),
  );
  const numbered = items.map((item, index) => ({ item, number: index + 1 }));
  return sortByKey(numbered, sort, ({ item, number }, key) => {
    if (key === "number") return number;
    const chosen = scores.find((score) => score.key === key);
    return chosen?.scored.get(item.id)?.scores.find(({ name }) => name === chosen.name)?.value ?? null;
  });
}
