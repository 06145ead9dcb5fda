import type { LogRecord } from "./log-record.ts";
import type { LogResource } from "./log-resource.ts";
import { isScoreColumn, type ScoreColumn, scoreNameIn, scoresOfName } from "./score-columns.ts";

/** Media query of a window in which a table would be cut off. It shows records as cards. */
export const cardWindow = "(width < 40rem)";

/** Widths of the columns of all lists, in pixels. For a flexible column, it is the minimum width. */
const widths = {
  name: 150,
  status: 100,
  error: 180,
  type: 118,
  model: 130,
  provider: 110,
  input: 122,
  output: 122,
  value: 120,
  label: 110,
  scorer: 120,
  comment: 140,
  duration: 88,
  ttFirstToken: 90,
  turnCount: 60,
  tokenCount: 72,
  inputTokenCount: 80,
  outputTokenCount: 90,
  tokenThroughputInSeconds: 90,
  cost: 90,
  tags: 130,
  scores: 156,
  participant: 120,
  environment: 100,
  metadata: 220,
  createdAt: 140,
  threadId: 200,
  id: 200,
} as const;

/** Column that exists in every project. A {@link ScoreColumn} exists only in a project with scores of its name. */
export type FixedColumn = keyof typeof widths;
export type ColumnName = FixedColumn | ScoreColumn;

const scoreWidth = 104;

function widthOfColumn(name: ColumnName): number {
  return isScoreColumn(name) ? scoreWidth : widths[name];
}

/** Width of a column that shows an excerpt around a match, in pixels. */
const matchedWidth = 260;
const elastic: readonly ColumnName[] = ["input", "output", "comment"];
/** Factor with which the first column (the name) grows, in the unit `fr`. Each text column has the factor 1. */
const nameShare = 1.5;
const checkWidth = 36;

/**
 * Returns the minimum width of the table in pixels, and its columns as `grid-template-columns`. The first column,
 * the text columns and the scores share the remaining width, unless the user has resized them.
 */
export function layOut(
  columns: readonly ColumnName[],
  own: Readonly<Partial<Record<ColumnName, number | undefined>>> = {},
): { readonly width: number; readonly template: string } {
  const isText = columns.some((name) => elastic.includes(name));
  const widthOf = (name: ColumnName): number => own[name] ?? widthOfColumn(name);
  const tracks = columns.map((name, index) => {
    const isElastic = elastic.includes(name) || name === "scores" || index === 0;
    const share = isText && index === 0 ? nameShare : 1;
    return own[name] === undefined && isElastic ? `minmax(${widthOfColumn(name)}px, ${share}fr)` : `${widthOf(name)}px`;
  });
  return {
    width: columns.reduce((sum, name) => sum + widthOf(name), checkWidth),
    template: `${checkWidth}px ${tracks.join(" ")}`,
  };
}

/** Columns to hide when space is short, the least important first. */
const dispensable: readonly ColumnName[] = [
  "environment",
  "type",
  "status",
  "tags",
  "participant",
  "turnCount",
  "scores",
  "cost",
  "tokenCount",
  "model",
  "duration",
  // The list of scores needs this column more than the input.
  "scorer",
];

/** Further columns to hide while a record is open beside the list, because the open record shows their values. */
const dispensableBeside: readonly ColumnName[] = ["output", "input", "comment", "label"];

/**
 * Returns the columns that fit into the width, in order. Hides the least important columns first, but never the sort
 * column.
 */
export function fittingColumns(
  columns: readonly ColumnName[],
  options: {
    readonly width: number;
    readonly isSearched: boolean;
    readonly ordered?: string | undefined;
    readonly isPeeking?: boolean | undefined;
    readonly widths?: Readonly<Partial<Record<ColumnName, number | undefined>>> | undefined;
  },
): readonly ColumnName[] {
  const { width, isSearched, ordered, isPeeking = false, widths: own } = options;
  const needed = (names: readonly ColumnName[]): number => {
    const texts = names.filter((name) => elastic.includes(name));
    return (
      layOut(names, own).width +
      (isSearched ? texts.reduce((sum, name) => sum + matchedWidth - widthOfColumn(name), 0) : 0)
    );
  };
  let left = columns;
  for (const name of isPeeking ? [...dispensable, ...dispensableBeside] : dispensable) {
    if (needed(left) <= width) break;
    if (name !== ordered) left = left.filter((each) => each !== name);
  }
  return left;
}

/** Columns that cards do not show by default, because a card is easier to read with few values. */
const notInCards: readonly ColumnName[] = ["status", "turnCount", "environment"];

export function columnsOfCard(columns: readonly ColumnName[], ordered: string | undefined): readonly ColumnName[] {
  return columns.filter((name) => name === ordered || !notInCards.includes(name));
}

const ofSteps: readonly FixedColumn[] = [
  "name",
  "createdAt",
  "type",
  "status",
  "error",
  "input",
  "output",
  "duration",
  "tokenCount",
  "cost",
  "model",
  "provider",
  "ttFirstToken",
  "inputTokenCount",
  "outputTokenCount",
  "tags",
  "scores",
  "participant",
  "environment",
  "metadata",
  "threadId",
  "id",
];

/**
 * Columns of each list in their default order. The first column cannot be hidden. The columns that are visible by
 * default fit on the page with both side panels open.
 */
export const columnsOf: Readonly<Record<LogResource, readonly FixedColumn[]>> = {
  threads: [
    "name",
    "createdAt",
    "input",
    "output",
    "error",
    "participant",
    "turnCount",
    "tokenCount",
    "cost",
    "duration",
    "tags",
    "scores",
    "environment",
    "metadata",
    "id",
  ],
  runs: ofSteps.filter((name) => name !== "type"),
  generations: [
    "name",
    "createdAt",
    "model",
    "status",
    "error",
    "input",
    "output",
    "duration",
    "ttFirstToken",
    "tokenCount",
    "inputTokenCount",
    "outputTokenCount",
    "tokenThroughputInSeconds",
    "cost",
    "tags",
    "scores",
    "provider",
    "type",
    "participant",
    "environment",
    "metadata",
    "threadId",
    "id",
  ],
  steps: ofSteps,
  scores: [
    "name",
    "createdAt",
    "value",
    "scorer",
    "comment",
    "input",
    "output",
    "participant",
    "type",
    "tags",
    "label",
    "model",
    "environment",
    "threadId",
    "id",
  ],
};

/**
 * Columns that are not shown by default. For example, `label` is hidden because the column `value` also shows the
 * label.
 */
const hidden = new Set<ColumnName>([
  "error",
  "label",
  "provider",
  "ttFirstToken",
  "inputTokenCount",
  "outputTokenCount",
  "tokenThroughputInSeconds",
  "environment",
  "metadata",
  "threadId",
  "id",
]);

const ofUsage: readonly ColumnName[] = ["tokenCount", "inputTokenCount", "outputTokenCount", "cost"];

/**
 * Whether a list of runs or steps shows usage or cost. If so, the list also requests the total usage of each step and
 * its descendants.
 */
export function showsUsage(resource: LogResource, columns: readonly ColumnName[]): boolean {
  return (resource === "runs" || resource === "steps") && columns.some((name) => ofUsage.includes(name));
}

export function defaultColumns(resource: LogResource): readonly FixedColumn[] {
  const shown = columnsOf[resource].filter(
    (name) => !hidden.has(name) || (resource === "threads" && name === "environment"),
  );
  const said: ColumnName = resource === "generations" ? "type" : "model";
  return shown.filter((name) => name !== said);
}

/** Columns by which each list can be sorted. */
export const sortColumns = {
  threads: ["createdAt", "duration", "tokenCount", "cost", "participant"],
  runs: ["createdAt", "duration", "tokenCount", "cost"],
  steps: ["createdAt", "duration", "tokenCount", "cost"],
  generations: ["createdAt", "duration", "model", "tokenCount", "cost", "provider", "participant"],
  scores: ["createdAt", "value"],
} as const satisfies Readonly<Record<LogResource, readonly FixedColumn[]>>;

/** Returns the API's name of a sort column; null if the list cannot be sorted by the column. */
export function orderColumn(resource: LogResource, name: string): string | null {
  const names: readonly string[] = sortColumns[resource];
  return names.includes(name) ? name : null;
}

/**
 * Returns the sort order of a URL, or undefined for the default order if the list cannot be sorted by its column.
 * `startTime` is a name of the API for `createdAt`, which saved views of other clients may contain.
 */
export function knownOrder(resource: LogResource, order: string | undefined): string | undefined {
  const column = order?.split(":")[0] ?? "";
  const hasStartTime = resource !== "generations" && resource !== "scores";
  return orderColumn(resource, column) !== null || (hasStartTime && column === "startTime") ? order : undefined;
}

export function showsScores(columns: readonly ColumnName[]): boolean {
  return columns.some((name) => name === "scores" || isScoreColumn(name));
}

export function columnValue(record: LogRecord, name: ColumnName): unknown {
  if (isScoreColumn(name)) return scoresOfName(record.scores, scoreNameIn(name))?.average;
  switch (name) {
    case "status":
      return record.error ? "error" : (record.openState ?? "ok");
    case "scores":
      return Object.fromEntries((record.scores ?? []).map((score) => [score.name, score.value]));
    case "input":
      return record.input ?? record.inputPreview;
    case "output":
      return record.output ?? record.outputPreview;
    default:
      return record[name];
  }
}
