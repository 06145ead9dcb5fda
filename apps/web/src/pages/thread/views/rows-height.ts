/** Height of a row of the tree and the waterfall, in pixels. */
export const rowHeight = 30;

/** Returns the height of the tree or the waterfall in which all rows are visible, as a CSS length. */
export function rowsHeight(count: number): string {
  return `calc(${count * rowHeight}px + 2.5rem)`;
}
