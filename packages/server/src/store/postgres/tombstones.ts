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
  const sql = "SELECT id FROM tombstones WHERE project_id = ? AND kind = ? AND id = ANY(?)";
  return new Set((await session.all<{ id: string }>(sql, project, kind, ids)).map(({ id }) => id));
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
