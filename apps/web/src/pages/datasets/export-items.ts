import type { JsonValue } from "@threadline/schema/sdk";
import { csvText } from "../../csv/csv-text.ts";

/** An item in the form in which it is exported. An import can read this form. */
export interface ExportedItem {
  readonly id: string;
  readonly createdAt: string;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
  readonly metadata: JsonValue | null;
  readonly stepId: string | null;
}

const columns = ["id", "createdAt", "input", "expectedOutput", "metadata", "stepId"] as const;

/** Formats items as CSV. Values other than strings are written as JSON. */
export function itemsAsCsv(items: readonly ExportedItem[]): string {
  return csvText(
    columns,
    items.map((item) => columns.map((column) => item[column])),
  );
}

export function itemsAsJsonl(items: readonly ExportedItem[]): string {
  const lines = items.map((item) => JSON.stringify(Object.fromEntries(columns.map((name) => [name, item[name]]))));
  return lines.map((line) => `${line}\n`).join("");
}
