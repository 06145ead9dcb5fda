import type { ComparedScore } from "@threadline/evaluation/statistics";
import { useParams } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { classes } from "../../ui/classes.ts";
import { useMedia } from "../../ui/use-media.ts";
import { VirtualTable } from "../../ui/virtual-table.tsx";
import type { DirectionOf } from "../score-schemas/use-score-direction.ts";
import { useScoreLabels } from "../score-schemas/use-score-labels.ts";
import { type ColumnSummary, scoreOrder, standingOf } from "./compare-runs.ts";
import type { ComparedRow } from "./compared-row.ts";
import type { ComparedRun } from "./compared-run.ts";
import { differingParams } from "./experiment-params.ts";
import type { Display } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import { RowNumber } from "./row-number.tsx";
import { RunCell } from "./run-cell.tsx";
import { RunHead, RunSummary } from "./run-head.tsx";
import { ValueText } from "./value-text.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";

const noFigures: ReadonlySet<string> = new Set();

/** Maximum number of scores in a compact cell. */
const maxCompactScores = 2;

export function CompareTable({
  runs,
  summaries,
  comparisons,
  clear,
  shown,
  base,
  display,
  isDetailed,
  score,
  directionOf,
  item,
  row: shownKey,
  onOpen,
  onBaseline,
  onLeaveOut,
}: {
  readonly runs: readonly ComparedRun[];
  readonly summaries: readonly ColumnSummary[];
  /** For each experiment, the comparison of its scores with the baseline, by score name. */
  readonly comparisons: readonly ReadonlyMap<string, ComparedScore>[];
  /** For each experiment, the names of the figures that clearly differ from the baseline. */
  readonly clear: readonly ReadonlySet<string>[];
  readonly shown: readonly ComparedRow[];
  readonly base: number;
  readonly display: Display;
  readonly isDetailed: boolean;
  readonly score: string | undefined;
  readonly directionOf: DirectionOf;
  /** Id of the experiment item whose row is highlighted and scrolled into view. */
  readonly item: string | undefined;
  readonly row: string | undefined;
  readonly onOpen: (row: ComparedRow) => void;
  readonly onBaseline: (id: string) => void;
  readonly onLeaveOut: (id: string) => void;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/experiments/compare" });
  // Calling these hooks in each of thousands of cells would be slow. The table calls them once, and passes the results
  // to the cells.
  const labelOf = useScoreLabels();
  const shared = { t, formats, projectId, directionOf, labelOf };
  const maxScores = display === "compact" ? maxCompactScores : Infinity;
  const isNarrow = useMedia("(width < 40rem)");
  const differing = differingParams(runs, undefined);
  return (
    <VirtualTable
      label={t("compareTitle")}
      className={classes(styles.table, display === "compact" && styles.low)}
      scrollsWithPage
      rowCount={shown.length}
      rowHeight={display === "compact" ? 76 : 160}
      startIndex={item === undefined ? -1 : shown.findIndex(({ itemIds }) => itemIds.includes(item))}
      columns={[
        { key: "number", label: t("number") },
        { key: "input", label: t("input") },
        { key: "expected", label: t("expected") },
        ...runs.flatMap((run, column) => {
          const columnSummary = summaries[column];
          if (!columnSummary) return [];
          const parts = { run, isBase: column === base, summary: columnSummary };
          const head = (
            <RunHead {...parts} onBaseline={() => onBaseline(run.id)} onLeaveOut={() => onLeaveOut(run.id)} />
          );
          const summary = (
            <RunSummary
              {...parts}
              formats={formats}
              isDetailed={isDetailed}
              differing={differing}
              comparison={comparisons[column]}
              clear={clear[column] ?? noFigures}
              directionOf={directionOf}
            />
          );
          const both = (
            <>
              {head}
              {summary}
            </>
          );
          return {
            key: run.id,
            label: run.name,
            head: isNarrow ? both : head,
            summary: isNarrow ? undefined : summary,
          };
        }),
      ]}
    >
      {(index, props) => {
        const row = shown[index];
        if (!row) return null;
        const order = scoreOrder(row.cells, { base, maxScores, score, directionOf });
        return (
          <tr
            key={row.key}
            {...props}
            aria-current={row.key === shownKey || (item !== undefined && row.itemIds.includes(item)) || undefined}
          >
            <RowNumber row={row} onOpen={onOpen} />
            <td data-label={t("input")}>
              <ValueText value={row.input} display={display} />
            </td>
            <td data-label={t("expected")}>
              <ValueText value={row.expectedOutput} display={display} />
            </td>
            {runs.map((run, column) => (
              <td
                key={run.id}
                data-label={visibleString(run.name)}
                data-standing={standingOf(row.cells[column], row.cells[base], { score, directionOf })}
              >
                <RunCell
                  {...shared}
                  cell={row.cells[column]}
                  failures={row.failures[column] ?? []}
                  base={column === base ? undefined : row.cells[base]}
                  display={display}
                  order={order}
                  maxScores={maxScores}
                  label={t("openRun", { row: row.number, name: run.name })}
                  onMore={() => onOpen(row)}
                />
              </td>
            ))}
          </tr>
        );
      }}
    </VirtualTable>
  );
}
