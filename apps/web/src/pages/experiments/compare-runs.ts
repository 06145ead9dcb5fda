import type { JsonValue } from "@threadline/schema/sdk";
import { mean } from "./mean.ts";
import { type FigureName, figureNames, figuresOf, type FigureSummary, summariseFigure } from "./run-figures.ts";

export interface TrialScore {
  readonly name: string;
  readonly value: number;
  readonly comment: string | null;
  readonly scorer: string | null;
}

/** Why a score was given. */
export interface ScoreReason {
  readonly name: string;
  readonly text: string;
  /** Name of the person, program or model that judged. */
  readonly scorer: string | null;
}

/** One trial as an experiment has it. */
export interface Trial {
  readonly id: string;
  readonly datasetItemId: string | null;
  readonly experimentRunId: string | null;
  readonly input: JsonValue | null;
  readonly output: JsonValue | null;
  readonly scores: readonly TrialScore[] | null;
  readonly experimentRun: {
    readonly id: string;
    readonly threadId: string | null;
    readonly rootRunId: string | null;
    /** ISO-8601. */
    readonly startTime: string | null;
    readonly endTime: string | null;
    readonly usage: {
      readonly inputTokenCount: number | null;
      readonly outputTokenCount: number | null;
      readonly tokenCount: number | null;
      /** US dollars. */
      readonly cost: number | null;
    } | null;
    readonly scores: readonly TrialScore[] | null;
  } | null;
}

export interface Run {
  readonly id: string;
  readonly items: readonly Trial[];
}

/** An example of the dataset that was tried. */
export interface Example {
  readonly id: string;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
}

/** What one experiment did with one example. */
export interface Cell {
  readonly output: JsonValue | null;
  /** The step that recorded it; null when there is none. */
  readonly run: { readonly id: string; readonly threadId: string | null; readonly rootRunId: string | null } | null;
  /** How many trials there were: their scores are averaged, the last output stands. */
  readonly trials: number;
  /** What each of them took, as far as it is known. */
  readonly figures: Readonly<Record<FigureName, readonly number[]>>;
  /** Of the last trial. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Average by name. */
  readonly scores: ReadonlyMap<string, number>;
  /** The comments of all scores. */
  readonly reasons: readonly ScoreReason[];
}

/** One example with a cell for each run, undefined where a run did not try it. */
export interface ComparedRow {
  readonly key: string;
  /** Ids of the trials in it. */
  readonly itemIds: readonly string[];
  /** Place in the comparison, from 1. */
  readonly number: number;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
  readonly cells: readonly (Cell | undefined)[];
}

/**
 * The rows of a comparison: the examples in the order of the dataset, then what was tried without one, known by its input.
 * An example that no run tried is left out.
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
  const known = new Map(examples.map((example) => [example.id, example]));
  const keys = [
    ...examples.map(({ id }) => id).filter((id) => trialsOf.has(id)),
    ...[...trialsOf.keys()].filter((key) => !known.has(key)),
  ];
  return keys.map((key, index) => {
    const columns = trialsOf.get(key) ?? [];
    const example = known.get(key);
    return {
      key,
      itemIds: columns.flat().map(({ id }) => id),
      number: index + 1,
      input: example?.input ?? columns.flat()[0]?.input ?? null,
      expectedOutput: example?.expectedOutput ?? null,
      cells: columns.map(toCell),
    };
  });
}

function toCell(trials: readonly Trial[]): Cell | undefined {
  const last = trials.at(-1);
  if (!last) return undefined;
  const values = new Map<string, number[]>();
  const reasons: ScoreReason[] = [];
  for (const { scores, experimentRun } of trials) {
    for (const { name, value, comment, scorer } of [...(scores ?? []), ...(experimentRun?.scores ?? [])]) {
      values.set(name, [...(values.get(name) ?? []), value]);
      if (comment !== null && comment.trim() !== "") reasons.push({ name, text: comment, scorer });
    }
  }
  return {
    output: last.output,
    run: last.experimentRun,
    trials: trials.length,
    figures: figuresOf(trials),
    inputTokens: last.experimentRun?.usage?.inputTokenCount ?? null,
    outputTokens: last.experimentRun?.usage?.outputTokenCount ?? null,
    scores: new Map([...values].map(([name, all]) => [name, mean(all)])),
    reasons,
  };
}

/** How a cell stands against the baseline's: worse when one score is lower, better when one is higher and none is lower. */
export type Standing = "improved" | "regressed" | "same";

export function standingOf(cell: Cell | undefined, base: Cell | undefined, score?: string): Standing {
  if (!cell || !base || cell === base) return "same";
  let standing: Standing = "same";
  for (const [name, value] of cell.scores) {
    const before = base.scores.get(name);
    if (before === undefined || (score !== undefined && name !== score)) continue;
    if (value < before) return "regressed";
    if (value > before) standing = "improved";
  }
  return standing;
}

/** The figures at the head of a column. */
export interface ColumnSummary {
  /** Those that are known of a row. */
  readonly figures: readonly FigureSummary[];
  readonly improved: number;
  readonly regressed: number;
  /** By name, with the difference to the baseline where both have scores of the name. */
  readonly averages: readonly { readonly name: string; readonly average: number; readonly delta: number | null }[];
}

export function summarise(rows: readonly ComparedRow[], column: number, base: number, score?: string): ColumnSummary {
  const standings = rows.map(({ cells }) => standingOf(cells[column], cells[base], score));
  const before = averages(rows, base);
  return {
    figures: figureNames.flatMap((name) => summariseFigure(rows, { name, column, base })),
    improved: standings.filter((standing) => standing === "improved").length,
    regressed: standings.filter((standing) => standing === "regressed").length,
    averages: [...averages(rows, column)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, average]) => {
        const old = before.get(name);
        return { name, average, delta: column === base || old === undefined ? null : average - old };
      }),
  };
}

function averages(rows: readonly ComparedRow[], column: number): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const { cells } of rows) {
    for (const [name, value] of cells[column]?.scores ?? []) values.set(name, [...(values.get(name) ?? []), value]);
  }
  return new Map([...values].map(([name, all]) => [name, mean(all)]));
}

/** Whether some run did worse than the baseline on the row. */
export function hasRegressed({ cells }: ComparedRow, base: number, score?: string): boolean {
  return cells.some((cell) => standingOf(cell, cells[base], score) === "regressed");
}

/** The names of all scores, in alphabetical order. */
export function scoreNames(rows: readonly ComparedRow[]): string[] {
  const names = rows.flatMap(({ cells }) => cells.flatMap((cell) => [...(cell?.scores.keys() ?? [])]));
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other));
}
