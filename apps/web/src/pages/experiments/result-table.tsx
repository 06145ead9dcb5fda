import { Link, useParams } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { classes } from "../../ui/classes.ts";
import { columnSort, sortedColumn } from "../../ui/column-sort.ts";
import { InlineDiff } from "../../ui/inline-diff.tsx";
import type { Column } from "../../ui/table.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { VirtualTable } from "../../ui/virtual-table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { stepTarget } from "../logs/record-target.ts";
import { type DirectionOf } from "../score-schemas/use-score-direction.ts";
import { useScoreLabels } from "../score-schemas/use-score-labels.ts";
import { valueTone } from "../score-schemas/value-tone.ts";
import { comparedTexts } from "./compared-texts.ts";
import { type ComparedRow, type FigureName, figureNames } from "./compared-row.ts";
import type { ComparedRun } from "./compared-run.ts";
import { scoreKey } from "./experiment-order.ts";
import type { CompareSearch, Display } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { formatFigure } from "./format-figure.ts";
import { meanOf } from "./mean.ts";
import { useExperimentsText } from "./messages.ts";
import results from "./result-table.module.css";
import { RowNumber } from "./row-number.tsx";
import { Failures } from "./run/failures.tsx";
import type { ScoreSpread } from "./score-bins.ts";
import { labelIn } from "./score-label.ts";
import { ScoreReasons } from "./score-reasons.tsx";
import { ValueText } from "./value-text.tsx";

/** Figures in the order in which the table omits them when space is short. */
const droppedFigures: readonly FigureName[] = ["tokens", "latency", "cost"];

/**
 * Items of a single experiment, with a column for each score, the reasons of the scores, and the figures of the runs.
 */
export function ResultTable({
  run,
  rows,
  shown,
  spreads,
  display,
  directionOf,
  search: { item, row: shownKey, sort },
  onSort,
  onOpen,
}: {
  readonly run: ComparedRun;
  readonly rows: readonly ComparedRow[];
  readonly shown: readonly ComparedRow[];
  readonly spreads: readonly ScoreSpread[];
  readonly display: Display;
  readonly directionOf: DirectionOf;
  readonly search: CompareSearch;
  readonly onSort: (sort: string) => void;
  readonly onOpen: (row: ComparedRow) => void;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/experiments/compare" });
  const labelOf = useScoreLabels();
  const cells = rows.flatMap(({ cells: [cell] }) => cell ?? []);
  const hasExpected = rows.some(({ expectedOutput }) => expectedOutput !== null);
  const hasReasons = cells.some(({ reasons }) => reasons.length > 0);
  const besideOutput = display === "diff" ? "compact" : display;
  const known = figureNames.filter((name) => cells.some((cell) => cell.figures[name].length > 0));
  const textCount = 2 + Number(hasExpected) + Number(hasReasons);
  // Each text column has space for some words in a line.
  const widthOf = (names: readonly string[], hasLinks: boolean): number =>
    (hasLinks ? 7 : 3.5) +
    5 * (names.length + spreads.length) +
    0.5 * spreads.length +
    (names.includes("cost") ? 2 : 0) +
    9 * textCount;
  // A window of 80rem has space for 64rem. The panel of a row shows what the table leaves out. On narrow screens, rows
  // are cards, which have space for everything.
  const isRoomy = useMedia("(width >= 90rem), (width < 40rem)");
  const fits = (names: readonly string[], hasLinks: boolean): boolean => isRoomy || widthOf(names, hasLinks) <= 64;
  const hasRuns = cells.some((cell) => cell.run !== null) && fits(known, true);
  const figures = fittingFigures(known, sortedColumn(sort), (names) => fits(names, hasRuns));
  // The first click on a score shows the worst items.
  const sortBy = (key: string, isHighestFirst = true) => columnSort({ key, sort, isHighestFirst, onSort });
  const columns: readonly Column[] = [
    { key: "number", label: t("number"), sort: sortBy("number", false) },
    { key: "input", label: t("input") },
    ...(hasExpected ? [{ key: "expected", label: t("expected") }] : []),
    { key: "output", label: t("output") },
    ...spreads.map(({ name }) => ({
      key: scoreKey + name,
      label: name,
      isNumber: true,
      sort: sortBy(scoreKey + name, directionOf(name) === "LOWER_IS_BETTER"),
    })),
    ...(hasReasons ? [{ key: "reasons", label: t("reasons") }] : []),
    ...figures.map((name) => ({ key: name, label: t(name), isNumber: true, sort: sortBy(name) })),
    ...(hasRuns ? [{ key: "run", label: t("run") }] : []),
  ];
  return (
    <VirtualTable
      label={t("results")}
      className={classes(styles.table, results.results)}
      scrollsWithPage
      rowCount={shown.length}
      rowHeight={display === "compact" ? 60 : 140}
      minWidth={`${widthOf(figures, hasRuns)}rem`}
      startIndex={item === undefined ? -1 : shown.findIndex(({ itemIds }) => itemIds.includes(item))}
      columns={columns}
    >
      {(index, props) => {
        const row = shown[index];
        if (!row) return null;
        const [cell] = row.cells;
        const [failures = []] = row.failures;
        return (
          <tr
            key={row.key}
            {...props}
            aria-current={row.key === shownKey || (item !== undefined && row.itemIds.includes(item)) || undefined}
          >
            <RowNumber row={row} onOpen={onOpen} />
            <td data-label={t("input")}>
              <ValueText value={row.input} display={besideOutput} />
            </td>
            {hasExpected && (
              <td data-label={t("expected")}>
                <ValueText value={row.expectedOutput} display={besideOutput} />
              </td>
            )}
            <td data-label={t("output")}>
              <div className={styles.cell}>
                {cell && cell.output !== null && <Output row={row} output={cell.output} display={display} />}
                {cell && cell.error !== null && failures.length === 0 && (
                  <span className={results.error} title={visibleString(cell.error)}>
                    <VisibleText text={cell.error} />
                  </span>
                )}
                {cell && cell.trials > 1 && (
                  <span>
                    <Badge title={t("tried", { count: cell.trials })}>×{formats.number(cell.trials)}</Badge>
                  </span>
                )}
                <Failures failures={failures} />
              </div>
            </td>
            {spreads.map(({ name, bounds, decimals }) => {
              const value = cell?.scores.get(name);
              const label = cell && labelIn(labelOf, { name, cell });
              return (
                <td key={name} data-label={visibleString(name)} data-number>
                  {value === undefined ? (
                    <span className={styles.muted}>–</span>
                  ) : (
                    <Badge tone={toneOf(value, bounds, directionOf(name))}>
                      <VisibleText text={label ?? formats.number(value, decimals)} />
                    </Badge>
                  )}
                </td>
              );
            })}
            {hasReasons && (
              <td data-label={t("reasons")}>
                <ScoreReasons reasons={cell?.reasons ?? []} isCompact={display === "compact"} />
              </td>
            )}
            {figures.map((name) => (
              <td key={name} data-label={t(name)} data-number>
                {formatFigure(formats, name, meanOf(cell?.figures[name]))}
              </td>
            ))}
            {hasRuns && (
              <td data-label={t("run")}>
                {cell && cell.run !== null && (
                  <Link
                    aria-label={t("openRun", { row: row.number, name: run.name })}
                    {...stepTarget(cell.run, projectId)}
                  >
                    {t("run")}
                  </Link>
                )}
              </td>
            )}
          </tr>
        );
      }}
    </VirtualTable>
  );
}

/** Leaves out figures, the least important first, until the others fit. Keeps the one by which the table is sorted. */
function fittingFigures(
  names: readonly FigureName[],
  sorted: string | undefined,
  fits: (names: readonly FigureName[]) => boolean,
): readonly FigureName[] {
  return droppedFigures.reduce(
    (kept, name) => (fits(kept) || name === sorted ? kept : kept.filter((each) => each !== name)),
    names,
  );
}

function Output({
  row: { expectedOutput },
  output,
  display,
}: {
  readonly row: ComparedRow;
  readonly output: ComparedRow["input"];
  readonly display: Display;
}) {
  const t = useExperimentsText();
  if (display !== "diff" || expectedOutput === null) return <ValueText value={output} display={display} />;
  const [before = "", after = ""] = comparedTexts([expectedOutput, output]);
  if (before === after) return <span className={styles.muted}>{t("asExpected")}</span>;
  return <InlineDiff before={before} after={after} />;
}

function toneOf(value: number, bounds: ScoreSpread["bounds"], direction: ReturnType<DirectionOf>) {
  if (bounds === null) return "neutral";
  const [low, high] = bounds;
  return valueTone((value - low) / (high - low), direction);
}
