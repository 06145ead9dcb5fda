import { useEach } from "../../api/use-each.ts";
import { recordStatistics } from "../../generated/analytics.ts";
import type { Condition } from "../logs/filters/condition.ts";
import { type Pair, pairOf, shareOf, type Statistics, type ValuePair } from "./compared-sides.ts";

/**
 * Counts the runs of each period whose latency exceeds p50 of the first period, and those whose latency exceeds p95 of
 * the first period. If latencies have not changed, both periods have the same share of such runs.
 */
export function useSlowerRuns(runs: readonly (readonly Condition[])[], before: Statistics | undefined) {
  const percentiles = (["latencyP50", "latencyP95"] as const).flatMap((name) => {
    const seconds = before?.[name] ?? null;
    return seconds === null ? [] : [{ name, seconds }];
  });
  const { data, error, refetch } = useEach(
    recordStatistics,
    percentiles.flatMap(({ seconds }) =>
      runs.map((filters) => ({
        resource: "runs" as const,
        filters: [...filters, { field: "duration", operator: "gt" as const, value: seconds }],
      })),
    ),
  );
  const of = (name: "latencyP50" | "latencyP95", both: Pair<Statistics>): ValuePair => {
    if (before === undefined) return [undefined, undefined];
    const index = percentiles.findIndex((each) => each.name === name);
    if (index === -1) return [null, null];
    return pairOf(
      both.map((side, place) => {
        const slow = data[index * runs.length + place]?.statistics.recordCount;
        return side && slow !== undefined ? shareOf(slow, side) : undefined;
      }),
    );
  };
  return { of, error, refetch };
}
