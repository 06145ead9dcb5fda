import { sql } from "kysely";
import { CompiledQueries } from "../session/compiled-queries.ts";
import type { Session } from "../session/session.ts";

export type DeletableKind = "thread" | "step" | "score" | "attachment";

const queries = new CompiledQueries();

export async function findTombstones(
  session: Session,
  project: number,
  kind: DeletableKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { dialect } = session;
  // Uses one index probe per id, regardless of the table's statistics.
  const select = () => sql<{ readonly id: string | null }>`
    SELECT (
      SELECT d.id FROM tombstones d WHERE d.project_id = ${project} AND d.kind = ${kind} AND d.id = w.value
    ) AS id FROM ${dialect.toRows(ids)} w`;
  const rows = await session.all(queries.of(session, "find", select, [project, kind, dialect.toList(ids)]));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

export async function addTombstones(
  session: Session,
  project: number,
  kind: DeletableKind,
  ids: readonly string[],
  deletedAt: number,
): Promise<void> {
  if (ids.length === 0) return;
  const { dialect } = session;
  const insert = () => sql`
    INSERT INTO tombstones (project_id, kind, deleted_at, id)
    ${dialect.insertedRows([project, kind, deletedAt], ids)} ON CONFLICT DO NOTHING`;
  await session.run(queries.of(session, "add", insert, [project, kind, deletedAt, dialect.toList(ids)]));
}

export function forgetTombstones(session: Session, project: number, before: number, limit: number): Promise<number> {
  const { db } = session;
  const old = db
    .selectFrom("tombstones")
    .select(["kind", "id"])
    .where("project_id", "=", project)
    .where("deleted_at", "<", before)
    .limit(limit);
  return session.run(
    db
      .deleteFrom("tombstones")
      .where("project_id", "=", project)
      .where((build) => build(build.refTuple("kind", "id"), "in", old.$asTuple("kind", "id"))),
  );
}
