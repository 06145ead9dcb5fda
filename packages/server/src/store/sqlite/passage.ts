import type { JsonObject } from "../json.ts";
import type { MovedRecord } from "../store.ts";
import type { Database } from "./database.ts";

/** What a passage is for. */
export type Kind = MovedRecord["kind"];
/** The place of a row in the order of its passage; 0 is before all. */
export type Place = number | string;

type Rows = readonly { readonly key: Place; readonly record: object }[];

/** How one kind of record leaves and enters the store. */
export interface Passage {
  readonly kind: Kind;
  /** Reads the rows after a key, oldest first. */
  readonly read: (project: number, after: Place, limit: number) => Rows | Promise<Rows>;
  /** Writes a record unless it is there or was deleted. */
  readonly write: (project: number, record: JsonObject) => void | Promise<void>;
}

/** What was deleted, which leaves the store with a project that moves. */
export function createTombstones(database: Database): Passage {
  return {
    kind: "tombstone",
    read: (project, after, limit) => {
      const [kind = "", id = ""] = typeof after === "string" ? after.split("\0") : [];
      const sql = `SELECT kind, id, deleted_at AS deletedAt FROM tombstones WHERE project_id = ? AND (kind, id) > (?, ?)
        ORDER BY kind, id LIMIT ?`;
      const rows = database.all<{ kind: string; id: string; deletedAt: number }>(sql, project, kind, id, limit);
      return rows.map((record) => ({ key: `${record.kind}\0${record.id}`, record }));
    },
    write: (project, { kind, id, deletedAt }) => {
      const sql = "INSERT OR IGNORE INTO tombstones (project_id, kind, id, deleted_at) VALUES (?, ?, ?, ?)";
      database.run(sql, project, kind as string, id as string, deletedAt as number);
    },
  };
}
