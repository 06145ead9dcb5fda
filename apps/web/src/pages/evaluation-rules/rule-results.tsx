import { useQueryClient } from "@tanstack/react-query";
import { formatQuery, queryOfCondition } from "@threadline/schema/query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { ruleScores } from "../../generated/evaluation-rules.ts";
import type { DashboardSearch } from "../dashboard/dashboard-search.ts";
import { usePeriod } from "../dashboard/use-period.ts";
import type { Widget } from "../dashboards/widget.ts";
import { WidgetCard } from "../dashboards/widget-card.tsx";
import { WidgetGrid } from "../dashboards/widget-grid.tsx";
import { ScoreTable } from "../evaluators/score-table.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import { useEvaluatorsText } from "../evaluators/messages.ts";

/** Number of scores below the chart. */
const shownScores = 8;

/**
 * Average of a rule's scores over time, and the latest ones. A click on a value opens its scores. Both reload when the
 * number of judgments changes.
 */
export function RuleResults({ versionId, judgedCount }: { readonly versionId: string; readonly judgedCount: number }) {
  const t = useEvaluatorsText();
  const projectId = useProjectId() ?? "";
  const [search, setSearch] = useState<DashboardSearch>({ range: "7d" });
  const period = usePeriod(search, (changed) => setSearch({ ...search, ...changed }));
  const client = useQueryClient();
  const shownCount = useRef(judgedCount);
  const { refresh } = period;
  useEffect(() => {
    if (judgedCount === shownCount.current) return;
    shownCount.current = judgedCount;
    refresh();
    void client.invalidateQueries({ queryKey: [projectId, ruleScores.text] });
  }, [client, judgedCount, projectId, refresh]);
  const widgets = useMemo(() => [widgetOf(versionId)], [versionId]);
  const shared = {
    projectId,
    period: period.period,
    filter: noFilter,
    exceptEnvironments: everyEnvironment,
    onZoom: period.zoom,
  };
  const { data } = useOperation(ruleScores, {
    filters: [{ field: "evaluatorVersionId", operator: "eq", value: versionId }],
    first: shownScores,
  });
  const scores = data?.scores.edges.map(({ node }) => node) ?? [];
  return (
    <>
      <div className={styles.actions}>
        <h2>{t("results")}</h2>
        <RangeFields
          search={period.isZoomed ? search : { range: period.range }}
          hasAll={false}
          onChange={({ range, from, to }) => period.change({ range, from, to })}
        />
      </div>
      <WidgetGrid widgets={widgets}>{({ widget }) => <WidgetCard widget={widget} shared={shared} />}</WidgetGrid>
      {scores.length > 0 && (
        <section className={styles.part}>
          <h2>{t("lastResults")}</h2>
          <ScoreTable scores={scores} />
        </section>
      )}
    </>
  );
}

const everyEnvironment: readonly string[] = [];
const noFilter = { environment: undefined, exceptEnvironment: undefined, tags: undefined };

function widgetOf(versionId: string): Widget {
  const node = queryOfCondition("scores", { field: "evaluatorVersionId", operator: "eq", value: versionId });
  return {
    title: "",
    chart: "line",
    metrics: ["scoreAverage"],
    groupBy: null,
    groupLimit: 1,
    resource: "scores",
    query: node === undefined ? null : formatQuery(node),
    column: 0,
    row: 0,
    width: 12,
    height: 5,
  };
}
