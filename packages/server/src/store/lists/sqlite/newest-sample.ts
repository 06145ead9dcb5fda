import type { Fragment } from "./fragment.ts";
import type { Database } from "../../sqlite/database.ts";

/** A condition that so many of the newest records pass is found sooner by walking the list than by an index. */
export const sampleSize = 500;
export const commonMatches = 50;

/** Number of newest records to read, and number of required matches. */
export interface NewestSample {
  readonly size: number;
  readonly matches: number;
}

/** Sample for conditions that are fast to test. */
export const newestRecords: NewestSample = { size: sampleSize, matches: commonMatches };

/** Whether enough of the newest rows `r` of a table pass a condition. */
export function isCommonAmong(
  database: Database,
  { table, project, condition }: { readonly table: string; readonly project: number; readonly condition: Fragment },
  { size, matches }: NewestSample,
): boolean {
  const newest = `SELECT * FROM ${table} WHERE project_id = ? ORDER BY created_at DESC LIMIT ?`;
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM (${newest}) r WHERE ${condition.sql} LIMIT ?)`;
  const row = database.get<{ count: number }>(sql, project, size, ...condition.parameters, matches);
  return (row?.count ?? 0) >= matches;
}
