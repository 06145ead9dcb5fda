import { secure } from "../schema/create-table.ts";

/**
 * The tables that are partitioned by the periods of their steps: what is long, or many to a step. Each has a `period`
 * that is part of its keys. A step itself has one too, by which its rows there are found in one partition.
 */
export const partitionedTables: readonly string[] = ["step_payloads", "search_segments"];

/** The period of steps from days that have no partition. Never dropped as a whole. */
export const restPeriod = 0;

/** Days since 1970 in UTC, the last one left out. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

export function dayOf(time: number): number {
  return Math.floor(time / 86_400_000);
}

/** Default partition of a table with `PARTITION BY RANGE (period)`. */
export function restPartition(table: string): string[] {
  const rest = `${table}_rest`;
  return [
    `CREATE TABLE ${rest} PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO (${restPeriod + 1})`,
    ...secure(rest),
  ];
}

/** Creates the partition of a range of days, without locking the table for readers or writers. */
export function makePartition(table: string, range: DayRange): string[] {
  const partition = nameOf(table, range);
  return [
    `CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL)`,
    ...secure(partition),
    `ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES FROM (${range.from}) TO (${range.to})`,
  ];
}

export function nameOf(table: string, { from, to }: DayRange): string {
  return `${table}_d${from}_${to}`;
}

/** The days of a partition by its name; undefined for what is not the partition of days. */
export function daysOf(table: string, partition: string): DayRange | undefined {
  const [, from, to] = partition.startsWith(table) ? (/^_d(\d+)_(\d+)$/.exec(partition.slice(table.length)) ?? []) : [];
  return from === undefined || to === undefined ? undefined : { from: Number(from), to: Number(to) };
}
