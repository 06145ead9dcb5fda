import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { JsonValue } from "@threadline/schema/sdk";
import { shownDifference } from "../../messages/format-number.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { InlineDiff } from "../../ui/inline-diff.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { JudgeCallLink } from "../logs/judge-call-link.tsx";
import { type DirectionOf, useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { useScoreLabels } from "../score-schemas/use-score-labels.ts";
import { stepTarget } from "../logs/record-target.ts";
import { Fields } from "../thread/content/fields.tsx";
import { AddRunButton } from "./add-run-button.tsx";
import { standingOf } from "./compare-runs.ts";
import { comparedTexts } from "./compared-texts.ts";
import { type Cell, type ComparedRow, figureNames } from "./compared-row.ts";
import type { ComparedRun } from "./compared-run.ts";
import type { Display } from "./experiment-search.ts";
import { formatFigure } from "./format-figure.ts";
import { meanOf } from "./mean.ts";
import { useExperimentsText } from "./messages.ts";
import styles from "./row-panel.module.css";
import { Failures } from "./run/failures.tsx";
import type { Failure } from "./run/use-failures.ts";
import { ScoreBadge } from "./score-badge.tsx";
import { changedLabel, labelIn } from "./score-label.ts";

/**
 * Side panel with one row of a comparison: the input, and each experiment's output, scores and reasons side by side.
 */
export function RowPanel({
  projectId,
  row,
  runs,
  base,
  display,
  onPrevious,
  onNext,
  onClose,
}: {
  readonly projectId: string;
  readonly row: ComparedRow;
  readonly runs: readonly ComparedRun[];
  readonly base: number;
  /** Display of the table. `diff` also shows the differences here. */
  readonly display: Display;
  /** Null in the first row of the table. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
}) {
  const t = useExperimentsText();
  const directionOf = useScoreDirection();
  const datasetId = runs.find((_run, column) => row.cells[column] ?? row.failures[column]?.length)?.datasetId;
  return (
    <SidePanel
      title={t("rowTitle", { row: row.number })}
      name="experiments.row"
      onClose={onClose}
      actions={
        <>
          {datasetId != null && row.datasetItemId !== null && (
            <Link
              className={buttonClass({ look: "plain", size: "small" })}
              to="/projects/$projectId/datasets/$datasetId"
              params={{ projectId, datasetId }}
              search={{ item: row.datasetItemId, version: undefined }}
            >
              {t("openItem")}
            </Link>
          )}
          <IconButton size="small" label={t("previousRow")} disabled={!onPrevious} onClick={() => onPrevious?.()}>
            <ChevronUp size={16} />
          </IconButton>
          <IconButton size="small" label={t("nextRow")} disabled={!onNext} onClick={() => onNext?.()}>
            <ChevronDown size={16} />
          </IconButton>
        </>
      }
    >
      <div className={styles.content}>
        <Value title={t("input")} value={row.input} />
        <Value title={t("expected")} value={row.expectedOutput} />
        <div className={styles.runs}>
          {runs.map((run, column) => (
            <section
              key={run.id}
              className={styles.run}
              aria-label={run.name}
              data-standing={standingOf(row.cells[column], row.cells[base], { directionOf })}
            >
              <h3>
                <VisibleText text={run.name} />
                {column === base && runs.length > 1 && <Badge tone="accent">{t("baseline")}</Badge>}
              </h3>
              <RunResult
                projectId={projectId}
                cell={row.cells[column]}
                failures={row.failures[column] ?? []}
                base={column === base ? undefined : row.cells[base]}
                isCompared={runs.length > 1}
                isDiff={display === "diff"}
                expected={runs.length === 1 ? row.expectedOutput : null}
                directionOf={directionOf}
              />
            </section>
          ))}
        </div>
      </div>
    </SidePanel>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: JsonValue | null }) {
  if (value === null) return null;
  return (
    <section aria-label={title} className={styles.value}>
      <h3>{title}</h3>
      <Fields value={value} />
    </section>
  );
}

function RunResult({
  projectId,
  cell,
  failures,
  base,
  isCompared,
  isDiff,
  expected,
  directionOf,
}: {
  readonly projectId: string;
  readonly cell: Cell | undefined;
  readonly failures: readonly Failure[];
  /** Undefined if this is the baseline. */
  readonly base: Cell | undefined;
  /** Whether there are other experiments. The colors then show differences from the baseline. */
  readonly isCompared: boolean;
  /** Whether the output is shown as a difference from the baseline or the expected output. */
  readonly isDiff: boolean;
  /** Expected output to compare with; null for no comparison. */
  readonly expected: JsonValue | null;
  readonly directionOf: DirectionOf;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const labelOf = useScoreLabels();
  if (!cell && failures.length > 0) return <Failures failures={failures} />;
  if (!cell) return <p className={styles.muted}>{t("notTried")}</p>;
  const [before = "", after = ""] = comparedTexts([expected, cell.output]);
  const fromBase = isDiff && base && cell.output !== null ? comparedTexts([base.output, cell.output]) : null;
  const figures = figureNames.filter((name) => cell.figures[name].length > 0);
  return (
    <>
      {fromBase !== null ? <OutputChange texts={fromBase} /> : cell.output !== null && <Fields value={cell.output} />}
      {cell.output === null && failures.length === 0 && cell.error === null && <p className={styles.muted}>–</p>}
      {cell.error !== null && failures.length === 0 && (
        <p className={styles.error}>
          <VisibleText text={cell.error} />
        </p>
      )}
      {cell.output !== null && expected !== null && before !== after && (
        <details open={isDiff}>
          <summary>{t("diffFromExpected")}</summary>
          <InlineDiff before={before} after={after} />
        </details>
      )}
      <div className={styles.scores}>
        {[...cell.scores].map(([name, value]) => {
          const old = base?.scores.get(name);
          return !isCompared ? (
            <ScoreValueBadge key={name} isNamed name={name} value={value}>
              <VisibleText text={labelIn(labelOf, { name, cell }) ?? formats.number(value)} />
            </ScoreValueBadge>
          ) : (
            <ScoreBadge
              key={name}
              name={name}
              value={value}
              label={changedLabel(labelOf, { name, cell, base })}
              delta={old === undefined ? null : shownDifference(old, value)}
              formats={formats}
              directionOf={directionOf}
            />
          );
        })}
      </div>
      <Failures failures={failures} />
      {cell.reasons.length > 0 && (
        <dl className={styles.reasons}>
          {cell.reasons.map(({ id, name, text, scorer, isJudged }, index) => (
            // Trials may share a recorded run and its scores, so the key includes the index.
            <div key={`${index} ${id}`}>
              <dt>
                <VisibleText text={scorer === null ? name : `${name} · ${scorer}`} />
                {isJudged && (
                  <>
                    {" · "}
                    <JudgeCallLink projectId={projectId} score={{ id, name }} />
                  </>
                )}
              </dt>
              <dd dir="auto">
                <VisibleText text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.foot}>
        {figures.map((name) => (
          <span key={name}>
            {t(name)} {formatFigure(formats, name, meanOf(cell.figures[name]))}
          </span>
        ))}
        {cell.run && (
          <>
            <Link {...stepTarget(cell.run, projectId)}>{t("run")}</Link>
            <AddRunButton projectId={projectId} stepId={cell.run.id} />
          </>
        )}
      </p>
    </>
  );
}

function OutputChange({ texts: [before = "", after = ""] }: { readonly texts: readonly string[] }) {
  const t = useExperimentsText();
  return before === after ? <p className={styles.muted}>{t("same")}</p> : <InlineDiff before={before} after={after} />;
}
