import { InvalidCursorError } from "../list.ts";

export type OrderValue = string | number | null;

/** A position in an ordered list: the ordered value, then the order of insertion. */
export interface Position {
  readonly value: OrderValue;
  readonly key: number;
}

export function encodeCursor(resource: string, column: string, { value, key }: Position): string {
  return Buffer.from(JSON.stringify([resource, column, value, key])).toString("base64url");
}

/** Decodes a cursor. Throws an {@link InvalidCursorError} for a cursor of another list or order. */
export function decodeCursor(resource: string, column: string, cursor: string): Position {
  const [cursorResource, cursorColumn, value, key] = parse(cursor);
  const isOrderValue = value === null || typeof value === "string" || Number.isFinite(value);
  if (!isOrderValue || !Number.isSafeInteger(key)) throw new InvalidCursorError("The cursor is malformed.");
  if (cursorResource !== resource || cursorColumn !== column) {
    throw new InvalidCursorError(`The cursor belongs to another list or order, not to ${resource} by ${column}.`);
  }
  if (!isValueOf(column, value)) throw new InvalidCursorError("The cursor is malformed.");
  return { value: value as OrderValue, key: key as number };
}

const wholeColumns = new Set(["createdAt", "lastEngaged", "firstEngaged", "threadCount", "errorThreadCount"]);
const numericColumns = new Set([...wholeColumns, "tokenCount", "duration", "cost", "value"]);
/** Columns that are never null. */
const filledColumns = new Set(["createdAt", "name", "threadCount", "errorThreadCount", "value"]);

/** Whether the value is valid for the column. This is checked because clients can forge cursors. */
function isValueOf(column: string, value: unknown): boolean {
  if (value === null) return !filledColumns.has(column);
  if (!numericColumns.has(column)) return typeof value === "string" && !value.includes("\0");
  return wholeColumns.has(column) ? Number.isSafeInteger(value) : typeof value === "number";
}

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts)) return parts;
  } catch {
    // The text is not JSON.
  }
  throw new InvalidCursorError("The cursor is malformed.");
}
