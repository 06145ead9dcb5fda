import { type Mapping, type NewItem, toItem } from "./import-columns.ts";
import { type DatasetFile, type ImportedRow, isJsonl, readRows, type RowProblem } from "./read-rows.ts";

const maxProblems = 100;

export interface FileOverview {
  readonly columns: readonly string[];
  readonly isJson: boolean;
  readonly rowCount: number;
  /** The first five rows. */
  readonly sample: readonly ImportedRow[];
}

export interface FileCheck {
  readonly itemCount: number;
  /** The first 100 problems. */
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
}

export interface NumberedItem {
  readonly number: number;
  readonly item: NewItem;
}

/** Reads a whole file, because any line of a JSONL file can add columns. Does not keep the rows in memory. */
export async function scanFile(file: DatasetFile): Promise<FileOverview> {
  let columns: readonly string[] = [];
  let rowCount = 0;
  const sample: ImportedRow[] = [];
  for await (const batch of readRows(file)) {
    ({ columns } = batch);
    rowCount += batch.rows.length + batch.problems.length;
    sample.push(...batch.rows.slice(0, 5 - sample.length));
  }
  return { columns, isJson: isJsonl(file), rowCount, sample };
}

/** Finds the rows that cannot be imported. `noInput` is the message for rows without an input. */
export async function checkFile(file: DatasetFile, mapping: Mapping, noInput: string): Promise<FileCheck> {
  const problems: RowProblem[] = [];
  let itemCount = 0;
  let problemCount = 0;
  for await (const { items, problems: found } of readItems(file, mapping, noInput)) {
    itemCount += items.length;
    problemCount += found.length;
    problems.push(...found.slice(0, maxProblems - problems.length));
  }
  return { itemCount, problems, problemCount };
}

/** Yields the items of a file in batches, and the rows that cannot be imported. */
export async function* readItems(
  file: DatasetFile,
  mapping: Mapping,
  noInput: string,
): AsyncGenerator<{ readonly items: NumberedItem[]; readonly problems: RowProblem[] }> {
  for await (const { rows, problems: unread } of readRows(file)) {
    const items: NumberedItem[] = [];
    const problems: RowProblem[] = [...unread];
    for (const { number, values } of rows) {
      const item = toItem(values, mapping);
      if (item === "noInput") problems.push({ number, message: noInput });
      else items.push({ number, item });
    }
    yield { items, problems: problems.toSorted((one, other) => one.number - other.number) };
  }
}
