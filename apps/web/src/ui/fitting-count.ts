/** Space between items, in pixels. */
const gap = 4;
/** Width of the number of hidden items, in pixels. */
const restWidth = 34;
/** Minimum width of the name in an item that is cut. With less space, only the number of items is shown. */
const minNameWidth = 40;

export interface Fitting {
  readonly count: number;
  /** Whether the only shown item is cut. */
  readonly isCut: boolean;
}

/**
 * Returns how many items with the given widths fit in a line, with the number of the rest behind them. If not even the
 * first item fits, its name may be cut: `nameWidth` is the width of the whole name.
 */
export function fittingCount(widths: readonly number[], nameWidth: number, lineWidth: number): Fitting {
  let used = 0;
  for (const [index, width] of widths.entries()) {
    used += width + (index > 0 ? gap : 0);
    const isLast = index === widths.length - 1;
    // Widths are not whole pixels, and the width of the line is rounded.
    if (used + (isLast ? 0 : gap + restWidth) > lineWidth + 0.5) {
      const space = lineWidth - (isLast ? 0 : gap + restWidth);
      const isCut = index === 0 && space >= width - nameWidth + minNameWidth;
      return { count: isCut ? 1 : index, isCut };
    }
  }
  return { count: widths.length, isCut: false };
}
