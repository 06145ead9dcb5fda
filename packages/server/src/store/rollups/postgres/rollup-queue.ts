import { pendingLimit, type PendingRecords, RollupCells } from "../rollup-cells.ts";
import type { Fact, FactKind, WantedFacts } from "../rollup-fact.ts";
import { selectFacts, toFact, toFacts } from "./rollup-facts.ts";
import type { Session } from "../../session/postgres/session.ts";

interface QueueRow {
  readonly projectId: number;
  readonly kind: FactKind;
  readonly weight: 1 | -1;
  readonly facts: string;
}

interface CountedQueueRow extends QueueRow {
  readonly records: number;
}

export interface QueuedFact {
  readonly fact: Fact;
  readonly weight: 1 | -1;
}

function keyAfter(order: "ASC" | "DESC"): string {
  return `
    SELECT key FROM (
      SELECT key, sum(records) OVER (ORDER BY key ${order}) AS total FROM (
        SELECT key, records FROM rollup_queue WHERE project_id = $1 ORDER BY key ${order} LIMIT $2
      ) f
    ) q WHERE total >= $2 ORDER BY key ${order} LIMIT 1`;
}

/**
 * Removes the oldest changes from the queue, and returns them. Takes changes until they contain at least `limit`
 * records, or until the queue is empty.
 */
export async function takeQueued(session: Session, project: number, limit: number): Promise<QueuedFact[]> {
  const sql = `
    DELETE FROM rollup_queue WHERE project_id = $1 AND key <= (SELECT coalesce((${keyAfter("ASC")}), ${2 ** 53}))
    RETURNING project_id, kind, weight, facts`;
  return (await session.all<QueueRow>(sql, project, limit)).flatMap(toQueued);
}

/**
 * Returns the records of a project that are not in its rollups yet. Call it in the read transaction that reads the
 * rollups.
 */
export async function readPending(
  session: Session,
  project: number,
  { kinds, dimensions }: WantedFacts,
): Promise<PendingRecords> {
  const sql = `
    SELECT project_id, kind, weight, facts, records FROM rollup_queue
    WHERE project_id = $1 AND key >= (SELECT coalesce((${keyAfter("DESC")}), 0))`;
  const rows = await session.all<CountedQueueRow>(sql, project, pendingLimit);
  const cells = new RollupCells(dimensions);
  const wanted = rows.filter(({ kind }) => kinds.includes(kind));
  for (const { fact, weight } of wanted.flatMap(toQueued)) cells.add(fact, weight);
  const queued = rows.reduce((sum, { records }) => sum + records, 0);
  if (queued < pendingLimit) return { cells, leftOut: 0 };
  const count = "SELECT sum(records) AS count FROM rollup_queue WHERE project_id = ?";
  const total = (await session.get<{ count: number }>(count, project))?.count ?? 0;
  return { cells, leftOut: total - queued };
}

/**
 * Totals of a project's records created within a range of minutes. Undefined if there are more than `limit` records.
 */
export async function recount(
  session: Session,
  project: number,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
  { kinds, dimensions }: WantedFacts,
): Promise<RollupCells | undefined> {
  const cells = new RollupCells(dimensions);
  let count = 0;
  for (const kind of kinds) {
    const sql = selectFacts(kind, "r.created_at >= ? AND r.created_at < ? LIMIT ?");
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    const rows = await session.all<{ [column: string]: unknown }>(
      sql,
      project,
      Math.round(from * 60_000),
      Math.round(to * 60_000),
      limit - count + 1,
    );
    count += rows.length;
    if (count > limit) return undefined;
    for (const row of rows) cells.add(toFact(kind, project, row), 1);
  }
  return cells;
}

function toQueued({ projectId, kind, weight, facts }: QueueRow): QueuedFact[] {
  return toFacts(kind, projectId, facts).map((fact) => ({ fact, weight }));
}
