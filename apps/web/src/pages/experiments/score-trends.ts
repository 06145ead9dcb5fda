import { shownDifference } from "../../messages/format-number.ts";

export interface TrendPoint {
  readonly id: string;
  readonly name: string;
  readonly value: number;
}

/** Averages of one score over the experiments of a dataset, oldest first. */
export interface ScoreTrend {
  readonly name: string;
  readonly points: readonly TrendPoint[];
  /** Difference between the last two points, as they are shown; null if there is only one point. */
  readonly change: number | null;
  /** Lower end of the value axis if the score has no schema: 0, or the smallest value if it is negative. */
  readonly low: number;
  /** Upper end of the value axis if the score has no schema: 1, or the largest value if it is greater than 1. */
  readonly high: number;
}

interface Scored {
  readonly id: string;
  readonly name: string;
  /** Time as ISO 8601. */
  readonly createdAt: string | null;
  readonly scores: readonly { readonly name: string; readonly average: number }[];
}

export function scoreTrends(experiments: readonly Scored[]): readonly ScoreTrend[] {
  const points = new Map<string, TrendPoint[]>();
  const oldestFirst = experiments.toSorted((one, other) => timeOf(one) - timeOf(other));
  for (const { id, name, scores } of oldestFirst) {
    for (const score of scores) {
      points.set(score.name, [...(points.get(score.name) ?? []), { id, name, value: score.average }]);
    }
  }
  return [...points]
    .map(([name, all]) => {
      const values = all.map(({ value }) => value);
      const [last, before] = [values.at(-1), values.at(-2)];
      return {
        name,
        points: all,
        change: last === undefined || before === undefined ? null : shownDifference(before, last),
        low: Math.min(0, ...values),
        high: Math.max(1, ...values),
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function timeOf({ createdAt }: Scored): number {
  return createdAt === null ? 0 : Date.parse(createdAt);
}
