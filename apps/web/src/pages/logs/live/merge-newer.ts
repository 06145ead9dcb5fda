import type { LogPage, LogRecord } from "../log-record.ts";

/** First page of a list after a reload. */
export interface NewerRecords {
  readonly pages: readonly LogPage[];
  /** Number of new records; a lower bound when the pages do not overlap. */
  readonly newCount: number;
}

/**
 * Merges a fresh first page of a list with the pages read before. When they do not overlap, the old pages are dropped.
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
