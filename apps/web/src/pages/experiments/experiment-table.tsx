import { Link, useParams } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import type { ExperimentListQuery } from "../../generated/experiments.ts";
import { isJsonObject, pairsLine } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { shownDecimals } from "../../messages/format-number.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { IconButton } from "../../ui/button.tsx";
import { columnSort, sortedColumn } from "../../ui/column-sort.ts";
import { type ColumnSort, Table } from "../../ui/table.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { PromptLink } from "../thread/inspector/prompt-link.tsx";
import { runSeconds, scoreColumns, scoreKey, sortExperiments } from "./experiment-order.ts";
import { differingParams, paramKey, paramsOf, paramText } from "./experiment-params.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import { RunProgress } from "./run/run-progress.tsx";
import { ScoreBadge } from "./score-badge.tsx";
import { scoreChanges } from "./score-changes.ts";
import { ScoreChange } from "./score-change.tsx";
import { useItemFigures } from "./use-item-figures.ts";
import { isActive, type Progress, useProgress } from "./run/use-progress.ts";

/** Maximum length of a parameter that is shown on one line. */
const maxWordLength = 20;

export type Experiment = ExperimentListQuery["datasetExperiments"]["edges"][number]["node"];

/**
 * Table of experiments, with a column for each parameter that differs, and one for the average of each score. A click
 * on a header sorts by its column.
 */
export function ExperimentTable({
  experiments,
  selected,
  sort,
  onSort,
  onToggle,
  onRemove,
}: {
  readonly experiments: readonly Experiment[];
  readonly selected: readonly string[];
  /** Key of the sort column, with the prefix `-` for descending order. Undefined: newest first. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly onToggle: (id: string) => void;
  /** Undefined if the user may not delete experiments. */
  readonly onRemove: ((experiment: Experiment) => void) | undefined;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/experiments" });
  const figures = useItemFigures(experiments);
  const changes = scoreChanges(experiments);
  const measured = experiments.map((experiment) => {
    const { latency = null, cost = null } = figures.get(experiment.id) ?? {};
    return { ...experiment, latency, cost: experiment.run?.cost ?? cost };
  });
  // The list fits into a window of 80rem. On narrow screens, rows are cards, which have space for everything.
  const isRoomy = useMedia("(width >= 90rem), (width < 40rem)");
  const scores = scoreColumns(experiments, sort, isRoomy ? undefined : 2);
  const isOther = ({ name }: Experiment["scores"][number]): boolean => !scores.includes(name);
  const hasOthers = experiments.some((experiment) => experiment.scores.some(isOther));
  const params = differingParams(experiments, sort, isRoomy ? undefined : 2);
  // The duration is the least important column, and the latency the next one.
  const isWide = useMedia("(width >= 100rem)") || sortedColumn(sort) === "duration";
  const hasLatency = isRoomy || sortedColumn(sort) === "latency";
  const hasRuns = isWide && experiments.some(({ run }) => run !== null);
  const directionOf = useScoreDirection();
  const decimals = new Map(scores.map((name) => [name, shownDecimals(averagesOf(experiments, name))]));
  const sortBy = (key: string, isHighestFirst = true): ColumnSort => columnSort({ key, sort, isHighestFirst, onSort });

  return (
    <Table
      label={t("title")}
      isStacked
      columns={[
        { key: "selected", label: t("selected") },
        { key: "name", label: t("name"), sort: sortBy("name", false) },
        ...params.map((name) => ({
          key: paramKey + name,
          label: visibleString(name),
          sort: sortBy(paramKey + name, false),
        })),
        ...scores.map((name) => ({
          key: scoreKey + name,
          label: visibleString(name),
          isNumber: true,
          sort: sortBy(scoreKey + name),
        })),
        ...(hasOthers ? [{ key: "scores", label: t("otherScores") }] : []),
        { key: "created", label: t("created"), sort: sortBy("created") },
        { key: "items", label: t("items"), isNumber: true, sort: sortBy("items") },
        ...(hasLatency ? [{ key: "latency", label: t("latency"), isNumber: true, sort: sortBy("latency") }] : []),
        { key: "cost", label: t("totalCost"), isNumber: true, sort: sortBy("cost") },
        ...(hasRuns ? [{ key: "duration", label: t("duration"), isNumber: true, sort: sortBy("duration") }] : []),
        ...(onRemove ? [{ key: "actions", label: t("actions") }] : []),
      ]}
    >
      {sortExperiments(measured, sort).map((experiment) => {
        const promptId = promptOf(experiment);
        return (
          <tr key={experiment.id}>
            <td data-label={t("selected")}>
              <input
                type="checkbox"
                aria-label={t("select", { name: experiment.name })}
                checked={selected.includes(experiment.id)}
                onChange={() => onToggle(experiment.id)}
              />
            </td>
            <td data-label={t("name")}>
              <Link
                data-row="open"
                title={visibleString(experiment.name)}
                to="/projects/$projectId/experiments/compare"
                params={{ projectId }}
                search={{ ids: experiment.id }}
              >
                <VisibleText text={experiment.name} />
              </Link>
              <p className={styles.listedAbout}>
                {experiment.dataset ? (
                  <Link
                    to="/projects/$projectId/datasets/$datasetId"
                    params={{ projectId, datasetId: experiment.dataset.id }}
                  >
                    <VisibleText text={experiment.dataset.name} />
                  </Link>
                ) : (
                  t("noDataset")
                )}
                {promptId !== null && (
                  <>
                    {" · "}
                    <PromptLink projectId={projectId} id={promptId} />
                  </>
                )}
                <Parameters experiment={experiment} hidden={params} />
              </p>
            </td>
            {params.map((name) => {
              const text = paramText(experiment, name, 200);
              return (
                <td
                  key={name}
                  data-short
                  className={styles.param}
                  data-label={visibleString(name)}
                  title={visibleString(paramText(experiment, name, 2_000))}
                >
                  {text === "" ? (
                    <Nothing />
                  ) : (
                    <span data-word={text.length <= maxWordLength || undefined}>
                      <VisibleText text={text} />
                    </span>
                  )}
                </td>
              );
            })}
            {scores.map((name) => (
              <td key={name} data-label={visibleString(name)} data-number>
                <Average
                  average={experiment.scores.find((score) => score.name === name)?.average}
                  decimals={decimals.get(name) ?? 0}
                  change={changes.get(experiment.id)?.get(name) ?? null}
                />
              </td>
            ))}
            {hasOthers && (
              <td data-label={t("otherScores")}>
                {!experiment.scores.some(isOther) && <Nothing />}
                <span className={styles.scores}>
                  {experiment.scores.filter(isOther).map(({ name, average }) => {
                    const change = changes.get(experiment.id)?.get(name) ?? null;
                    return (
                      <ScoreBadge
                        key={name}
                        name={name}
                        value={average}
                        delta={change}
                        isClear={false}
                        title={change === null ? undefined : t("trendHint")}
                        formats={formats}
                        directionOf={directionOf}
                      />
                    );
                  })}
                </span>
              </td>
            )}
            <td data-label={t("created")} data-time title={formats.dateTime(experiment.createdAt)}>
              {formats.relativeTime(experiment.createdAt)}
            </td>
            <td data-label={t("items")} data-number>
              {experiment.run && isUnfinished(experiment.run) ? (
                <LiveProgress experiment={experiment} run={experiment.run} />
              ) : (
                formats.number(experiment.itemCount)
              )}
            </td>
            {hasLatency && (
              <td data-label={t("latency")} data-number title={t("average")}>
                {formats.duration(experiment.latency)}
              </td>
            )}
            <td data-label={t("totalCost")} data-number>
              {formats.cost(experiment.cost)}
            </td>
            {hasRuns && (
              <td data-label={t("duration")} data-number>
                {formats.duration(runSeconds(experiment))}
              </td>
            )}
            {onRemove && (
              <td data-actions data-label={t("actions")}>
                <IconButton
                  size="small"
                  label={t("removeExperiment", { name: experiment.name })}
                  onClick={() => onRemove(experiment)}
                >
                  <Trash2 size={14} />
                </IconButton>
              </td>
            )}
          </tr>
        );
      })}
    </Table>
  );
}

function averagesOf(experiments: readonly Experiment[], score: string): number[] {
  return experiments.flatMap(({ scores }) => scores.flatMap(({ name, average }) => (name === score ? average : [])));
}

function promptOf({ promptExperimentId, promptId }: Experiment): string | null {
  return promptExperimentId ?? promptId;
}

/** Content of a cell without a value. On a narrow screen, rows are shown as cards, and such cells are hidden. */
function Nothing() {
  return (
    <span className={styles.muted} data-nothing>
      –
    </span>
  );
}

function Average({
  average,
  decimals,
  change,
}: {
  readonly average: number | undefined;
  /** Minimum number of decimals, with which the averages of a column are aligned. */
  readonly decimals: number;
  readonly change: number | null;
}) {
  const formats = useFormats();
  if (average === undefined) return <Nothing />;
  return (
    <span>
      {formats.number(average, decimals)} <ScoreChange change={change} />
    </span>
  );
}

/** Parameters of an experiment at the end of a line, without those that are hidden. */
function Parameters({ experiment, hidden }: { readonly experiment: Experiment; readonly hidden: readonly string[] }) {
  const rest = isJsonObject(experiment.params)
    ? Object.fromEntries(paramsOf(experiment).filter(([name]) => !hidden.includes(name)))
    : experiment.params;
  const text = pairsLine(rest, 200);
  if (text === "") return null;
  return (
    <>
      {" · "}
      <span title={visibleString(pairsLine(rest, 2_000))}>
        <VisibleText text={text} />
      </span>
    </>
  );
}

/** Progress of an experiment in its row. Polled while the service runs the experiment. */
function LiveProgress({ experiment: { id, name }, run }: { readonly experiment: Experiment; readonly run: Progress }) {
  const [progress] = useProgress([id]);
  return <RunProgress name={name} progress={progress ?? run} isBrief />;
}

function isUnfinished(run: Progress): boolean {
  return isActive(run) || run.state === "CANCELED" || run.failedCount + run.evaluationFailedCount > 0;
}
