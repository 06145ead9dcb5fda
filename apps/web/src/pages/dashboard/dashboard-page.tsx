import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { LayoutGrid } from "lucide-react";
import { useMemo } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useFormats } from "../../messages/formats.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { StaleFrame } from "../../ui/list-frame.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page.tsx";
import { AddChartMenu } from "../dashboards/add-chart-menu.tsx";
import { ChartCard } from "./chart-card.tsx";
import { charts } from "./charts.ts";
import styles from "./dashboard.module.css";
import { DashboardControls } from "./dashboard-controls.tsx";
import { periodBefore } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { hasValues } from "./series.ts";
import { MarkList } from "./mark-list.tsx";
import { Tiles } from "./tiles.tsx";
import { useDashboard } from "./use-dashboard.ts";
import { leftOutEnvironments, useEnvironments } from "./use-environments.ts";
import { MarksContext, useMarks } from "./use-marks.ts";
import { usePeriod } from "./use-period.ts";

const BeforeAfter = onDemand(async () => (await import("./before-after.tsx")).BeforeAfter, <LoadingState />);

const Rankings = onDemand(
  async () => (await import("../dashboards/rankings.tsx")).Rankings,
  <>
    {["agents", "errors", "users"].map((ranking) => (
      <div key={ranking} className={styles.card}>
        <LoadingState shape="chart" />
      </div>
    ))}
  </>,
);

const noMark = { mark: undefined, agent: undefined, allAgents: undefined };

export function DashboardPage() {
  const t = useDashboardText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams({ from: "/projects/$projectId/dashboard" });
  const search = useSearch({ from: "/projects/$projectId/dashboard" });
  const navigate = useNavigate({ from: "/projects/$projectId/dashboard" });
  const dashboardPeriod = usePeriod(search, (changed) => {
    // `mark` and `agent` describe a comparison of the time before and after the start of the period. If the start
    // changes, the comparison is removed.
    const isMoved = "range" in changed || "from" in changed;
    void navigate({ search: (old) => ({ ...old, ...changed, ...(isMoved && noMark) }) });
  });
  const { period, zoom } = dashboardPeriod;
  const hasMark = search.mark !== undefined && period !== null;
  const charted = useMemo(
    () => (hasMark ? { from: periodBefore(period).from, to: period.to } : period),
    [hasMark, period],
  );
  const marks = useMarks(period, search, charted);
  const { environment, tags } = search;
  const environments = useEnvironments();
  const exceptEnvironments = leftOutEnvironments(search);
  const records = {
    environment,
    exceptEnvironments,
    tags,
  };
  const { current, before, of, isStale } = useDashboard({ period, charted, ...records });
  const series = current.data?.timeSeries;
  const filter = {
    environment,
    exceptEnvironment: environments.find((name) => exceptEnvironments.includes(name)),
    tags,
  };

  const isEmpty =
    !current.isPlaceholderData &&
    series !== undefined &&
    environment === undefined &&
    tags === undefined &&
    !series.lines.some(hasValues);
  const hasFailed = current.error !== null && !series;

  return (
    <Page
      title={t("title")}
      note={
        series !== undefined &&
        series.pendingCount > 0 && (
          <span role="status">
            {t("pending", { count: series.pendingCount, formatted: formats.number(series.pendingCount) })}
          </span>
        )
      }
      actions={
        <div className={styles.controls}>
          <Link className={buttonClass({})} to="/projects/$projectId/dashboard/list" params={{ projectId }}>
            <LayoutGrid size={14} aria-hidden />
            {t("dashboards")}
          </Link>
          <DashboardControls search={search} environments={environments} period={dashboardPeriod} />
          {mayWrite && <AddChartMenu projectId={projectId} />}
        </div>
      }
    >
      {tags && <p className={styles.hint}>{t("tagsHint")}</p>}
      {series?.isEstimate && (
        <p role="status" className={styles.hint}>
          {t("estimate")}
        </p>
      )}
      {hasFailed && <ErrorState error={current.error} onRetry={() => void current.refetch()} />}
      {isEmpty && (
        <EmptyState drawing="chart" title={t("nothing")}>
          <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "threads" }}>
            {t("toLogs")}
          </Link>
          <Link to="/projects/$projectId/start" params={{ projectId }}>
            {t("toStart")}
          </Link>
        </EmptyState>
      )}
      {!hasFailed && !isEmpty && (
        <StaleFrame isStale={isStale}>
          {search.mark !== undefined && period && (
            <BeforeAfter
              name={search.mark}
              period={period}
              agent={search.agent}
              isOfAll={search.allAgents === true}
              onAgent={(agent) =>
                void navigate({
                  search: (old) => ({ ...old, agent, allAgents: agent === undefined || undefined }),
                  replace: true,
                })
              }
              records={records}
            />
          )}
          <Tiles series={series} before={before.data?.timeSeries} projectId={projectId} {...filter} />
          <MarksContext value={marks}>
            <MarkList />
            <div className={styles.rankings}>
              <Rankings
                shared={{
                  projectId,
                  period,
                  filter,
                  exceptEnvironments: records.exceptEnvironments,
                  onZoom: zoom,
                }}
              />
            </div>
            {hasMark && <p className={styles.hint}>{t("chartsOfBoth")}</p>}
            <div className={styles.charts}>
              {charts.map((chart) => {
                if (environment !== undefined && !chart.knowsEnvironment) {
                  return (
                    <p key={chart.key} className={styles.hint}>
                      {t("noEnvironment")}
                    </p>
                  );
                }
                const { data, error, refetch: retry } = of(chart);
                return (
                  <ChartCard
                    key={chart.key}
                    chart={chart}
                    series={data?.timeSeries}
                    error={error}
                    onRetry={() => void retry()}
                    projectId={projectId}
                    {...filter}
                    onZoom={zoom}
                  />
                );
              })}
            </div>
          </MarksContext>
          <p className={styles.hint}>{t("openLog")}</p>
        </StaleFrame>
      )}
    </Page>
  );
}
