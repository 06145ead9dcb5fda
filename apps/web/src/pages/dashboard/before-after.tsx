import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { SelectField } from "../../ui/field.tsx";
import { ErrorState, InlineError, LoadingState } from "../../ui/page-state.tsx";
import { useBeforeAfterText } from "./before-after-messages.ts";
import styles from "./before-after.module.css";
import { ChangeVerdict, VerdictBadge } from "./change-verdict.tsx";
import { ComparisonTable } from "./comparison-table.tsx";
import type { Sides } from "./compared-sides.ts";
import { type Period, periodBefore } from "./dashboard-search.ts";
import { ErrorChanges } from "./error-changes.tsx";
import { runConditions, type RunFilter, runSearch } from "./run-conditions.ts";
import { useMarkAgent } from "./use-mark-agent.ts";
import { sampleSize, useRunChanges } from "./use-run-changes.ts";

type Records = Omit<RunFilter, "agent">;

const maxAgents = 50;

interface BeforeAfterProps {
  readonly name: string;
  readonly period: Period;
  readonly onAgent: (agent: string | undefined) => void;
  readonly records: Records;
}

/**
 * Compares the root runs after a change of the application with the root runs before the change. Both periods have the
 * same length. If `agent` is set, or if the change belongs to only one agent and `isOfAll` is not set, only root runs
 * with the name of the agent are compared.
 */
export function BeforeAfter({
  agent,
  isOfAll,
  ...shared
}: BeforeAfterProps & {
  /** Name of the root runs to compare; undefined if none was chosen. */
  readonly agent: string | undefined;
  /** Whether all root runs were chosen. */
  readonly isOfAll: boolean;
}) {
  const own = useMarkAgent(shared.name, agent === undefined && !isOfAll);
  if (own.isPending) return <LoadingState shape="rows" />;
  return (
    <>
      {own.error && <InlineError error={own.error} onRetry={own.refetch} />}
      <Comparison {...shared} agent={agent ?? (isOfAll ? undefined : own.agent)} />
    </>
  );
}

function Comparison({
  name,
  period,
  agent,
  onAgent,
  records,
}: BeforeAfterProps & { readonly agent: string | undefined }) {
  const t = useBeforeAfterText();
  const projectId = useProjectId() ?? "";
  const sides: Sides = [periodBefore(period), period];
  const filter = { ...records, agent };
  const { figures, comparisons, statistics, areScoresWider, error, refetch } = useRunChanges(sides, filter, t);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const [before, after] = statistics;
  const isSampled = statistics.some((side) => side !== undefined && side.recordCount > sampleSize);
  return (
    <section className={styles.beforeAfter} aria-labelledby="before-after">
      <div className={styles.head}>
        <h2 id="before-after">{visibleString(t("title", { name }))}</h2>
        <AgentField
          period={{ from: sides[0].from, to: period.to }}
          records={records}
          value={agent}
          onChange={onAgent}
        />
      </div>
      <ChangeVerdict name={name} figures={figures} />
      <ul className={styles.sides}>
        <Side name={t("before")} period={sides[0]} filter={filter} count={before?.recordCount} />
        <Side name={t("after")} period={period} filter={filter} count={after?.recordCount} />
      </ul>
      <div className={styles.parts}>
        <div className={styles.part}>
          <ComparisonTable
            label={t("figures", { name })}
            before={t("before")}
            after={t("after")}
            figures={figures.map(({ change, logOf, ...figure }) => ({
              ...figure,
              // A change that may be chance has no color.
              direction: change?.verdict === "better" || change?.verdict === "worse" ? figure.direction : "NEUTRAL",
              verdict: change && <VerdictBadge change={change} comparisons={comparisons} />,
              cellOf: (side, content) => {
                const { resource, search } = logOf(side);
                return (
                  <Link
                    to="/projects/$projectId/logs/$resource"
                    params={{ projectId, resource }}
                    search={search}
                    preload={false}
                  >
                    {content}
                  </Link>
                );
              },
            }))}
          />
          <p className={styles.unclear}>{t("rootRunsOnly")}</p>
          {agent !== undefined && <p className={styles.unclear}>{t("runScoresOnly")}</p>}
          {(before?.isEstimate || after?.isEstimate) && <p className={styles.unclear}>{t("estimatedRuns")}</p>}
          {isSampled && (
            <p className={styles.unclear}>
              {t(agent === undefined ? "sampledRuns" : "sampledRunsOfAgent", { count: sampleSize })}
            </p>
          )}
          {areScoresWider && <p className={styles.unclear}>{t("widerScores")}</p>}
        </div>
        <div className={styles.part}>
          <h3>{t("errors")}</h3>
          <ErrorChanges sides={sides} filter={filter} runs={[before?.recordCount, after?.recordCount]} />
        </div>
      </div>
    </section>
  );
}

/** Period and number of runs of one side, linked to the runs. */
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
  const t = useBeforeAfterText();
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
  const t = useBeforeAfterText();
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
