import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { shownDifference } from "../../messages/format-number.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { changeTone, minShare } from "../../ui/change-tone.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ChangeBadge } from "../dashboard/change-badge.tsx";
import type { ValueKind } from "../dashboard/charts.ts";
import { ratioOf } from "../dashboard/comparison-table.tsx";
import type { DashboardSearch, Period } from "../dashboard/dashboard-search.ts";
import { EnvironmentField } from "../dashboard/environment-field.tsx";
import { useEnvironments } from "../dashboard/use-environments.ts";
import { usePeriod } from "../dashboard/use-period.ts";
import { formatValue } from "../dashboard/use-value-formats.ts";
import { type Condition as LogCondition, hasError } from "../logs/filters/condition.ts";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { generationsOf, withoutExperiments } from "./generations-of.ts";
import { figureCount, isClear, judgeVersion, type VersionFigure } from "./judge-version.ts";
import { liveVersion } from "./live-version.ts";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";
import { type GenerationFigures, useGenerationFigures } from "./use-generation-figures.ts";
import { type Condition, scoredGenerations } from "./use-generation-scores.ts";
import { type GenerationValues, useGenerationValues } from "./use-generation-values.ts";
import { VersionBadges } from "./version-badges.tsx";

const PromptCharts = onDemand(
  async () => (await import("./prompt-charts.tsx")).PromptCharts,
  <LoadingState shape="chart" />,
);

const shownVersions = 20;
const initialPeriod: DashboardSearch = { range: "30d" };
const scoreTones = { better: "success", worse: "danger" } as const;

/** Figures of the versions in a period, beside each other and over time. */
export function MetricsPanel({ lineage }: { readonly lineage: PromptLineage }) {
  const { projectId } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const [search, setSearch] = useState(initialPeriod);
  const environments = useEnvironments();
  const { environment, experiments = false } = search;
  const conditions = useMemo(() => conditionsOf(environment, experiments), [environment, experiments]);
  const shown = usePeriod(search, (changed) => setSearch((before) => ({ ...before, ...changed })));
  return (
    <>
      <div className={styles.period}>
        <RangeFields
          search={shown.isZoomed ? search : { range: shown.range }}
          hasAll={false}
          onChange={({ range, from, to }) => shown.change({ range, from, to })}
        />
        <EnvironmentField known={environments} value={search} onChange={shown.change} />
      </div>
      {shown.period && <VersionTable lineage={lineage} period={shown.period} conditions={conditions} />}
      <PromptCharts
        projectId={projectId}
        name={lineage.name}
        period={shown}
        environment={environment}
        hasExperiments={experiments}
      />
    </>
  );
}

/** Returns the conditions of an environment. Without one, experiments are excluded unless they are wanted. */
function conditionsOf(environment: string | undefined, hasExperiments: boolean): readonly Condition[] {
  if (environment !== undefined) return [{ field: "environment", operator: "eq", value: environment }];
  return hasExperiments ? [] : [withoutExperiments];
}

type Statistics = NonNullable<GenerationFigures["statistics"]>;

function VersionTable({
  lineage,
  period,
  conditions,
}: {
  readonly lineage: PromptLineage;
  readonly period: Period;
  /** Environments whose generations are counted. */
  readonly conditions: readonly Condition[];
}) {
  const t = usePromptsText();
  const formats = useFormats();
  const { name, versionCount } = lineage;
  const versions = lineage.versions.slice(0, shownVersions);
  const times = { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() };
  const lists = versions.map(({ version }): readonly Condition[] => [
    ...generationsOf(name, version),
    ...conditions,
    { field: "createdAt", operator: "gte", value: times.from },
    { field: "createdAt", operator: "lt", value: times.to },
  ]);
  const { data, error, refetch } = useGenerationFigures(lists);
  const values = useGenerationValues(lists);
  if (error || values.error) {
    const retry = (): void => [{ refetch }, values].forEach((each) => each.refetch());
    return <ErrorState error={error ?? values.error} onRetry={retry} />;
  }
  const live = liveVersion(lineage);
  const liveIndex = versions.findIndex(({ version }) => version === live);
  const ofLive = data[liveIndex];
  return (
    <>
      <Table
        label={t("metrics")}
        isStacked
        columns={[
          { key: "version", label: t("versionColumn") },
          { key: "count", label: t("count"), isNumber: true },
          { key: "errors", label: t("errors"), isNumber: true },
          { key: "latency", label: t("latency"), isNumber: true },
          { key: "firstToken", label: t("firstToken"), isNumber: true },
          { key: "tokens", label: t("averageTokens"), isNumber: true },
          { key: "cost", label: t("averageCost"), isNumber: true },
          { key: "scores", label: t("scores") },
        ]}
      >
        {versions.map(({ version }, index) => (
          <VersionRow
            key={version}
            lineage={lineage}
            version={version}
            times={times}
            conditions={conditions}
            figures={data[index]}
            ofLive={version === live ? undefined : ofLive}
            values={values.data[index]}
            liveValues={values.data[liveIndex]}
          />
        ))}
      </Table>
      <p className={styles.muted}>
        {live !== null &&
          ofLive !== undefined &&
          versions.length > 1 &&
          `${t("changesAbout", { version: live })} ${t("clearChangesOnly")} `}
        {t("scoresAbout", { number: formats.number(scoredGenerations) })}
        {conditions.includes(withoutExperiments) && ` ${t("notCounted")}`}
        {versionCount > versions.length && ` ${t("newestOnly", { count: versions.length })}`}
      </p>
    </>
  );
}

function VersionRow({
  lineage,
  version,
  times,
  conditions,
  figures,
  ofLive,
  values,
  liveValues,
}: {
  readonly lineage: PromptLineage;
  readonly version: number;
  readonly times: { readonly from: string; readonly to: string };
  readonly conditions: readonly Condition[];
  readonly figures: GenerationFigures | undefined;
  /** Figures of the version in production, to compare with; undefined if there are none. */
  readonly ofLive: GenerationFigures | undefined;
  readonly values: GenerationValues | undefined;
  readonly liveValues: GenerationValues | undefined;
}) {
  const t = usePromptsText();
  const formats = useFormats();
  const { projectId, name } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const directionOf = useScoreDirection();
  const statistics = figures?.statistics;
  const sides = {
    before: ofLive && { statistics: ofLive.statistics, values: liveValues },
    after: { statistics, values },
    comparisons: figureCount + (figures?.scores?.length ?? 0),
  };
  const figure = (
    of: VersionFigure,
    label: string,
    { kind, valueOf, shown }: { kind: ValueKind; valueOf: (of: Statistics) => number | null; shown?: ReactNode },
  ) => {
    const value = statistics && valueOf(statistics);
    const live = ofLive?.statistics && valueOf(ofLive.statistics);
    const isEqual = formatValue(formats, kind, value) === formatValue(formats, kind, live);
    const direction = "LOWER_IS_BETTER";
    const change = judgeVersion(of, { ...sides, shown: [live, value], direction });
    return (
      <td data-label={label} data-number data-wide={kind === "seconds" || undefined}>
        {shown ?? formatValue(formats, kind, value)}
        {live !== undefined && value != null && (
          <div>
            {/* If both figures are displayed as the same text, no change is shown. */}
            <ChangeBadge
              value={isEqual ? live : value}
              before={live}
              direction={isClear(change) ? direction : "NEUTRAL"}
              isInTable
            />
          </div>
        )}
      </td>
    );
  };
  const linkTo = (count: number | undefined, filters: readonly LogCondition[], text: string) =>
    count === undefined || count === 0 ? (
      text
    ) : (
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "generations" }}
        search={{ filters: [...generationsOf(name, version), ...conditions, ...filters], ...times }}
        preload={false}
      >
        {text}
      </Link>
    );
  return (
    <tr aria-busy={!statistics}>
      <td data-label={t("versionColumn")} title={statistics?.isEstimate ? t("estimate") : undefined}>
        <span className={styles.scores}>
          <Link
            to="/projects/$projectId/prompts/$name"
            params={{ projectId, name }}
            search={{ version, tab: "metrics" }}
            preload={false}
          >
            {t("versionShort", { version })}
          </Link>
          {statistics?.isEstimate && " ≈"}
          <VersionBadges lineage={lineage} version={version} />
        </span>
      </td>
      <td data-label={t("count")} data-number>
        {linkTo(statistics?.recordCount, [], formats.number(statistics?.recordCount))}
      </td>
      {figure("errorRate", t("errors"), {
        kind: "rate",
        valueOf: errorRateOf,
        shown: linkTo(
          statistics?.errorCount,
          [hasError],
          statistics && statistics.errorCount > 0
            ? `${formats.number(statistics.errorCount)} (${formats.percent(errorRateOf(statistics))})`
            : formats.number(statistics?.errorCount),
        ),
      })}
      {figure("latencyP95", t("latency"), {
        kind: "seconds",
        valueOf: (of) => of.latencyP95,
        shown: `${formats.duration(statistics?.latencyP50)} / ${formats.duration(statistics?.latencyP95)}`,
      })}
      {figure("firstToken", t("firstToken"), { kind: "milliseconds", valueOf: (of) => of.ttFirstTokenP50 })}
      {figure("tokens", t("averageTokens"), {
        kind: "number",
        valueOf: ({ tokenCount, recordCount }) => (recordCount === 0 ? null : Math.round(tokenCount / recordCount)),
      })}
      {figure("cost", t("averageCost"), { kind: "cost", valueOf: (of) => ratioOf(of.cost, of.recordCount) })}
      <td data-label={t("scores")}>
        <span className={styles.scores}>
          {figures?.scores?.length === 0 && "–"}
          {figures?.scores?.map(({ name: score, count, average }) => {
            const live = ofLive?.scores?.find((each) => each.name === score)?.average;
            const direction = directionOf(score);
            const isCertain = isClear(judgeVersion({ score }, { ...sides, shown: [live, average], direction }));
            const tone = live !== undefined && isCertain ? changeTone(average - live, direction) : undefined;
            const isChanged = live !== undefined && Math.abs(average - live) > minShare * Math.abs(live);
            const change = isChanged ? shownDifference(live, average) : 0;
            const scores = t("scoreCount", { count });
            const title = tone === undefined ? scores : t(`score_${tone}`, { scores, live: formats.number(live) });
            return (
              <span key={score} className={styles.comparedScore}>
                <Badge tone={tone && scoreTones[tone]} title={title}>
                  <VisibleText text={score} /> {formats.number(average)}
                  <span className="visually-hidden"> ({title})</span>
                </Badge>
                {change !== 0 && (
                  <small data-tone={tone}>
                    {change > 0 ? "+" : "−"}
                    {formats.number(Math.abs(change))}
                  </small>
                )}
              </span>
            );
          })}
        </span>
      </td>
    </tr>
  );
}

function errorRateOf({ errorCount, recordCount }: Statistics): number | null {
  return ratioOf(errorCount, recordCount);
}
