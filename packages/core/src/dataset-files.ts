import {
  type ColumnUse,
  columnUses,
  type ColumnUses,
  type DatasetFile,
  type ExportedItem,
  guessUses,
  hasInput,
  inRequests,
  itemsAsCsv,
  itemsAsJsonl,
  itemsAsParquet,
  readItems,
  type RowProblem,
  scanFile,
} from "@threadline/schema/dataset-files";
import type { DatasetVersionOperations } from "./api/dataset-versions.ts";
import type { DatasetOperations } from "./api/datasets.ts";
import { ConfigError } from "./errors.ts";
import type { DatasetSelection, KnownDatasetItem } from "./types/datasets.ts";

export type { ColumnUse, ColumnUses, DatasetFile, RowProblem };

/** Format of a file with dataset items. */
export type DatasetFileFormat = "csv" | "jsonl" | "parquet";

export interface ImportDatasetFileOptions {
  /**
   * Maps column names to the use of the column. For example, `{ question: "input.key", answer: "expectedOutput" }`
   * makes the column `question` a field of the input and the column `answer` the whole expected output. The use of a
   * column that is not listed is guessed from the column's name.
   */
  columns?: ColumnUses | undefined;
  /**
   * Whether an item of the file replaces the stored item with the same id. Default: false, so that the stored item
   * stays unchanged.
   */
  replace?: boolean | undefined;
  /** Whether the file is only read and checked, so that no items are added. Default: false. */
  dryRun?: boolean | undefined;
  /** Called after each request with the number of items sent so far. */
  onProgress?: ((sent: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface DatasetFileImport {
  /** Number of items that were sent or, in a dry run, would be sent. */
  items: number;
  /** Targets of the columns. */
  columns: ColumnUses;
  /** The first hundred rows that cannot be imported. */
  problems: RowProblem[];
  problemCount: number;
}

const MAX_PROBLEMS = 100;

/**
 * Adds the items of a CSV, JSONL or Parquet file to a dataset. The extension of the file name determines the format.
 * Rows that cannot be imported are skipped, and the first 100 of them are listed in the result. The items are sent in
 * several requests, and each request creates a version of the dataset.
 *
 * @example
 * ```ts
 * import { Threadline } from "@threadline/core";
 * import { exportDatasetFile, importDatasetFile } from "@threadline/core/dataset-files";
 *
 * const { api } = new Threadline();
 * const { id } = await api.createDataset({ name: `capitals ${crypto.randomUUID()}` });
 * const file = new File(["country,answer\nFrance,Paris\nKenya,Nairobi\n"], "capitals.csv");
 * console.log(await importDatasetFile(api, id, file));
 * console.log(await (await exportDatasetFile(api, id, "jsonl")).text());
 * ```
 *
 * @throws {ConfigError} if no column is an input, or a target is unknown.
 * @throws {GraphQLRequestError} when the service refuses items; those of earlier requests were added.
 */
export async function importDatasetFile(
  api: Pick<DatasetOperations, "createDatasetItems">,
  datasetId: string,
  file: DatasetFile,
  { columns: given = {}, replace, dryRun = false, onProgress, signal }: ImportDatasetFileOptions = {},
): Promise<DatasetFileImport> {
  const { columns, isJson } = await scanFile(file);
  const uses = { ...guessUses(columns), ...given };
  for (const [column, use] of Object.entries(given)) {
    if (!columns.includes(column)) throw new ConfigError(`importDatasetFile: ${file.name} has no column ${column}`);
    if (!columnUses.includes(use)) {
      throw new ConfigError(
        `importDatasetFile: the column ${column} must be assigned to one of ${columnUses.join(", ")}`,
      );
    }
  }
  if (!hasInput(uses))
    throw new ConfigError(
      `importDatasetFile: no column of ${file.name} is assigned to the input; set columns, such as { question: "input.key" }`,
    );
  const result: DatasetFileImport = { items: 0, columns: uses, problems: [], problemCount: 0 };
  const mapping = { columns, uses, isJson };
  for await (const { items, problems } of readItems(file, mapping, "The row has no input")) {
    signal?.throwIfAborted();
    result.problemCount += problems.length;
    result.problems.push(...problems.slice(0, MAX_PROBLEMS - result.problems.length));
    for (const part of inRequests(items.map(({ item }) => item))) {
      // The service accepts any JSON as input and expected output; the types of the SDK are narrower.
      if (!dryRun) await api.createDatasetItems(datasetId, part as KnownDatasetItem[], { replace, signal });
      result.items += part.length;
      onProgress?.(result.items);
    }
  }
  return result;
}

/** Returns the items of a dataset as a file. `importDatasetFile` reads the same items from this file. */
export async function exportDatasetFile(
  api: Pick<DatasetVersionOperations, "getDatasetItems">,
  datasetId: string,
  format: DatasetFileFormat,
  selection: DatasetSelection = {},
): Promise<Blob> {
  const items = (await api.getDatasetItems(datasetId, selection)).map(
    ({ id, createdAt, input, expectedOutput = null, metadata, splits = null, stepId = null }) => {
      return { id, createdAt, input, expectedOutput, metadata, splits, stepId };
    },
  ) as unknown as ExportedItem[]; // the service returns items with these fields
  switch (format) {
    case "csv":
      return new Blob([itemsAsCsv(items)], { type: "text/csv" });
    case "jsonl":
      return new Blob([itemsAsJsonl(items)], { type: "application/x-ndjson" });
    case "parquet":
      return new Blob([await itemsAsParquet(items)], { type: "application/vnd.apache.parquet" });
  }
}
