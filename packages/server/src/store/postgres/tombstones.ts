import type { Session } from "./session.ts";

export type DeletableKind = "thread" | "step" | "score" | "attachment";

/** Which of the records were deleted, so that a late copy must not revive them. */
export async function findTombstones(
  session: Session,
  project: number,
  kind: DeletableKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const sql = `
    SELECT w.id FROM unnest(?::text[]) AS w (id)
    WHERE EXISTS (SELECT 1 FROM tombstones d WHERE d.project_id = ? AND d.kind = ? AND d.id = w.id OFFSET 0)`;
  return new Set((await session.all<{ id: string }>(sql, ids, project, kind)).map(({ id }) => id));
}

export async function addTombstones(
  session: Session,
  project: number,
  kind: DeletableKind,
  ids: readonly string[],
  deletedAt: number,
): Promise<void> {
  if (ids.length === 0) return;
  const sql = `
    INSERT INTO tombstones (project_id, kind, id, deleted_at)
    SELECT ?::bigint, ?::text, id, ?::bigint FROM unnest(?::text[]) AS id ON CONFLICT DO NOTHING`;
  await session.run(sql, project, kind, deletedAt, ids);
}
