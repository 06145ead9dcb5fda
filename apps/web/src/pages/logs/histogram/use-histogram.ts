import { useMemo } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { logHistogram, oldestRecord } from "../../../generated/log-histogram.ts";
import { type Condition, hasError } from "../filters/condition.ts";
import type { LogResource } from "../log-resource.ts";
import type { LogPeriod } from "../log-search.ts";
import { barsOf, countsOf } from "./bars.ts";

const maxPoints = 60;
/**
 * Minimum length of the histogram for a range without a start, in milliseconds. Such a range starts at the oldest
 * record. If that is only minutes old, as in a new project, the histogram would otherwise have only a few bars.
 */
const minSpan = 30 * 60_000;

export interface HistogramOptions {
  readonly resource: LogResource;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  readonly period: LogPeriod;
  /** Time of the list's request, in epoch milliseconds. */
  readonly now: number;
}

/**
 * Reads the number of records per bucket over a list's time range. A range without a start begins at the oldest record.
 */
export function useHistogram({ resource, conditions, query, period, now }: HistogramOptions) {
  const isOpen = period.from === undefined;
  const oldest = useOperation(
    oldestRecord,
    {
      ofThreads: resource === "threads",
      ofSteps: resource !== "threads" && resource !== "scores",
      ofScores: resource === "scores",
    },
    { enabled: isOpen, priority: "low" },
  );
  const { threads, steps, scores } = oldest.data ?? {};
  const first = (threads ?? steps ?? scores)?.edges[0]?.node.createdAt;
  const from = period.from ?? (first && new Date(Math.min(Date.parse(first), now - minSpan)).toISOString());
  const isPeriod = from !== undefined && (period.to === undefined || Date.parse(period.to) > Date.parse(from));
  const series = useOperation(
    logHistogram,
    {
      resource,
      metrics: countsOf[resource].flatMap((metric) => metric ?? []),
      from: from ?? "",
      to: period.to,
      maxPoints,
      offsetMinutes: -new Date(period.to ?? from ?? 0).getTimezoneOffset(),
      filters: [...conditions],
      query,
      failed: [...conditions, hasError],
      countsFailed: resource === "threads",
    },
    { enabled: isPeriod, keepsPrevious: true, priority: "low" },
  );
  const { data } = series;
  const bars = useMemo(() => data && barsOf(resource, data), [resource, data]);
  return {
    /** Undefined until the first response arrives. */
    bars: isPeriod ? bars : oldest.isLoading ? undefined : [],
    bucketSeconds: data?.all.bucketSeconds ?? 60,
    isEstimate: data?.all.isEstimate === true || data?.failed?.isEstimate === true,
    /** Whether the bars of the previous conditions or range are still shown. */
    isStale: series.isPlaceholderData,
    error: oldest.error ?? series.error,
    refetch: () => Promise.all([isOpen && oldest.refetch(), isPeriod && series.refetch()]),
  };
}
