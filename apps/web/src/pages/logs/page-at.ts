export const recordsPerPage = 50;

/**
 * Returns the number of the current page, starting at 0. It is the page of the first visible row, or the last page if
 * the list is scrolled to its end.
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
