import Papa from "papaparse";
import { type ColumnName, columnValue } from "../columns.ts";
import type { LogRecord } from "../log-record.ts";
import { neutralCell } from "@threadline/schema/csv-cells";

export const exportFormats = ["csv", "jsonl"] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Formats records as CSV with a header row, or as one JSON object per line. */
export function writeRecords(
  records: readonly LogRecord[],
  options: { readonly format: ExportFormat; readonly columns: readonly ColumnName[]; readonly isFirst: boolean },
): string {
  const { format, columns, isFirst } = options;
  if (format === "jsonl") return records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const rows = records.map((record) => columns.map((name) => neutralCell(columnValue(record, name))));
  const lines = isFirst ? [[...columns], ...rows] : rows;
  return lines.length === 0 ? "" : `${Papa.unparse(lines, { newline: "\r\n" })}\r\n`;
}
