import type { ColumnName } from "../columns.ts";
import { loadLogPage, type LogPageRequest } from "../load-log-page.ts";
import type { LogRecord } from "../log-record.ts";
import { type ExportFormat, writeRecords } from "./write-records.ts";

/**
 * Request for all records that match the filters and query of a list. The functions below add the page size and cursor.
 */
export type MatchingRequest = Omit<LogPageRequest, "after" | "first" | "signal">;

const idsAtOnce = 500;

/** Yields the matching records page by page, in list order. With `ids`, yields only these records. */
export async function* matchingPages(
  request: MatchingRequest,
  { ids, signal }: { readonly ids?: ReadonlySet<string> | undefined; readonly signal: AbortSignal },
): AsyncGenerator<readonly LogRecord[]> {
  if (ids === undefined) {
    yield* pagesOf(request, signal);
    return;
  }
  const all = [...ids];
  for (let start = 0; start < all.length; start += idsAtOnce) {
    const filter = { field: "id", operator: "in" as const, value: all.slice(start, start + idsAtOnce) };
    const part = { ...request, filters: [...request.filters, filter] };
    yield* pagesOf(part, signal);
  }
}

async function* pagesOf(request: MatchingRequest, signal: AbortSignal): AsyncGenerator<readonly LogRecord[]> {
  let after: string | undefined;
  do {
    // Pages are read one after the other, because each contains the cursor of the next.
    const page = await loadLogPage({ ...request, after, first: 100, signal });
    yield page.records;
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
}

/** Creates a file with the matching records. If aborted, rejects with the reason of the signal. */
export async function exportRecords(options: {
  readonly request: MatchingRequest;
  readonly format: ExportFormat;
  readonly columns: readonly ColumnName[];
  /** Ids of the records to export. Default: all matching records. */
  readonly ids?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}): Promise<Blob> {
  const { request, format, columns, ids, signal, onProgress } = options;
  const parts: string[] = format === "csv" ? ["\uFEFF"] : []; // spreadsheets recognize UTF-8 by the byte order mark
  let done = 0;
  let isFirst = true;
  for await (const records of matchingPages(request, { ids, signal })) {
    parts.push(writeRecords(records, { format, columns, isFirst }));
    isFirst = false;
    done += records.length;
    onProgress(done);
  }
  return new Blob(parts, { type: format === "csv" ? "text/csv;charset=utf-8" : "application/jsonl;charset=utf-8" });
}
