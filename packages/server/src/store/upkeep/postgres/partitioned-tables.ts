import { secure } from "../../schema/create-table.ts";

/**
 * Tables with large rows. Each partition contains the steps of some days, so that retention can drop whole partitions.
 * The `period` of a row selects its partition.
 */
export const partitionedTables: readonly string[] = ["step_payloads", "search_segments"];

/** Period (partition key) of steps whose day has no partition. The partition of this period is never dropped. */
export const restPeriod = 0;

/** Range of days since 1970 in UTC; the end is exclusive. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

export function dayOf(time: number): number {
  return Math.floor(time / 86_400_000);
}

/**
 * Returns statements that create the partition of {@link restPeriod}. As in all partitions, a CHECK repeats the range.
 * PostgreSQL can then attach the partition without reading all of its rows to test the range. It attaches partitions
 * again when Citus splits a shard.
 */
export function restPartition(table: string): string[] {
  const rest = `${table}_rest`;
  const end = restPeriod + 1;
  return [
    `CREATE TABLE ${rest} PARTITION OF ${table} (CHECK (period < ${end})) FOR VALUES FROM (MINVALUE) TO (${end})`,
    ...secure(rest),
  ];
}

/** Statements that create the partition of a range of days, without locking the table for readers or writers. */
export function makePartition(table: string, range: DayRange): string[] {
  const partition = nameOf(table, range);
  const check = `CHECK (period >= ${range.from} AND period < ${range.to})`;
  return [
    `CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL, ${check})`,
    ...secure(partition),
    `ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES FROM (${range.from}) TO (${range.to})`,
  ];
}

export function nameOf(table: string, { from, to }: DayRange): string {
  return `${table}_d${from}_${to}`;
}

/** Returns the days of a partition from its name; undefined for other names. */
function daysOf(table: string, partition: string): DayRange | undefined {
  const [, from, to] = partition.startsWith(table) ? (/^_d(\d+)_(\d+)$/.exec(partition.slice(table.length)) ?? []) : [];
  return from === undefined || to === undefined ? undefined : { from: Number(from), to: Number(to) };
}

/** Days that always have partitions: this number of days before today, and `daysAhead` days after today. */
const daysBehind = 2;
const daysAhead = 3;

export interface PartitionPlan {
  readonly complete: readonly DayRange[];
  readonly missing: readonly { readonly table: string; readonly range: DayRange }[];
}

/** Plans partitions until `daysAhead` days after today, based on the names of the existing partitions. */
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

/**
 * Returns the ranges of missing partitions, up to `daysAhead` days after today. The first range starts at `last`, where
 * the existing partitions end, or `daysBehind` days before today if that is later. Ranges end at multiples of
 * `daysEach`, so the start in the second case is rounded down to such a multiple.
 */
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
