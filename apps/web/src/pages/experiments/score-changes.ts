import { shownDifference } from "../../messages/format-number.ts";

interface Scored {
  readonly id: string;
  /** Time as ISO 8601. */
  readonly createdAt: string | null;
  /** Null for an experiment without a dataset. Its scores are not compared. */
  readonly dataset: { readonly id: string } | null;
  readonly scores: readonly { readonly name: string; readonly average: number }[];
}

export type ScoreChanges = ReadonlyMap<string, number>;

/**
 * Returns the score changes of each experiment, by its id, as differences of the shown averages. A score is compared
 * with the latest earlier experiment on the same dataset that has the score.
 */
export function scoreChanges(experiments: readonly Scored[]): ReadonlyMap<string, ScoreChanges> {
  const latest = new Map<string, Map<string, number>>();
  const changes = new Map<string, ScoreChanges>();
  for (const { id, dataset, scores } of experiments.toSorted((one, other) => timeOf(one) - timeOf(other))) {
    if (dataset === null) continue;
    const before = latest.get(dataset.id) ?? new Map<string, number>();
    const own = new Map<string, number>();
    for (const { name, average } of scores) {
      const previous = before.get(name);
      if (previous !== undefined) own.set(name, shownDifference(previous, average));
      before.set(name, average);
    }
    latest.set(dataset.id, before);
    changes.set(id, own);
  }
  return changes;
}

function timeOf({ createdAt }: Scored): number {
  return createdAt === null ? 0 : Date.parse(createdAt);
}
