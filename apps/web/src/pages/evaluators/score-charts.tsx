import { useQueryClient } from "@tanstack/react-query";
import { formatQuery, queryOfCondition } from "@threadline/schema/query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { dashboardSeries } from "../../generated/dashboard.ts";
import type { DashboardSearch } from "../dashboard/dashboard-search.ts";
import { usePeriod } from "../dashboard/use-period.ts";
import type { Place, Widget } from "../dashboards/widget.ts";
import { unfiltered } from "../dashboards/unfiltered.ts";
import { WidgetCard } from "../dashboards/widget-card.tsx";
import { WidgetGrid } from "../dashboards/widget-grid.tsx";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import { type QuickRange, quickRanges, rangeLength } from "../logs/log-search.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

/**
 * Grid positions of three widgets: the average score, the number of scores, and the chart of the average. `narrow` is
 * for a page with a side column, and `course` shows only the chart, in a side panel.
 */
const places = {
  wide: [
    { column: 0, row: 0, width: 3, height: 3 },
    { column: 0, row: 3, width: 3, height: 3 },
    { column: 3, row: 0, width: 9, height: 6 },
  ],
  narrow: [
    { column: 0, row: 0, width: 6, height: 3 },
    { column: 6, row: 0, width: 6, height: 3 },
    { column: 0, row: 3, width: 12, height: 5 },
  ],
  course: [null, null, { column: 0, row: 0, width: 12, height: 5 }],
} as const;

/** Selects the scores of an evaluator version, those that an evaluation rule made, or those with a name. */
export interface ScoreSource {
  readonly field: "evaluatorVersionId" | "evaluationRuleId" | "name";
  readonly id: string;
}

/**
 * Shows the average and the number of the scores of an evaluator version or a rule, and a chart of the average over
 * time. A click on a value opens the scores of its period.
 */
export function ScoreCharts({
  source,
  title,
  note,
  layout = "narrow",
  scoreCount = 0,
  newest,
}: {
  readonly source: ScoreSource;
  readonly title: string;
  /** Text below the title. */
  readonly note?: string;
  readonly layout?: keyof typeof places;
  /** Number of scores, if the page knows it. The charts reload when this number changes. */
  readonly scoreCount?: number;
  /**
   * Time of the newest score, as ISO 8601. The charts start with the shortest period of at least a week that contains
   * this time, or else with the longest period.
   */
  readonly newest?: string | undefined;
}) {
  const projectId = useProjectId() ?? "";
  const [search, setSearch] = useState<DashboardSearch>(() => ({ range: firstRange(newest) }));
  const period = usePeriod(search, (changed) => setSearch({ ...search, ...changed }));
  const shownCount = useRef(scoreCount);
  const client = useQueryClient();
  const { refresh } = period;
  useEffect(() => {
    if (scoreCount === shownCount.current) return;
    shownCount.current = scoreCount;
    refresh();
    void client.invalidateQueries({ queryKey: [projectId, dashboardSeries.text] });
  }, [client, projectId, refresh, scoreCount]);
  const t = useEvaluatorsText();
  // Beside the card with the average, the chart needs another name.
  const courseTitle = layout === "course" ? "" : t("averageCourse");
  const { field, id } = source;
  const widgets = useMemo(
    () => widgetsOf({ field, id }, places[layout], courseTitle),
    [field, id, layout, courseTitle],
  );
  const shared = unfiltered(projectId, period);
  const Title = layout === "course" ? "h3" : "h2";
  return (
    <>
      <div className={styles.actions}>
        <Title>{title}</Title>
        <div className={styles.end}>
          <RangeFields
            search={period.isZoomed ? search : { range: period.range }}
            hasAll={false}
            onChange={({ range, from, to }) => period.change({ range, from, to })}
          />
        </div>
      </div>
      {note !== undefined && <p className={styles.muted}>{note}</p>}
      <WidgetGrid widgets={widgets}>
        {({ widget }) => <WidgetCard hidesJudgeMarks widget={widget} shared={shared} />}
      </WidgetGrid>
    </>
  );
}

function firstRange(newest: string | undefined): QuickRange {
  const age = newest === undefined ? 0 : Date.now() - Date.parse(newest);
  const longer = quickRanges.slice(quickRanges.indexOf("7d"));
  return longer.find((range) => age < rangeLength(range)) ?? "90d";
}

function widgetsOf(
  { field, id }: ScoreSource,
  [average, count, course]: readonly [Place | null, Place | null, Place],
  courseTitle: string,
): Widget[] {
  const node = queryOfCondition("scores", { field, operator: "eq", value: id });
  const query = node === undefined ? null : formatQuery(node);
  const shared = { title: "", groupBy: null, groupLimit: 1, resource: "scores", query } as const;
  return [
    ...(average ? [{ ...shared, ...average, chart: "number" as const, metrics: ["scoreAverage" as const] }] : []),
    ...(count ? [{ ...shared, ...count, chart: "number" as const, metrics: ["scoreCount" as const] }] : []),
    { ...shared, ...course, title: courseTitle, chart: "line", metrics: ["scoreAverage"] },
  ];
}
