import { isScoreColumn, scoreColumn, scoreNameIn, type ScoreColumn } from "../logs/score-columns.ts";

export const userColumns = ["lastEngaged", "firstEngaged", "threads", "errors", "errorRate", "tokens", "cost"] as const;

export type UserColumn = (typeof userColumns)[number] | ScoreColumn;

/** Maximum number of score columns, because each of them needs a request. */
export const maxScoreColumns = 5;

/** Validates stored columns. Skips unknown ones. Null selects the default. */
export function readUserColumns(stored: unknown): readonly UserColumn[] | null {
  if (!Array.isArray(stored)) return null;
  const names = stored.map(String);
  return inOrder([
    ...userColumns.filter((name) => names.includes(name)),
    ...names.filter((name) => isScoreColumn(name)),
  ]);
}

/** Returns the columns in their order in the table: scores come last. */
export function inOrder(columns: readonly UserColumn[]): readonly UserColumn[] {
  const scores = [...new Set(columns.filter((name) => isScoreColumn(name)))].slice(0, maxScoreColumns);
  return [...userColumns.filter((name) => columns.includes(name)), ...scores];
}

/** Returns the score columns for these names, and the score columns that are already in `shown`, sorted by name. */
export function scoreColumnsOf(names: readonly string[], shown: readonly UserColumn[]): readonly ScoreColumn[] {
  return [
    ...new Set([...names.map((name) => scoreColumn(name)), ...shown.filter((name) => isScoreColumn(name))]),
  ].toSorted((one, other) => scoreNameIn(one).localeCompare(scoreNameIn(other)));
}
