import { sortByKey, sortedColumn, type SortKey } from "../../ui/column-sort.ts";
import { meanOf } from "../experiments/mean.ts";
import type { ListedItem } from "./use-dataset-items.ts";
import type { ScoredExperiment } from "./use-item-scores.ts";

export interface NumberedItem {
  readonly item: ListedItem;
  /** Position in the dataset before it is sorted or searched, from 1; null if it is unknown. */
  readonly number: number | null;
}

/** Returns the sort key of a score in an experiment. */
export function scoreKey(experimentId: string, name: string): string {
  return `score:${experimentId}:${name}`;
}

/** Whether a sort key is that of a column: the number, or a score of an experiment. */
export function isItemSort(sort: SortKey, experiments: readonly ScoredExperiment[]): boolean {
  const key = sortedColumn(sort);
  return (
    key === "number" || experiments.some(({ id, scoreNames }) => scoreNames.some((name) => scoreKey(id, name) === key))
  );
}

/**
 * Numbers the listed items of a dataset, and sorts them by their number or by a score. If an item has several scores of
 * a name, their average counts. Items without the score come last. `numbers` has the numbers of a search's results.
 */
export function sortItems(
  items: readonly ListedItem[],
  sort: SortKey,
  experiments: readonly ScoredExperiment[],
  numbers?: ReadonlyMap<string, number>,
): readonly NumberedItem[] {
  const scores = experiments.flatMap(({ id, scoreNames, items: scored }) =>
    scoreNames.map((name) => ({ key: scoreKey(id, name), name, scored })),
  );
  const numbered = items.map((item, index) => ({
    item,
    number: numbers === undefined ? index + 1 : (numbers.get(item.id) ?? null),
  }));
  return sortByKey(numbered, sort, ({ item, number }, key) => {
    if (key === "number") return number;
    const chosen = scores.find((score) => score.key === key);
    const found = chosen?.scored.get(item.id)?.scores.filter(({ name }) => name === chosen.name);
    return meanOf(found?.map(({ value }) => value));
  });
}
