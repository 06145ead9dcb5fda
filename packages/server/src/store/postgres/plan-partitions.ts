import { type DayRange, daysOf, nameOf, partitionedTables } from "./partitioned-tables.ts";

/** Number of days before and after today that always have partitions. */
const daysBehind = 2;
const daysAhead = 3;

/** Existing partitions by days. */
export interface PartitionPlan {
  /** The days for which every table has a partition. */
  readonly complete: readonly DayRange[];
  /** Missing partitions. */
  readonly missing: readonly { readonly table: string; readonly range: DayRange }[];
}

/** Plans the partitions by the names of those that are there, up to the days to come. */
export function planPartitions(
  names: ReadonlySet<string>,
  { today, daysEach }: { readonly today: number; readonly daysEach: number },
): PartitionPlan {
  const named = [...names].flatMap((name) => partitionedTables.flatMap((table) => daysOf(table, name) ?? []));
  const there = [...new Map(named.map((range) => [range.from, range])).values()];
  const last = Math.max(0, ...there.map(({ to }) => to));
  const isThere = (table: string, range: DayRange): boolean => names.has(nameOf(table, range));
  return {
    complete: there.filter((range) => partitionedTables.every((table) => isThere(table, range))),
    missing: [...there, ...rangesAfter(last, today, daysEach)].flatMap((range) =>
      partitionedTables.flatMap((table) => (isThere(table, range) ? [] : [{ table, range }])),
    ),
  };
}

/** The ranges from a day on, or from shortly before today, each up to a multiple of its length. */
function rangesAfter(last: number, today: number, daysEach: number): DayRange[] {
  const ranges: DayRange[] = [];
  const start = today - daysBehind;
  for (let from = Math.max(last, start - (start % daysEach), 1); from <= today + daysAhead;) {
    const to = from - (from % daysEach) + daysEach;
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}
