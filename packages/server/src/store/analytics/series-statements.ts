import type { Fragment } from "../session/fragment.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { RecordSum, SeriesLinesOptions } from "./series-lines.ts";
import { type SeriesSourcesOptions, storedRanges } from "./series-sources.ts";

/**
 * SQL of time series that differs between the databases. `List` is the type of a list that is passed as a parameter.
 */
export interface SeriesDialect<List> {
  /**
   * SQL expression for the index of a row's bucket in the series, from 0. Its two parameters are the start of the first
   * bucket and the length of a bucket, in minutes.
   */
  readonly place: string;
  readonly bucket: string;
  /** SQL conditions that exclude the rows whose `bucket` or `environment` is in a list. The parameter is the list. */
  readonly isNoneOf: Readonly<Record<"bucket" | "environment", string>>;
  /** SQL condition that selects the rows whose `value` is in a list. The parameter is the list. */
  readonly isValueOf: string;
  readonly toList: (values: readonly (number | string)[]) => List;
}

type Statement<List> = Fragment<List | number | string>;

export function placeOfRow<List>({ plan }: SeriesSourcesOptions, { place }: SeriesDialect<List>): Statement<List> {
  const { from, length } = plan.buckets;
  return { sql: place, parameters: [from / 60_000, length / 60_000] };
}

/**
 * Returns conditions that select the rows of `rollups` for a series: one for hours, and one for each range of minutes.
 */
export function storedRows<List>(
  { project, dimension, environment, exceptEnvironments, values, plan }: SeriesSourcesOptions,
  { bucket, isNoneOf, isValueOf, toList }: SeriesDialect<List>,
): Statement<List>[] {
  return storedRanges(plan).map(({ level, from, to, except }) => {
    const conditions: [string, ...(List | number | string)[]][] = [
      ["project_id = ? AND level = ? AND dimension = ?", project, level, dimension],
    ];
    if (environment !== undefined) conditions.push(["environment = ?", environment]);
    // Omits the condition when it is empty, because the database would test it for each row.
    if (exceptEnvironments.length > 0) conditions.push([isNoneOf.environment, toList(exceptEnvironments)]);
    conditions.push([`bucket >= ${bucket} AND bucket < ${bucket}`, from, to]);
    if (values !== undefined) conditions.push([isValueOf, toList(values)]);
    if (except.length > 0) conditions.push([isNoneOf.bucket, toList(except)]);
    return {
      sql: conditions.map(([sql]) => sql).join(" AND "),
      parameters: conditions.flatMap(([, ...parameters]) => parameters),
    };
  });
}

export function hasRecords(records: readonly RecordSum[]): string {
  return records.map((each) => `${toSnakeCase(each)} > 0`).join(" OR ");
}

export function selectSums<List>(
  options: SeriesLinesOptions,
  rows: Statement<List>,
  dialect: SeriesDialect<List>,
): Statement<List> {
  const { sums, records, groupColumn } = options;
  const place = placeOfRow(options, dialect);
  const totals = sums.map((each) => `sum(${toSnakeCase(each)}) AS "${each}"`);
  return {
    sql: `
      SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${totals.join(", ")}
      FROM rollups WHERE ${rows.sql} AND (${hasRecords(records)}) GROUP BY 1, 2`,
    parameters: [...place.parameters, ...rows.parameters],
  };
}
