import type { ColumnSort } from "./table.tsx";

/** Sort key of a table: the key of a column, with the prefix `-` for descending order. Undefined: default order. */
export type SortKey = string | undefined;

/** Returns the key of the column by which a table is sorted, without the prefix. */
export function sortedColumn(sort: SortKey): string | undefined {
  return sort?.replace(/^-/, "");
}

export function isSortKey(sort: unknown, columns: readonly string[]): sort is string {
  return typeof sort === "string" && columns.some((column) => sort === column || sort === `-${column}`);
}

/** Returns the sort state of a column. A click sorts by the column, or reverses its order. */
export function columnSort({
  key,
  sort,
  isHighestFirst = true,
  onSort,
}: {
  readonly key: string;
  readonly sort: SortKey;
  /** Whether the first click sorts in descending order. Default: true. */
  readonly isHighestFirst?: boolean;
  readonly onSort: (sort: string) => void;
}): ColumnSort {
  const direction = sort === key ? "ascending" : sort === `-${key}` ? "descending" : null;
  const isDescending = direction === null ? isHighestFirst : direction === "ascending";
  return { direction, onSort: () => onSort(isDescending ? `-${key}` : key) };
}

/** Sorts records by a {@link SortKey}. In both orders, records without a value come last. */
export function sortByKey<Item>(
  items: readonly Item[],
  sort: SortKey,
  valueOf: (item: Item, key: string) => number | string | null,
): readonly Item[] {
  if (sort === undefined) return items;
  const isDescending = sort.startsWith("-");
  const key = isDescending ? sort.slice(1) : sort;
  return items
    .map((item) => ({ item, value: valueOf(item, key) }))
    .toSorted((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
      return isDescending ? compare(other.value, one.value) : compare(one.value, other.value);
    })
    .map(({ item }) => item);
}

function compare(one: number | string, other: number | string): number {
  return typeof one === "string" || typeof other === "string" ? String(one).localeCompare(String(other)) : one - other;
}
