export { type ExportedItem, itemsAsCsv, itemsAsJsonl, itemsAsParquet } from "./export-items.ts";
export {
  type ColumnUse,
  type ColumnUses,
  columnUses,
  guessUses,
  hasInput,
  type KnownFields,
  type NewItem,
  toItem,
} from "./import-columns.ts";
export { checkFile, type FileCheck, type FileOverview, readItems, scanFile } from "./import-file.ts";
export { inRequests } from "./in-requests.ts";
export { type DatasetFile, type ImportedRow, lineProblems, ParquetError, type RowProblem } from "./read-rows.ts";
