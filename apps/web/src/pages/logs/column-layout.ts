import { type ColumnName, columnsOf } from "./columns.ts";
import type { LogResource } from "./log-resource.ts";
import { isScoreColumn, type ScoreColumn } from "./score-columns.ts";

/** Widths of the columns that the user resized, in pixels. */
export type ColumnWidths = Readonly<Partial<Record<ColumnName, number | undefined>>>;

export interface ColumnLayout {
  readonly columns: readonly ColumnName[];
  readonly widths: ColumnWidths;
}

export const minColumnWidth = 48;
export const maxColumnWidth = 1_200;

/**
 * Parses the columns in a URL or a saved view. An entry is a column name, or `name:width` for a resized column. Skips
 * unknown columns. The list's first column always stays first.
 */
export function readLayout(resource: LogResource, entries: unknown): ColumnLayout | null {
  if (!Array.isArray(entries)) return null;
  const offered = columnsOf[resource];
  const widths: Partial<Record<ColumnName, number>> = {};
  const columns = new Set<ColumnName>(offered.slice(0, 1));
  for (const entry of entries) {
    const [text, width] = String(entry).split(":");
    const name = offered.find((each) => each === text) ?? scoreColumnIn(resource, text);
    if (name === undefined) continue;
    columns.add(name);
    if (width !== undefined && isWidth(Number(width))) widths[name] = Number(width);
  }
  return { columns: [...columns], widths };
}

export function writeLayout({ columns, widths }: ColumnLayout): string[] {
  return columns.map((name) => (widths[name] === undefined ? name : `${name}:${widths[name]}`));
}

/** Parses stored widths. Skips invalid ones. */
export function readWidths(resource: LogResource, stored: unknown): ColumnWidths {
  if (typeof stored !== "object" || stored === null) return {};
  const found = new Map<string, unknown>(Object.entries(stored));
  const ofScores = [...found.keys()].flatMap((text) => scoreColumnIn(resource, text) ?? []);
  const widths: Partial<Record<ColumnName, number>> = {};
  for (const name of [...columnsOf[resource], ...ofScores]) {
    const width = found.get(name);
    if (isWidth(width)) widths[name] = width;
  }
  return widths;
}

function scoreColumnIn(resource: LogResource, text: string | undefined): ScoreColumn | undefined {
  return resource !== "scores" && text !== undefined && isScoreColumn(text) ? text : undefined;
}

function isWidth(width: unknown): width is number {
  return typeof width === "number" && width >= minColumnWidth && width <= maxColumnWidth;
}

/** Inserts a column at its position in the default order. */
export function insertColumn(
  resource: LogResource,
  columns: readonly ColumnName[],
  name: ColumnName,
): readonly ColumnName[] {
  if (columns.includes(name)) return columns;
  const placed: readonly ColumnName[] = columnsOf[resource];
  // A column for one score name is placed after the column for all scores.
  const before = placed.slice(0, placed.indexOf(isScoreColumn(name) ? "scores" : name) + (isScoreColumn(name) ? 1 : 0));
  const isBefore = (each: ColumnName): boolean =>
    before.includes(each) || (isScoreColumn(each) && (isScoreColumn(name) || before.includes("scores")));
  return columns.toSpliced(columns.findLastIndex(isBefore) + 1, 0, name);
}

/** Moves a column to the position of another. The first column cannot be moved. */
export function moveColumn(
  columns: readonly ColumnName[],
  name: ColumnName,
  target: ColumnName | undefined,
): readonly ColumnName[] {
  const [from, to] = [columns.indexOf(name), target === undefined ? -1 : columns.indexOf(target)];
  if (from <= 0 || to <= 0) return columns;
  return columns.toSpliced(from, 1).toSpliced(to, 0, name);
}
