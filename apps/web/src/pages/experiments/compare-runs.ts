import { type ComparedScore, compareScores } from "@threadline/evaluation/statistics";
import { shownDifference } from "../../messages/format-number.ts";
import { changeTone } from "../../ui/change-tone.ts";
import { isJudged } from "../logs/is-judged.ts";
import type { DirectionOf } from "../score-schemas/use-score-direction.ts";
import type { CompareSearch } from "./experiment-search.ts";
import { hasText } from "./result-rows.ts";
import type { Failure } from "./run/use-failures.ts";
import { mean } from "./mean.ts";
import { figurePairs, figuresOf, type FigureSummary, summarizeFigure } from "./run-figures.ts";
import {
  type Cell,
  type ComparedRow,
  type Example,
  figureNames,
  type Run,
  type ScoreReason,
  type Trial,
} from "./compared-row.ts";

/**
 * Returns the rows of a comparison. The dataset items for which any experiment has a result or a failure come first, in
 * the order of the dataset. Results of dataset items that are not in `examples`, and results without a dataset item,
 * follow. Results of the same dataset item share a row. Without a dataset item, results with the same input share one.
 */
export function compareRuns(runs: readonly Run[], examples: readonly Example[]): ComparedRow[] {
  const trialsOf = new Map<string, Trial[][]>();
  for (const [column, { items }] of runs.entries()) {
    for (const trial of items) {
      const key = trial.datasetItemId ?? `input ${JSON.stringify(trial.input)}`;
      const columns = trialsOf.get(key) ?? runs.map((): Trial[] => []);
      columns[column]?.push(trial);
      trialsOf.set(key, columns);
    }
  }
  const failuresOf = new Map<string, Failure[][]>();
  for (const [column, { failures = [] }] of runs.entries()) {
    for (const failure of failures) {
      const columns = failuresOf.get(failure.datasetItemId) ?? runs.map((): Failure[] => []);
      columns[column]?.push(failure);
      failuresOf.set(failure.datasetItemId, columns);
    }
  }
  const known = new Map(examples.map((example) => [example.id, example]));
  const keys = [
    ...examples.map(({ id }) => id).filter((id) => trialsOf.has(id) || failuresOf.has(id)),
    ...[...trialsOf.keys()].filter((key) => !known.has(key)),
  ];
  return keys.map((key, index) => {
    const columns = trialsOf.get(key) ?? runs.map((): Trial[] => []);
    const example = known.get(key);
    return {
      key,
      datasetItemId: example?.id ?? columns.flat()[0]?.datasetItemId ?? null,
      itemIds: columns.flat().map(({ id }) => id),
      number: index + 1,
      input: example?.input ?? columns.flat()[0]?.input ?? null,
      expectedOutput: example?.expectedOutput ?? null,
      cells: columns.map(toCell),
      failures: failuresOf.get(key) ?? runs.map(() => []),
    };
  });
}

function toCell(trials: readonly Trial[]): Cell | undefined {
  const last = trials.at(-1);
  if (!last) return undefined;
  const values = new Map<string, number[]>();
  const reasons: ScoreReason[] = [];
  for (const { scores, experimentRun } of trials) {
    for (const score of [...(scores ?? []), ...(experimentRun?.scores ?? [])]) {
      const { id, name, value, comment, scorer } = score;
      values.set(name, [...(values.get(name) ?? []), value]);
      if (comment !== null && comment.trim() !== "") {
        reasons.push({ id, name, text: comment, scorer, isJudged: isJudged(score) });
      }
    }
  }
  return {
    output: last.output,
    run: last.experimentRun,
    error: trials.findLast((trial) => trial.experimentRun?.error)?.experimentRun?.error ?? null,
    trials: trials.length,
    figures: figuresOf(trials),
    inputTokens: last.experimentRun?.usage?.inputTokenCount ?? null,
    outputTokens: last.experimentRun?.usage?.outputTokenCount ?? null,
    scores: new Map([...values].map(([name, all]) => [name, mean(all)])),
    reasons,
  };
}

/**
 * Comparison of a {@link Cell} with the baseline: `regressed` if any score is worse, `improved` if any is better and
 * none is worse.
 */
export type Standing = "improved" | "regressed" | "same";

/** Settings that determine whether a cell is better or worse than the baseline. */
export interface Judgment {
  readonly directionOf: DirectionOf;
  /** Name of the only score that counts. Undefined means that all scores count. */
  readonly score?: string | undefined;
}

export function standingOf(cell: Cell | undefined, base: Cell | undefined, { directionOf, score }: Judgment): Standing {
  if (!cell || !base || cell === base) return "same";
  let standing: Standing = "same";
  for (const [name, value] of cell.scores) {
    const before = base.scores.get(name);
    if (before === undefined || (score !== undefined && name !== score)) continue;
    const tone = changeTone(value - before, directionOf(name));
    if (tone === "worse") return "regressed";
    if (tone === "better") standing = "improved";
  }
  return standing;
}

/**
 * Returns the score names of a row, in the order in which all its cells show them. If there are more than `maxScores`,
 * the score that counts comes first, then those that are worse than the baseline in any cell, then other changed ones.
 */
export function scoreOrder(
  cells: ComparedRow["cells"],
  { base, maxScores, score, directionOf }: { readonly base: number; readonly maxScores: number } & Judgment,
): readonly string[] {
  const names = [...new Set(cells.flatMap((cell) => [...(cell?.scores.keys() ?? [])]))];
  if (names.length <= maxScores) return names;
  const rankOf = (name: string): number => {
    if (name === score) return 3;
    const before = cells[base]?.scores.get(name);
    const changes = cells.map((cell) => {
      const value = cell?.scores.get(name);
      return before === undefined || value === undefined ? 0 : shownDifference(before, value);
    });
    if (changes.some((change) => changeTone(change, directionOf(name)) === "worse")) return 2;
    return changes.some((change) => change !== 0) ? 1 : 0;
  };
  const ranks = new Map(names.map((name) => [name, rankOf(name)]));
  return names.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}

export interface ColumnSummary {
  readonly figures: readonly FigureSummary[];
  readonly improved: number;
  readonly regressed: number;
  /** Number of rows in which the experiment and the baseline have a score of the same name. */
  readonly comparedCount: number;
  /** Whether the experiment and the baseline have results, but in no common row. */
  readonly isUnrelated: boolean;
  /**
   * Average scores by name. `delta` is the shown difference from the baseline, over the rows in which both have the
   * score; null if there are none.
   */
  readonly averages: readonly { readonly name: string; readonly average: number; readonly delta: number | null }[];
}

export function summarize(
  rows: readonly ComparedRow[],
  { column, base, ...judgment }: { readonly column: number; readonly base: number } & Judgment,
): ColumnSummary {
  const standings = rows.map(({ cells }) => standingOf(cells[column], cells[base], judgment));
  const has = (place: number) => rows.some(({ cells }) => cells[place] !== undefined);
  const pairs = column === base ? [] : scorePairs(rows, { column, base });
  return {
    figures: figureNames.flatMap((name) => summarizeFigure(rows, { name, column, base })),
    improved: standings.filter((standing) => standing === "improved").length,
    regressed: standings.filter((standing) => standing === "regressed").length,
    comparedCount: Math.max(0, ...pairs.map(([, both]) => both.length)),
    isUnrelated: has(column) && has(base) && !rows.some(({ cells }) => cells[column] && cells[base]),
    averages: [...averages(rows, column)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, average]) => {
        const both = pairs.find(([paired]) => paired === name)?.[1] ?? [];
        const meanBy = (side: "before" | "after") => mean(both.map((pair) => pair[side]));
        return { name, average, delta: both.length === 0 ? null : shownDifference(meanBy("before"), meanBy("after")) };
      }),
  };
}

type ScorePairs = readonly (readonly [
  name: string,
  both: readonly { readonly before: number; readonly after: number }[],
])[];

/** Returns the values of each score in the rows in which both experiments have it, by score name. */
function scorePairs(
  rows: readonly ComparedRow[],
  { column, base }: { readonly column: number; readonly base: number },
): ScorePairs {
  return scoreNames(rows).map((name) => [
    name,
    rows.flatMap(({ cells }) => {
      const [before, after] = [cells[base]?.scores.get(name), cells[column]?.scores.get(name)];
      return before === undefined || after === undefined ? [] : [{ before, after }];
    }),
  ]);
}

/**
 * Compares the scores of the experiment in `column` with the scores of the baseline in `base`, by score name. A row
 * counts for a score only if both cells have this score. Returns an empty map if `column` equals `base`.
 */
export function compareWithBaseline(
  rows: readonly ComparedRow[],
  { column, base, directionOf }: Pick<Judgment, "directionOf"> & { readonly column: number; readonly base: number },
): ReadonlyMap<string, ComparedScore> {
  if (column === base) return new Map();
  return new Map(
    compareScores(scorePairs(rows, { column, base }), { directionOf }).map((score) => [score.name, score]),
  );
}

/**
 * Returns the figures of the experiment in `column` that clearly differ from those of the baseline in `base`, by the
 * same rule as scores.
 */
export function clearFigures(
  rows: readonly ComparedRow[],
  { column, base }: { readonly column: number; readonly base: number },
): ReadonlySet<string> {
  const pairs = figureNames.map((name) => [name, figurePairs(rows, { name, column, base })] as const);
  return new Set(
    compareScores(pairs, { directionOf: () => "LOWER_IS_BETTER" })
      .filter(({ verdict }) => verdict === "improved" || verdict === "regressed")
      .map(({ name }) => name),
  );
}

function averages(rows: readonly ComparedRow[], column: number): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const { cells } of rows) {
    for (const [name, value] of cells[column]?.scores ?? []) values.set(name, [...(values.get(name) ?? []), value]);
  }
  return new Map([...values].map(([name, all]) => [name, mean(all)]));
}

/** Returns the rows that match the filters of a comparison. */
export function selectCompared(
  rows: readonly ComparedRow[],
  {
    base,
    search: { score, regressions, improvements, search = "" },
    directionOf,
  }: { readonly base: number; readonly search: CompareSearch } & Pick<Judgment, "directionOf">,
): readonly ComparedRow[] {
  const wanted: Standing | null = regressions ? "regressed" : improvements ? "improved" : null;
  return rows.filter((row) => {
    const { cells } = row;
    const isWanted = (cell: Cell | undefined) => standingOf(cell, cells[base], { score, directionOf }) === wanted;
    return (wanted === null || cells.some(isWanted)) && hasText(row, search);
  });
}

export function scoreNames(rows: readonly ComparedRow[]): string[] {
  const names = rows.flatMap(({ cells }) => cells.flatMap((cell) => [...(cell?.scores.keys() ?? [])]));
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other));
}
