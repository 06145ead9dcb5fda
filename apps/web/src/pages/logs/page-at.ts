export const recordsPerPage = 50;

/**
 * Returns the page number for the visible rows, starting at 0. If the last row is visible, this is the last page even
 * if rows of the previous page are visible above it.
 */
export function pageAt({
  first,
  last,
  loaded,
  count,
}: {
  readonly first: number;
  readonly last: number;
  readonly loaded: number;
  /** Number of records in the list; null while unknown. */
  readonly count: number | null;
}): number {
  const isAtEnd = count !== null && loaded >= count && last >= count - 1 && first > 0;
  return Math.max(Math.floor((isAtEnd ? count - 1 : first) / recordsPerPage), 0);
}
