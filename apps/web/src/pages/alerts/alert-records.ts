import { groupConditions } from "../dashboards/group-conditions.ts";
import { metricCatalog } from "../dashboards/metric-catalog.ts";
import type { PromptNames } from "../dashboards/use-prompt-names.ts";
import { logOfLine, type LogTarget } from "../dashboard/series.ts";
import type { Condition } from "../logs/filters/condition.ts";
import type { LogSearch } from "../logs/log-search.ts";
import type { AlertDraft } from "./alert-draft.ts";

const hours: Readonly<Record<Exclude<AlertDraft["period"], "CALENDAR_DAY" | "CALENDAR_MONTH">, number>> = {
  FIVE_MINUTES: 1 / 12,
  FIFTEEN_MINUTES: 1 / 4,
  HOUR: 1,
  SIX_HOURS: 6,
  DAY: 24,
  WEEK: 168,
};
const msPerHour = 3_600_000;

export type AlertRecords = Pick<AlertDraft, "metric" | "period" | "includesExperiments"> & {
  readonly groupBy?: AlertDraft["groupBy"];
  readonly search: LogSearch;
};

/**
 * Returns the log list and the search parameters that select the records of one alert value. `end` is the end of the
 * period that the value covers.
 */
export function recordsOf(
  { metric, period, includesExperiments, search }: AlertRecords,
  end: number,
  ofGroup: readonly Condition[] = [],
): LogTarget {
  const definition = { metric, color: "", ...metricCatalog[metric].log };
  const { resource, search: ofMetric } = logOfLine({
    definition,
    from: startOf(period, end),
    to: end,
    conditions: [...(search.filters ?? []), ...ofGroup],
    environment: undefined,
    exceptEnvironment: includesExperiments ? undefined : "experiment",
    tags: undefined,
  });
  const { q, query, all } = search;
  return { resource, search: { ...ofMetric, ...(q && { q }), ...(query && { query }), ...(all && { all }) } };
}

/**
 * Returns the log list and search parameters for the records of one group, or of all groups if `group` is null. Returns
 * null if the list cannot filter by the group's dimension.
 */
export function recordsOfGroup(
  records: AlertRecords,
  end: number,
  { group, prompts }: { readonly group: string | null; readonly prompts: PromptNames },
): LogTarget | null {
  const { groupBy = null, metric } = records;
  if (groupBy === null || group === null) return recordsOf(records, end);
  const { resource } = metricCatalog[metric].log;
  const ofGroup = groupConditions({ groupBy, group, resource, prompts });
  return ofGroup && recordsOf(records, end, ofGroup);
}

function startOf(period: AlertDraft["period"], end: number): number {
  if (period !== "CALENDAR_DAY" && period !== "CALENDAR_MONTH") return end - hours[period] * msPerHour;
  // A period that ends at midnight belongs to the day before. The last millisecond of the period therefore determines
  // the date.
  const last = new Date(end - 1);
  const day = period === "CALENDAR_DAY" ? last.getUTCDate() : 1;
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), day);
}
