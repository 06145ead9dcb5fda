import type { Passage } from "./passages.ts";

interface Tombstone {
  readonly kind: string;
  readonly id: string;
  readonly deletedAt: number;
}

/** What was deleted, which leaves the store with a project that moves. */
export const tombstones: Passage = {
  kind: "tombstone",
  async read(session, project, after, limit) {
    const [kind = "", id = ""] = typeof after === "string" ? after.split("\0") : [];
    const sql = `
      SELECT kind, id, deleted_at FROM tombstones WHERE project_id = ? AND (kind, id) > (?, ?)
      ORDER BY kind, id LIMIT ?`;
    const rows = await session.all<Tombstone>(sql, project, kind, id, limit);
    return rows.map((record) => ({ key: `${record.kind}\0${record.id}`, record }));
  },
  write(session, project, records) {
    const buried = records as unknown as readonly Tombstone[]; // what was moved has the shape of its kind
    return session.run(
      `INSERT INTO tombstones (project_id, kind, id, deleted_at)
       SELECT ?::bigint, * FROM unnest(?::text[], ?::text[], ?::bigint[]) ON CONFLICT DO NOTHING`,
      project,
      buried.map(({ kind }) => kind),
      buried.map(({ id }) => id),
      buried.map(({ deletedAt }) => deletedAt),
    );
  },
};
