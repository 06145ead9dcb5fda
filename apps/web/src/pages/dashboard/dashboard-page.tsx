import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { RefreshCw, ZoomOut } from "lucide-react";
import { useMemo, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Page } from "../../ui/page.tsx";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import { ChartCard } from "./chart-card.tsx";
import { charts } from "./charts.ts";
import styles from "./dashboard.module.css";
import { EnvironmentField } from "./environment-field.tsx";
import { type DashboardSearch, type Period, periodOf, zoomPeriod } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { hasValues } from "./series.ts";
import { TagsField } from "./tags-field.tsx";
import { Tiles } from "./tiles.tsx";
import { useDashboard } from "./use-dashboard.ts";

/** What happened in a project over a period. */
export function DashboardPage() {
  const t = useDashboardText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/dashboard" });
  const search = useSearch({ from: "/projects/$projectId/dashboard" });
  const navigate = useNavigate({ from: "/projects/$projectId/dashboard" });
  const [now, setNow] = useState(Date.now);
  const period = useMemo(() => periodOf(search, now), [search, now]);
  const { environment, tags } = search;
  const { current, before, of, refetch } = useDashboard({ period, environment, tags });
  const series = current.data?.timeSeries;
  const isZoomed = search.from !== undefined;

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
            search={isZoomed ? search : { range: search.range ?? "7d" }}
            hasAll={false}
            onChange={({ range, from, to }) => change({ range, from, to })}
          />
          <TagsField tags={tags ?? []} onChange={(next) => change({ tags: next.length > 0 ? next : undefined })} />
          <EnvironmentField value={environment} onChange={(next) => change({ environment: next })} />
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
      {current.error && <ErrorState error={current.error} onRetry={() => void current.refetch()} />}
      {!series && !current.error && <LoadingState />}
      {isEmpty && (
        <EmptyState title={t("nothing")}>
          <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "threads" }}>
            {t("toLogs")}
          </Link>
        </EmptyState>
      )}
      {series && !isEmpty && (
        <>
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
                  tags={tags}
                  onZoom={zoom}
                />
              );
            })}
          </div>
          <p className={styles.hint}>{t("openLog")}</p>
        </>
      )}
    </Page>
  );
}
