import type { Place } from "./widget.ts";

export const gridColumns = 12;
export const minSize = 2;
export const maxHeight = 24;

/** Moves the items up as far as possible without overlaps, in the order of their rows. */
export function compact<Item extends Place>(items: readonly Item[]): Item[] {
  const placed: Item[] = [];
  const byItem = new Map<Item, Item>();
  for (const item of items.toSorted(byReading)) {
    let row = 0;
    while (placed.some((other) => overlaps(other, { ...item, row }))) row += 1;
    const fitted = { ...item, row };
    placed.push(fitted);
    byItem.set(item, fitted);
  }
  return items.map((item) => byItem.get(item) ?? item);
}

function overlaps(one: Place, other: Place): boolean {
  return (
    one.column < other.column + other.width &&
    other.column < one.column + one.width &&
    one.row < other.row + other.height &&
    other.row < one.row + one.height
  );
}

export function byReading(one: Pick<Place, "row" | "column">, other: Pick<Place, "row" | "column">): number {
  return one.row - other.row || one.column - other.column;
}

/** Returns a free place for a new widget of this size, next to the others or below them. */
export function freePlace(items: readonly Place[], { width, height }: Pick<Place, "width" | "height">): Place {
  const bottom = Math.max(0, ...items.map((item) => item.row + item.height));
  for (let row = 0; row < bottom; row += 1) {
    for (let column = 0; column + width <= gridColumns; column += 1) {
      const place = { column, row, width, height };
      if (!items.some((item) => overlaps(item, place))) return place;
    }
  }
  return { column: 0, row: bottom, width, height };
}

/** A move or resize with the keyboard, in grid units. */
export interface Nudge {
  readonly columns?: number;
  readonly rows?: number;
  readonly width?: number;
  readonly height?: number;
}

/**
 * Moves or resizes an item within the grid, and moves other items out of its way. Moving up or down swaps the item with
 * its neighbor.
 */
export function nudge<Item extends Place>(items: readonly Item[], index: number, change: Nudge): Item[] {
  const item = items[index];
  if (item === undefined) return [...items];
  const width = clamp(item.width + (change.width ?? 0), minSize, gridColumns - item.column);
  const height = clamp(item.height + (change.height ?? 0), minSize, maxHeight);
  const column = clamp(item.column + (change.columns ?? 0), 0, gridColumns - width);
  const moved = { ...item, width, height, column };
  const { rows = 0 } = change;
  if (rows === 0) return settle(items, index, moved);
  const neighbors = items.filter((other) => other !== item && sharesColumns(other, moved));
  if (rows > 0) {
    const below = neighbors.filter((other) => other.row >= item.row + item.height);
    const next = below.toSorted((one, other) => one.row - other.row)[0];
    return next === undefined ? [...items] : settle(items, index, { ...moved, row: next.row + next.height });
  }
  const above = neighbors.filter((other) => other.row + other.height <= item.row);
  const previous = above.toSorted((one, other) => other.row - one.row)[0];
  return previous === undefined ? [...items] : settle(items, index, { ...moved, row: previous.row });
}

/** Puts the item in its new place, and moves the items that it overlaps below it. */
function settle<Item extends Place>(items: readonly Item[], index: number, moved: Item): Item[] {
  const before = { ...moved, row: moved.row - 0.5 };
  return compact(items.map((item, place) => (place === index ? before : item)));
}

function sharesColumns(one: Place, other: Place): boolean {
  return one.column < other.column + other.width && other.column < one.column + one.width;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
