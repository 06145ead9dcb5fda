import { Link } from "@tanstack/react-router";
import { useEach } from "../../api/use-each.ts";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets, recordStatistics, type RecordStatisticsQuery } from "../../generated/analytics.ts";
import { periodTotals, type PeriodTotalsQuery } from "../../generated/dashboard.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ErrorState, InlineError } from "../../ui/page-state.tsx";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import type { ValueKind } from "./charts.ts";
import { type ComparedFigure, ComparisonTable, ratioOf, scoreFigures } from "./comparison-table.tsx";
import styles from "./dashboard.module.css";
import { type Period, periodBefore } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { runConditions, type RunFilter, runSearch } from "./run-conditions.ts";

type Statistics = RecordStatisticsQuery["statistics"];

type Records = Omit<RunFilter, "agent">;

/** Number of runs below which differences between two periods may be due to chance. */
const minRuns = 30;
const maxAgents = 50;
const maxScores = 20;

/**
 * Compares the root runs after a change of the application with the root runs before the change. Both periods have the
 * same length. If `agent` is set, only root runs with this name are compared.
 */
export function BeforeAfter({
  name,
  period,
  agent,
  onAgent,
  records,
}: {
  readonly name: string;
  readonly period: Period;
  /** Name of the root runs to compare; undefined for all root runs. */
  readonly agent: string | undefined;
  readonly onAgent: (agent: string | undefined) => void;
  readonly records: Records;
}) {
  const t = useDashboardText();
  const directionOf = useScoreDirection();
  const periods = [periodBefore(period), period] as const;
  const runs = periods.map((each) => runConditions(each, { ...records, agent }));
  const { data, error, refetch } = useEach(
    recordStatistics,
    runs.map((filters) => ({ resource: "runs" as const, filters: [...filters] })),
  );
  const scores = useScores(periods, records, agent === undefined);
  const [before, after] = data.map((each) => each?.statistics);
  const [scoresBefore, scoresAfter] = agent === undefined ? scores.data : [before?.scores, after?.scores];
  const failure = error ?? scores.error;
  if (failure) {
    return (
      <ErrorState
        error={failure}
        onRetry={() => {
          refetch();
          scores.refetch();
        }}
      />
    );
  }
  const figure = (text: string, kind: ValueKind, valueOf: (side: Statistics) => number | null): ComparedFigure => ({
    name: text,
    kind,
    before: before && valueOf(before),
    after: after && valueOf(after),
    direction: "LOWER_IS_BETTER",
  });
  return (
    <section className={styles.beforeAfter} aria-labelledby="before-after">
      <div className={styles.beforeAfterHead}>
        <h2 id="before-after">{visibleString(t("beforeAfter", { name }))}</h2>
        <AgentField
          period={{ from: periods[0].from, to: period.to }}
          records={records}
          value={agent}
          onChange={onAgent}
        />
      </div>
      <ul className={styles.sides}>
        <Side name={t("beforeMark")} period={periods[0]} filter={{ ...records, agent }} count={before?.recordCount} />
        <Side name={t("afterMark")} period={period} filter={{ ...records, agent }} count={after?.recordCount} />
      </ul>
      <ComparisonTable
        label={t("beforeAfter", { name })}
        before={t("beforeMark")}
        after={t("afterMark")}
        figures={[
          figure(t("failedRuns"), "rate", (side) => ratioOf(side.errorCount, side.recordCount)),
          figure(t("runLatencyP50"), "seconds", (side) => side.latencyP50),
          figure(t("runLatencyP95"), "seconds", (side) => side.latencyP95),
          figure(t("costPerRun"), "cost", (side) => ratioOf(side.totalCost, side.recordCount)),
          figure(t("tokensPerRun"), "number", (side) => roundedRatio(side.totalTokenCount, side.recordCount)),
          ...scoreFigures({ before: scoresBefore, after: scoresAfter, directionOf }),
        ]}
      />
      <p className={styles.hint}>{t("rootRunsOnly")}</p>
      {agent !== undefined && <p className={styles.hint}>{t("runScoresOnly")}</p>}
      {(before?.isEstimate || after?.isEstimate) && <p className={styles.hint}>{t("estimatedRuns")}</p>}
    </section>
  );
}

/** Period and number of runs of one side, linked to the runs. Marks a side that has too few runs. */
function Side({
  name,
  period,
  filter,
  count,
}: {
  readonly name: string;
  readonly period: Period;
  readonly filter: RunFilter;
  readonly count: number | undefined;
}) {
  const t = useDashboardText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  return (
    <li aria-busy={count === undefined}>
      <span>{name}:</span>
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "runs" }}
        search={runSearch(period, filter)}
        preload={false}
      >
        {count === undefined ? "…" : t("runs", { count, formatted: formats.number(count) })}
      </Link>
      <span>{formats.timeRange(period.from, period.to)}</span>
      {count !== undefined && count < minRuns && (
        <Badge tone="warning" title={t("tooFewRunsAbout", { count: minRuns })}>
          {t("tooFewRuns")}
        </Badge>
      )}
    </li>
  );
}

/** Selects one of the names that root runs have in the compared periods, or all of them. */
function AgentField({
  period,
  records,
  value,
  onChange,
}: {
  readonly period: Period;
  readonly records: Records;
  readonly value: string | undefined;
  readonly onChange: (agent: string | undefined) => void;
}) {
  const t = useDashboardText();
  const { data, error, refetch } = useOperation(recordFacets, {
    resource: "runs",
    filters: [...runConditions(period, { ...records, agent: undefined })],
    fields: [{ field: "name" }],
    limit: maxAgents,
  });
  const known = data?.facets.facets[0]?.values.map(({ value: name }) => name) ?? [];
  const names = value === undefined || known.includes(value) ? known : [value, ...known];
  return (
    <>
      <SelectField
        label={t("agent")}
        hideLabel
        value={value === undefined ? "" : `=${value}`}
        onChange={(chosen) => onChange(chosen === "" ? undefined : chosen.slice(1))}
        options={[
          { value: "", label: t("everyAgent") },
          ...names.map((name) => ({ value: `=${name}`, label: visibleString(name) })),
        ]}
      />
      {error && !data && <InlineError error={error} onRetry={() => void refetch()} />}
    </>
  );
}

/**
 * Returns the average of each score in two periods. Does not read the averages if the page shows only one agent or
 * environment, because scores cannot be filtered by agent or environment.
 */
function useScores(periods: readonly [before: Period, after: Period], records: Records, isOfAll: boolean) {
  const { environment, exceptEnvironments, tags } = records;
  const { data, error, refetch } = useEach(
    periodTotals,
    isOfAll && environment === undefined
      ? periods.map(({ from, to }) => ({
          metrics: ["scoreAverage" as const, "scoreCount" as const],
          groupBy: "scoreName" as const,
          groupLimit: maxScores,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          // A total is the sum of whole buckets, and a bucket can contain records from before and after the change. The
          // maximum number of points results in the shortest buckets, which separate these records best.
          maxPoints: 1_000,
          exceptEnvironments: [...exceptEnvironments],
          tags: tags && [...tags],
        }))
      : [],
  );
  return { data: data.map((each) => each && scoresOf(each)), error, refetch };
}

function scoresOf({ timeSeries: { lines } }: PeriodTotalsQuery) {
  return lines.flatMap(({ metric, group, isOther, total: average }) => {
    if (metric !== "scoreAverage" || group === null || isOther) return [];
    const counted = lines.find((line) => line.metric === "scoreCount" && line.group === group);
    return [{ name: group, average, count: counted?.total ?? 0 }];
  });
}

function roundedRatio(part: number | null, whole: number): number | null {
  const ratio = ratioOf(part, whole);
  return ratio === null ? null : Math.round(ratio);
}
