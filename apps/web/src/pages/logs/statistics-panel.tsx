import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOperation } from "../../api/use-request.ts";
import { recordStatistics } from "../../generated/analytics.ts";
import { defineMessages } from "../../messages/define-messages.ts";
import { useFormats } from "../../messages/formats.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { type Condition, hasError } from "./filters/condition.ts";
import type { LogResource } from "./log-resource.ts";
import { isRootRun } from "./log-search.ts";
import { formatCount } from "./record-count.ts";
import styles from "./statistics-panel.module.css";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const useStatisticsText = defineMessages("statistics", {
  en: {
    records: "Records",
    errors: "Errors",
    tokens: "Tokens",
    tokensIn: "input",
    tokensOut: "output",
    cost: "Cost",
    latency: "Latency",
    ttFirstToken: "First token",
    scores: "Average scores",
    about: "about {{formatted}}",
    estimate: "Estimated from a sample of {{count}}",
  },
  de: {
    records: "Einträge",
    errors: "Fehler",
    tokens: "Tokens",
    tokensIn: "Eingabe",
    tokensOut: "Ausgabe",
    cost: "Kosten",
    latency: "Latenz",
    ttFirstToken: "Erstes Token",
    scores: "Durchschnittliche Bewertungen",
    about: "etwa {{formatted}}",
    estimate: "Aus einer Stichprobe von {{count}} geschätzt",
  },
});

/** Totals and percentiles of the matching records. */
export function StatisticsPanel({
  resource,
  conditions,
  query,
}: {
  readonly resource: LogResource;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
}) {
  const t = useStatisticsText();
  const formats = useFormats();
  const { data, error, refetch, isPlaceholderData } = useOperation(
    recordStatistics,
    { resource, filters: [...conditions], query },
    { keepsPrevious: true, priority: "low" },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const { statistics } = data;
  const errorShare = statistics.recordCount === 0 ? null : statistics.errorCount / statistics.recordCount;
  // The tokens of a run are usually recorded in its steps. So the totals of runs include the descendants of each run.
  // They are shown only for root runs: otherwise, the tokens of a nested run would count twice.
  const hasTotals = resource === "runs" && conditions.some(({ field }) => field === isRootRun.field);
  const hasTokens = resource !== "runs" || statistics.tokenCount > 0;
  const milliseconds = (value: number | null): string => formats.duration(value === null ? null : value / 1000);
  return (
    <dl className={styles.panel} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      <Figure
        name={t("records")}
        value={
          statistics.isEstimate
            ? t("about", { formatted: formatCount(formats, statistics.recordCount, true) })
            : formats.number(statistics.recordCount)
        }
      />
      {resource !== "scores" && (
        <>
          <Figure
            name={t("errors")}
            value={
              statistics.errorCount === 0 || conditions.some(({ field }) => field === "error") ? (
                formats.number(statistics.errorCount)
              ) : (
                <Link
                  from="/projects/$projectId/logs/$resource"
                  to="."
                  search={(before) => ({ ...before, filters: [...(before.filters ?? []), hasError] })}
                  resetScroll={false}
                >
                  {formats.number(statistics.errorCount)}
                </Link>
              )
            }
            rest={[formats.percent(errorShare)]}
            isBad={statistics.errorCount > 0}
          />
          {hasTotals && (
            <>
              <Figure name={t("tokens")} value={formats.compact(statistics.totalTokenCount)} />
              <Figure name={t("cost")} value={formats.cost(statistics.totalCost)} />
            </>
          )}
          {hasTokens && !hasTotals && (
            <>
              <Figure
                name={t("tokens")}
                value={formats.compact(statistics.tokenCount)}
                rest={[
                  `${formats.compact(statistics.inputTokenCount)} ${t("tokensIn")}`,
                  `${formats.compact(statistics.outputTokenCount)} ${t("tokensOut")}`,
                ]}
              />
              <Figure name={t("cost")} value={formats.cost(statistics.cost)} />
            </>
          )}
          <Percentiles
            name={t("latency")}
            values={[statistics.latencyP50, statistics.latencyP95, statistics.latencyP99].map((value) =>
              formats.duration(value),
            )}
          />
          {hasTokens && (
            <Percentiles
              name={t("ttFirstToken")}
              values={[statistics.ttFirstTokenP50, statistics.ttFirstTokenP95, statistics.ttFirstTokenP99].map(
                milliseconds,
              )}
            />
          )}
        </>
      )}
      {statistics.scores.length > 0 && (
        <div>
          <dt>{t("scores")}</dt>
          {statistics.scores.map(({ name, count, average }) => (
            <dd key={name} className={styles.line}>
              <span title={visibleString(name)}>
                <VisibleText text={name} />
              </span>
              <span>
                {formats.number(average)} <small>× {formats.compact(count)}</small>
              </span>
            </dd>
          ))}
        </div>
      )}
      {statistics.isEstimate && (
        <div>
          <dd className={styles.note}>{t("estimate", { count: formats.number(statistics.sampledCount) })}</dd>
        </div>
      )}
    </dl>
  );
}

function Figure({
  name,
  value,
  rest = [],
  isBad = false,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly rest?: readonly string[];
  readonly isBad?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value} data-bad={isBad || undefined}>
        {value}
      </dd>
      {rest.map((each) => (
        <dd key={each} className={styles.note}>
          {each}
        </dd>
      ))}
    </div>
  );
}

function Percentiles({ name, values }: { readonly name: string; readonly values: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {["p50", "p95", "p99"].map((percentile, index) => (
        <dd key={percentile} className={styles.line}>
          <span>{percentile}</span>
          <span>{values[index]}</span>
        </dd>
      ))}
    </div>
  );
}
