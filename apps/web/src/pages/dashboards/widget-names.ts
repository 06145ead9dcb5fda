import type { TimeSeriesDimension, TimeSeriesMetric } from "../../generated/dashboards.ts";
import type { DrawnLine } from "../dashboard/series.ts";
import { useDashboardsText } from "./messages.ts";
import type { PromptNames } from "./use-prompt-names.ts";
import type { Widget } from "./widget.ts";

type Names = Pick<Widget, "metrics" | "groupBy">;

export interface WidgetNames {
  readonly metric: (metric: TimeSeriesMetric) => string;
  readonly dimension: (dimension: TimeSeriesDimension) => string;
  /** Returns the title of a widget that has no title of its own, such as `Cost by model`. */
  readonly title: (widget: Names) => string;
  readonly line: (
    line: Pick<DrawnLine, "definition" | "group" | "isOther">,
    widget: Names,
    prompts: PromptNames,
  ) => string;
}

export function useWidgetNames(): WidgetNames {
  const t = useDashboardsText();
  const metric = (name: TimeSeriesMetric): string => t(`metric_${name}`);
  const dimension = (name: TimeSeriesDimension): string => t(`dimension_${name}`);
  return {
    metric,
    dimension,
    title({ metrics, groupBy }) {
      const names = metrics.map(metric).join(", ");
      return groupBy === null ? names : t("titleBy", { metric: names, dimension: t(`by_${groupBy}`) });
    },
    line(line, { groupBy }, prompts) {
      if (groupBy === null) return metric(line.definition.metric);
      if (line.isOther) return t("other");
      if (line.group === null) return t("noGroup");
      const prompt = groupBy === "promptId" ? prompts.get(line.group) : undefined;
      return prompt === undefined ? line.group : t("promptVersion", { name: prompt.name, version: prompt.version });
    },
  };
}
