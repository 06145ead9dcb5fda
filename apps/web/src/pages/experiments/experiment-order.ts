import type { JsonValue } from "@threadline/schema/sdk";
import { type SortKey, sortByKey, sortedColumn } from "../../ui/column-sort.ts";
import { paramKey, paramText } from "./experiment-params.ts";

/** Maximum number of scores with a column of their own. The other scores share one column. */
const maxScoreColumns = 5;

interface Sortable {
  readonly name: string;
  /** Time as ISO 8601. */
  readonly createdAt: string | null;
  readonly params: JsonValue | null;
  readonly itemCount: number;
  readonly scores: readonly { readonly name: string; readonly average: number }[];
  /** Null for an experiment that was run outside the service. */
  readonly run: {
    readonly startedAt: string;
    /** Null while the service runs the experiment. */
    readonly endedAt: string | null;
  } | null;
  /** Average latency of the items in seconds; null if unknown. */
  readonly latency: number | null;
  /** Cost in US dollars; null without a price. */
  readonly cost: number | null;
}

/** Prefix of the sort keys for scores, such as `score:correctness`. */
export const scoreKey = "score:";

/** Returns the duration of an experiment in seconds; null while it runs, or if it ran outside the service. */
export function runSeconds({ run }: Pick<Sortable, "run">): number | null {
  if (run === null || run.endedAt === null) return null;
  return Math.max(Date.parse(run.endedAt) - Date.parse(run.startedAt), 0) / 1_000;
}

/**
 * Returns the names of the scores that get a column of their own, alphabetically: the `maximum` most frequent scores
 * that at least half of the experiments have, and the score by which the list is sorted.
 */
export function scoreColumns(
  experiments: readonly Pick<Sortable, "scores">[],
  sort: SortKey,
  maximum: number = maxScoreColumns,
): string[] {
  const counts = new Map<string, number>();
  for (const { name } of experiments.flatMap(({ scores }) => scores)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = [...counts]
    .filter(([, count]) => 2 * count >= experiments.length)
    .toSorted(([one, count], [other, otherCount]) => otherCount - count || one.localeCompare(other))
    .slice(0, maximum)
    .map(([name]) => name);
  return [...counts.keys()]
    .filter((name) => most.includes(name) || scoreKey + name === sortedColumn(sort))
    .toSorted((one, other) => one.localeCompare(other));
}

/**
 * Sorts experiments by `name`, `created`, `items`, `latency`, `cost`, `duration`, a score (`score:NAME`), or a
 * parameter (`param:NAME`). An unknown key does not change the order.
 */
export function sortExperiments<Experiment extends Sortable>(
  experiments: readonly Experiment[],
  sort: SortKey,
): readonly Experiment[] {
  return sortByKey(experiments, sort, valueOf);
}

function valueOf(experiment: Sortable, key: string): number | string | null {
  if (key.startsWith(scoreKey)) {
    const name = key.slice(scoreKey.length);
    return experiment.scores.find((score) => score.name === name)?.average ?? null;
  }
  if (key.startsWith(paramKey)) return paramText(experiment, key.slice(paramKey.length)) || null;
  switch (key) {
    case "name":
      return experiment.name;
    case "created":
      return experiment.createdAt === null ? null : Date.parse(experiment.createdAt);
    case "items":
      return experiment.itemCount;
    case "cost":
      return experiment.cost;
    case "latency":
      return experiment.latency;
    case "duration":
      return runSeconds(experiment);
    default:
      return null;
  }
}
