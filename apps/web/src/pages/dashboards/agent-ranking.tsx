import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useEach } from "../../api/use-each.ts";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets, recordStatistics } from "../../generated/analytics.ts";
import { defineMessages } from "../../messages/define-messages.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { markHiddenColumns } from "../../ui/mark-hidden-columns.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { TimeSeriesMetric } from "../../generated/dashboard.ts";
import { ChangeBadge } from "../dashboard/change-badge.tsx";
import type { Statistics } from "../dashboard/compared-sides.ts";
import { ratioOf } from "../dashboard/comparison-table.tsx";
import { type Period, periodBefore } from "../dashboard/dashboard-search.ts";
import { metricDirection } from "../dashboard/metric-direction.ts";
import { changeOf } from "../dashboard/series.ts";
import dashboardStyles from "../dashboard/dashboard.module.css";
import { runConditions, runSearch } from "../dashboard/run-conditions.ts";
import { type Condition, hasError } from "../logs/filters/condition.ts";
import styles from "./dashboards.module.css";
import type { SharedFilter } from "./widget-card.tsx";

const useAgentsText = defineMessages("agents", {
  en: {
    title: "Agents",
    name: "Agent",
    runs: "Runs",
    failed: "Failed",
    latency: "p95",
    cost: "Cost",
    none: "No runs in this period",
  },
  de: {
    title: "Agenten",
    name: "Agent",
    runs: "Läufe",
    failed: "Fehler",
    latency: "p95",
    cost: "Kosten",
    none: "Keine Läufe in diesem Zeitraum",
  },
});

const shownAgents = 6;

/**
 * Figures of the most frequent names of root runs. Each row links to all runs with the name, and its error rate links
 * to the failed ones.
 */
export function AgentRanking({ shared }: { readonly shared: SharedFilter }) {
  const t = useAgentsText();
  const formats = useFormats();
  const { projectId, filter, exceptEnvironments } = shared;
  const period = shared.period ?? { from: 0, to: 0 };
  const filterOf = (agent: string | undefined) => ({ ...filter, exceptEnvironments, agent });
  const names = useOperation(
    recordFacets,
    {
      resource: "runs",
      filters: [...runConditions(period, filterOf(undefined))],
      fields: [{ field: "name" }],
      limit: shownAgents,
    },
    { enabled: shared.period !== null, keepsPrevious: true },
  );
  const agents = names.data?.facets.facets[0]?.values.map(({ value }) => value) ?? [];
  const callsIn = (counted: Period) =>
    agents.map((agent) => ({ resource: "runs" as const, filters: [...runConditions(counted, filterOf(agent))] }));
  const figures = useEach(recordStatistics, callsIn(period));
  const earlier = useEach(recordStatistics, callsIn(periodBefore(period)));
  const error = names.error ?? figures.error;
  const linkTo = (agent: string, content: ReactNode, conditions: readonly Condition[] = []): ReactNode => {
    const search = runSearch(period, filterOf(agent));
    return (
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "runs" }}
        search={{ ...search, filters: [...(search.filters ?? []), ...conditions] }}
        preload={false}
      >
        {content}
      </Link>
    );
  };
  return (
    <figure className={styles.card} aria-label={t("title")} data-stale={names.isPlaceholderData || undefined}>
      <div className={styles.cardHead}>
        <h2>{t("title")}</h2>
      </div>
      {error && <ErrorState error={error} onRetry={() => (names.error ? void names.refetch() : figures.refetch())} />}
      {!error && !names.data && <LoadingState shape="rows" />}
      {names.data && agents.length === 0 && <p className={dashboardStyles.empty}>{t("none")}</p>}
      {!error && agents.length > 0 && (
        <div
          ref={markHiddenColumns}
          className={dashboardStyles.tableBox}
          role="region"
          aria-label={t("title")}
          tabIndex={0}
        >
          <table className={dashboardStyles.table}>
            <thead>
              <tr>
                {(["name", "runs", "failed", "latency", "cost"] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {agents.map((agent, index) => {
                const statistics = figures.data[index]?.statistics;
                const before = earlier.data[index]?.statistics;
                const rate = statistics ? errorRateOf(statistics) : null;
                const change = (metric: TimeSeriesMetric, valueOf: (figures: Statistics) => number | null) =>
                  statistics &&
                  before && <Change metric={metric} value={valueOf(statistics)} before={valueOf(before)} />;
                return (
                  <tr key={agent} aria-busy={!statistics}>
                    <th scope="row" title={visibleString(agent)}>
                      {linkTo(agent, <VisibleText text={agent} />)}
                    </th>
                    <td>
                      {formats.number(statistics?.recordCount)}
                      {change("runCount", ({ recordCount }) => recordCount)}
                    </td>
                    <td>
                      {rate ? linkTo(agent, formats.percent(rate), [hasError]) : formats.percent(rate)}
                      {change("errorCount", errorRateOf)}
                    </td>
                    <td>
                      {formats.duration(statistics?.latencyP95)}
                      {change("latencyP95", ({ latencyP95 }) => latencyP95)}
                    </td>
                    <td>
                      {formats.cost(statistics?.totalCost)}
                      {change("cost", ({ totalCost }) => totalCost)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}

/** Shows the change of a figure from the previous period. Shows nothing if the change cannot be computed. */
function Change({
  metric,
  value,
  before,
}: {
  readonly metric: TimeSeriesMetric;
  readonly value: number | null;
  readonly before: number | null;
}) {
  if (changeOf(value, before) === null) return null;
  return (
    <>
      {" "}
      <ChangeBadge value={value} before={before} direction={metricDirection(metric)} />
    </>
  );
}

function errorRateOf({ errorCount, recordCount }: Statistics): number | null {
  return ratioOf(errorCount, recordCount);
}
