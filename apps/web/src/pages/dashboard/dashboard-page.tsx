import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { RefreshCw, ZoomOut } from "lucide-react";
import { useMemo, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { firstRecord } from "../../generated/dashboard.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { StaleFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import { ChartCard } from "./chart-card.tsx";
import { charts } from "./charts.ts";
import styles from "./dashboard.module.css";
import { EnvironmentField } from "./environment-field.tsx";
import { type DashboardSearch, type Period, periodOf, rangeFor, zoomPeriod } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { hasValues } from "./series.ts";
import { TagsField } from "./tags-field.tsx";
import { Tiles } from "./tiles.tsx";
import { useDashboard } from "./use-dashboard.ts";
import { experimentEnvironment, useEnvironments } from "./use-environments.ts";

const withoutExperiments: readonly string[] = [experimentEnvironment];
const noEnvironments: readonly string[] = [];

/** Charts of a project over a period. */
export function DashboardPage() {
  const t = useDashboardText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/dashboard" });
  const search = useSearch({ from: "/projects/$projectId/dashboard" });
  const navigate = useNavigate({ from: "/projects/$projectId/dashboard" });
  const [now, setNow] = useState(Date.now);
  const isZoomed = search.from !== undefined;
  const first = useOperation(firstRecord, {}, { enabled: search.range === undefined && !isZoomed });
  const isAsking = search.range === undefined && !isZoomed && first.isPending;
  const range = search.range ?? rangeFor(first.data?.steps.edges[0]?.node.createdAt ?? null, now);
  const period = useMemo(() => (isAsking ? null : periodOf(search, now, range)), [isAsking, search, now, range]);
  const { environment, tags, experiments } = search;
  const environments = useEnvironments();
  const isWithoutExperiments = environment === undefined && experiments !== true;
  const { current, before, of, isStale, refetch } = useDashboard({
    period,
    environment,
    exceptEnvironments: isWithoutExperiments ? withoutExperiments : noEnvironments,
    tags,
  });
  const series = current.data?.timeSeries;

  const change = (changed: Partial<DashboardSearch>): void => {
    if (changed.range) setNow(Date.now());
    void navigate({ search: (old) => ({ ...old, ...changed }) });
  };
  const zoom = (wanted: Period): void => {
    const zoomed = zoomPeriod(wanted);
    if (!zoomed) return;
    const { from, to } = zoomed;
    change({ range: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  };
  const isEmpty =
    !current.isPlaceholderData &&
    series !== undefined &&
    environment === undefined &&
    tags === undefined &&
    !series.lines.some(({ values }) => hasValues(values));

  return (
    <Page
      title={t("title")}
      actions={
        <div className={styles.controls}>
          <RangeFields
            search={isZoomed ? search : { range }}
            hasAll={false}
            onChange={({ range: chosen, from, to }) => change({ range: chosen, from, to })}
          />
          <TagsField tags={tags ?? []} onChange={(next) => change({ tags: next.length > 0 ? next : undefined })} />
          <EnvironmentField known={environments} value={search} onChange={change} />
          {isZoomed && (
            <Button size="small" onClick={() => change({ range: undefined, from: undefined, to: undefined })}>
              <ZoomOut size={14} aria-hidden />
              {t("zoomOut")}
            </Button>
          )}
          <IconButton
            label={t("refresh")}
            onClick={() => {
              setNow(Date.now());
              if (isZoomed) void refetch();
            }}
          >
            <RefreshCw size={14} />
          </IconButton>
        </div>
      }
    >
      {series !== undefined && series.pendingCount > 0 && (
        <p role="status" className={styles.hint}>
          {t("pending", { count: series.pendingCount, formatted: formats.number(series.pendingCount) })}
        </p>
      )}
      {tags && <p className={styles.hint}>{t("tagsHint")}</p>}
      {series?.isEstimate && (
        <p role="status" className={styles.hint}>
          {t("estimate")}
        </p>
      )}
      {current.error && !series && <ErrorState error={current.error} onRetry={() => void current.refetch()} />}
      {!series && !current.error && <LoadingState shape="chart" />}
      {isEmpty && (
        <EmptyState drawing="chart" title={t("nothing")}>
          <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "threads" }}>
            {t("toLogs")}
          </Link>
        </EmptyState>
      )}
      {series && !isEmpty && (
        <StaleFrame isStale={isStale}>
          <Tiles series={series} before={before.data?.timeSeries} />
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
                  environment={environment}
                  exceptEnvironment={
                    isWithoutExperiments && environments.includes(experimentEnvironment)
                      ? experimentEnvironment
                      : undefined
                  }
                  tags={tags}
                  onZoom={zoom}
                />
              );
            })}
          </div>
          <p className={styles.hint}>{t("openLog")}</p>
        </StaleFrame>
      )}
    </Page>
  );
}
