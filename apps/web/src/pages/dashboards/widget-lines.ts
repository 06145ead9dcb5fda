import { groupColors } from "../dashboard/charts.ts";
import {
  countsOf,
  type DrawnLine,
  environmentConditions,
  hasValues,
  knownCosts,
  type TimeSeries,
} from "../dashboard/series.ts";
import type { Condition } from "../logs/filters/condition.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { groupConditions } from "./group-conditions.ts";
import { metricCatalog } from "./metric-catalog.ts";
import type { PromptNames } from "./use-prompt-names.ts";
import type { Widget } from "./widget.ts";

/** Returns the lines of a widget. Groups without values are omitted. */
export function linesOfWidget(
  { metrics, groupBy }: Pick<Widget, "metrics" | "groupBy">,
  series: TimeSeries,
): DrawnLine[] {
  const found = metrics.flatMap((metric) => series.lines.filter((line) => line.metric === metric));
  const shown = groupBy === null ? found : found.filter(hasValues);
  return shown.map((line, index) => ({
    definition: { metric: line.metric, color: "", ...metricCatalog[line.metric].log },
    group: line.group,
    isOther: line.isOther,
    color: line.isOther ? "--text-muted" : (groupColors[index % groupColors.length] ?? ""),
    values: groupBy !== null && line.metric === "cost" ? knownCosts(line, series) : line.values,
    total: line.total,
    counts: countsOf(line, series),
  }));
}

/**
 * Puts the lines of each prompt's versions in the order of the versions. The first line of a prompt stays in its place,
 * and the colors stay in their order.
 */
export function inVersionOrder(lines: readonly DrawnLine[], prompts: PromptNames): DrawnLine[] {
  const promptOf = ({ group }: DrawnLine) => (group === null ? undefined : prompts.get(group));
  const sorted = lines.toSorted((one, other) => (promptOf(one)?.version ?? 0) - (promptOf(other)?.version ?? 0));
  const used = new Set<DrawnLine>();
  return lines.map((line) => {
    const name = promptOf(line)?.name;
    const next = name === undefined ? line : sorted.find((each) => promptOf(each)?.name === name && !used.has(each));
    used.add(next ?? line);
    return { ...(next ?? line), color: line.color };
  });
}

export interface WidgetFilter {
  readonly environment: string | undefined;
  readonly exceptEnvironment: string | undefined;
  readonly tags: readonly string[] | undefined;
}

export function logOfValue(options: {
  readonly widget: Pick<Widget, "groupBy" | "query" | "resource">;
  readonly line: Pick<DrawnLine, "definition" | "group" | "isOther">;
  readonly from: number;
  readonly to: number;
  readonly filter: WidgetFilter;
  readonly prompts: PromptNames;
}): { readonly resource: LogResource; readonly search: LogSearch } {
  const { widget, line, from, to, filter, prompts } = options;
  const { tags } = filter;
  const log = listOf(line.definition, widget.query === null ? null : widget.resource, tags);
  const { resource, filters = [], order, all } = log;
  const { groupBy } = widget;
  const { group, isOther } = line;
  const isOfGroup = groupBy !== null && group !== null && !isOther;
  const ofGroup = isOfGroup ? groupConditions({ groupBy, group, resource, prompts }) : null;
  const conditions: Condition[] = [
    ...filters,
    ...(ofGroup ?? []),
    ...environmentConditions(resource, filter),
    ...(tags ? [{ field: "tags", operator: "in" as const, value: [...tags] }] : []),
  ];
  return {
    resource,
    search: {
      ...(conditions.length > 0 && { filters: conditions }),
      ...(widget.query !== null && { query: widget.query }),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      order,
      ...(all && { all }),
    },
  };
}

/**
 * Returns the log list that the values of a line link to. A line about generations links to the steps that have a model
 * in two cases: the widget's query searches another list, or the widget has no query and the dashboard filters by tags.
 */
function listOf(
  line: DrawnLine["definition"],
  queried: LogResource | null,
  tags: readonly string[] | undefined,
): Omit<DrawnLine["definition"], "color" | "metric"> {
  const isOfOtherSteps = queried === null ? tags !== undefined : queried !== line.resource;
  if (line.resource !== "generations" || !isOfOtherSteps) return { ...line, resource: queried ?? line.resource };
  return { resource: "steps", filters: [...(line.filters ?? []), { field: "model", operator: "nis", value: null }] };
}
