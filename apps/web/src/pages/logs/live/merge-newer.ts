import type { LogPage, LogRecord } from "../log-record.ts";

export interface NewerRecords {
  readonly pages: readonly LogPage[];
  /**
   * Number of records on the reloaded first page that were not loaded before. If none of the page's records was loaded
   * before, there may be more new records on later pages.
   */
  readonly newCount: number;
}

/**
 * Adds the records of a reloaded first page to the loaded pages. If no loaded record is on the new page, there may be a
 * gap, so the loaded pages are dropped.
 */
export function mergeNewer(pages: readonly LogPage[], fresh: LogPage): NewerRecords {
  const known = new Set(pages.flatMap((page) => page.records.map(({ id }) => id)));
  const newer = fresh.records.filter(({ id }) => !known.has(id));
  const base = { newCount: newer.length };
  const overlaps = known.size === 0 || newer.length < fresh.records.length || fresh.nextCursor === null;
  const [first, ...others] = pages;
  if (!overlaps || first === undefined || known.size === 0) return { ...base, pages: [fresh] };
  const changed = new Map(fresh.records.map((record) => [record.id, record]));
  const update = (record: LogRecord): LogRecord => changed.get(record.id) ?? record;
  const top = { ...first, records: [...newer, ...first.records.map(update)] };
  return { ...base, pages: [top, ...others.map((page) => ({ ...page, records: page.records.map(update) }))] };
}
