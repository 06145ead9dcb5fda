import { useEach } from "../../api/use-each.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { periodTotals, type PeriodTotalsQuery } from "../../generated/dashboard.ts";
import { pairOf, type Sides, type ValuePair } from "./compared-sides.ts";
import type { RunFilter } from "./run-conditions.ts";
import { ofNoExperiment } from "../logs/log-search.ts";
import { countedPeriod } from "./series.ts";
import { experimentEnvironment } from "./use-environments.ts";

const maxScores = 20;
/** Maximum number of different values of a score that can be read. */
const maxValues = 200;

/**
 * Returns the average of each score in two periods. Does not read the averages if the page shows only one agent or
 * environment, because scores cannot be filtered by agent or environment. `areWider`: whether an average covers more
 * time than its period, because the period was too large to count its scores exactly.
 */
export function useScoreTotals(sides: Sides, { environment, exceptEnvironments, tags, agent }: RunFilter) {
  const { data, error, refetch } = useEach(
    periodTotals,
    agent === undefined && environment === undefined
      ? sides.map(({ from, to }) => ({
          metrics: ["scoreAverage" as const, "scoreCount" as const],
          groupBy: "scoreName" as const,
          groupLimit: maxScores,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          exceptEnvironments: [...exceptEnvironments],
          tags: tags && [...tags],
        }))
      : [],
  );
  const areWider = data.some((each, side) => {
    if (!each) return false;
    const counted = countedPeriod(each.timeSeries);
    return counted.from !== sides[side]?.from || counted.to !== sides[side]?.to;
  });
  return { data: pairOf(data.map((each) => each && averagesOf(each))), areWider, error, refetch };
}

function averagesOf({ timeSeries: { lines } }: PeriodTotalsQuery) {
  return lines.flatMap(({ metric, group, isOther, total: average }) => {
    if (metric !== "scoreAverage" || group === null || isOther) return [];
    const counted = lines.find((line) => line.metric === "scoreCount" && line.group === group);
    return [{ name: group, average, count: counted?.total ?? 0 }];
  });
}

/** Returns how often each value of a score occurs; null if the score has too many different values. */
export function useScoreValues(
  sides: Sides,
  { names, exceptEnvironments, tags }: RunFilter & { readonly names: readonly string[] },
) {
  const { data, error, refetch } = useEach(
    recordFacets,
    names.flatMap((name) =>
      sides.map(({ from, to }) => ({
        resource: "scores" as const,
        filters: [
          { field: "name", operator: "eq" as const, value: name },
          { field: "createdAt", operator: "gte" as const, value: new Date(from).toISOString() },
          { field: "createdAt", operator: "lt" as const, value: new Date(to).toISOString() },
          ...(tags ? [{ field: "tags", operator: "in" as const, value: [...tags] }] : []),
          ...(exceptEnvironments.includes(experimentEnvironment) ? [ofNoExperiment] : []),
        ],
        fields: [{ field: "value" as const }],
        limit: maxValues,
      })),
    ),
  );
  const of = (name: string): ValuePair =>
    pairOf(
      sides.map((_, side) => {
        const found = data[names.indexOf(name) * sides.length + side]?.facets;
        const [facet] = found?.facets ?? [];
        if (found === undefined || facet === undefined) return undefined;
        if (facet.valueCount > facet.values.length) return null;
        // If the counts are estimated from a sample, they are reduced to the size of the sample.
        const share = found.isEstimate ? found.sampledCount / Math.max(found.recordCount, 1) : 1;
        return facet.values.map(({ json, count }) => ({ value: Number(json), count: count * share }));
      }),
    );
  return { of, error, refetch };
}
