import { exportedCell, itemColumns } from "../csv-cells.ts";
import type { JsonValue } from "../generated/sdk.ts";
import { csvText } from "../csv-text.ts";

/** An exported item. Imports can read this form. */
export interface ExportedItem {
  readonly id: string;
  readonly createdAt: string;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
  readonly metadata: JsonValue | null;
  readonly splits: string[] | null;
  readonly stepId: string | null;
}

export function itemsAsCsv(items: readonly ExportedItem[]): string {
  return csvText(itemColumns, items.map(cellsOf));
}

function cellsOf({ id, createdAt, input, expectedOutput, metadata, splits, stepId }: ExportedItem): string[] {
  const [inputCell, expectedCell, metadataCell] = [input, expectedOutput, metadata].map(exportedCell);
  return [
    id,
    createdAt,
    inputCell ?? "",
    expectedCell ?? "",
    metadataCell ?? "",
    (splits ?? []).join(", "),
    stepId ?? "",
  ];
}

export function itemsAsJsonl(items: readonly ExportedItem[]): string {
  const lines = items.map((item) => JSON.stringify(Object.fromEntries(itemColumns.map((name) => [name, item[name]]))));
  return lines.map((line) => `${line}\n`).join("");
}

/** Returns the items as a Parquet file. Its values are JSON texts, so that items may have any shape. */
export async function itemsAsParquet(items: readonly ExportedItem[]): Promise<ArrayBuffer> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const texts = {
    id: items.map(({ id }) => id),
    createdAt: items.map(({ createdAt }) => createdAt),
    input: items.map(({ input }) => JSON.stringify(input)),
    expectedOutput: items.map(({ expectedOutput }) => JSON.stringify(expectedOutput)),
    metadata: items.map(({ metadata }) => JSON.stringify(metadata ?? {})),
    splits: items.map(({ splits }) => (splits ?? []).join(", ")),
    stepId: items.map(({ stepId }) => stepId ?? ""),
  } satisfies Record<(typeof itemColumns)[number], string[]>;
  return parquetWriteBuffer({
    columnData: itemColumns.map((name) => ({ name, data: texts[name], type: "STRING" as const })),
  });
}
