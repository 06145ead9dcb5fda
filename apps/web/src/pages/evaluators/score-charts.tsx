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
import styles from "./evaluators-page.module.css";

/**
 * Grid positions of three widgets: the average score, the number of scores, and the chart of the average. `narrow` is
 * for a page with a side column.
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
} as const;

/**
 * Shows the average and the number of the scores that an evaluator version created, and a chart of the average over
 * time. A click on a value opens the scores of its period.
 */
export function ScoreCharts({
  versionId,
  title,
  note,
  isWide = false,
  scoreCount = 0,
}: {
  readonly versionId: string;
  readonly title: string;
  /** Text below the title. */
  readonly note?: string;
  readonly isWide?: boolean;
  /** Number of scores, if the page knows it. The charts reload when this number changes. */
  readonly scoreCount?: number;
}) {
  const projectId = useProjectId() ?? "";
  const [search, setSearch] = useState<DashboardSearch>({ range: "7d" });
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
  const widgets = useMemo(() => widgetsOf(versionId, places[isWide ? "wide" : "narrow"]), [versionId, isWide]);
  const shared = unfiltered(projectId, period);
  return (
    <>
      <div className={styles.actions}>
        <h2>{title}</h2>
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

function widgetsOf(versionId: string, [average, count, course]: readonly [Place, Place, Place]): Widget[] {
  const node = queryOfCondition("scores", { field: "evaluatorVersionId", operator: "eq", value: versionId });
  const query = node === undefined ? null : formatQuery(node);
  const shared = { title: "", groupBy: null, groupLimit: 1, resource: "scores", query } as const;
  return [
    { ...shared, ...average, chart: "number", metrics: ["scoreAverage"] },
    { ...shared, ...count, chart: "number", metrics: ["scoreCount"] },
    { ...shared, ...course, chart: "line", metrics: ["scoreAverage"] },
  ];
}
