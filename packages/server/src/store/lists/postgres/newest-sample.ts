import { conjunction } from "../../session/fragment.ts";
import type { Fragment, Session } from "../../session/postgres/session.ts";

/**
 * Number of newest records that are tested before an index is used. If at least `commonMatches` of these records match,
 * the index is not used: so many records match that a scan of the list finds a page of matches sooner.
 */
const sampleSize = 200;
const commonMatches = 20;

/** Whether at least {@link commonMatches} of the {@link sampleSize} newest rows `r` of a list match a condition. */
export async function isCommonAmong(
  session: Session,
  list: {
    readonly table: string;
    readonly where?: string | undefined;
    readonly project: number;
    readonly matching: Fragment;
  },
): Promise<boolean> {
  const { sql, parameters } = conjunction([
    { sql: "r.project_id = ?", parameters: [list.project] },
    { sql: list.where ?? "TRUE", parameters: [] },
  ]);
  const newest = `SELECT * FROM ${list.table} r WHERE ${sql} ORDER BY r.created_at DESC, r.key DESC LIMIT ${sampleSize}`;
  const passing = `SELECT 1 FROM (${newest}) r WHERE ${list.matching.sql} LIMIT ${commonMatches}`;
  const row = await session.get<{ count: number }>(
    `SELECT count(*) AS count FROM (${passing}) c`,
    ...parameters,
    ...list.matching.parameters,
  );
  return (row?.count ?? 0) >= commonMatches;
}
