import type { AuditEvent } from "../audit.ts";
import type { JsonObject } from "../json.ts";
import { auditCodec, shareCodec } from "../record-codecs.ts";
import type { RowCodec } from "../row-codec.ts";
import type { ThreadShareRecord } from "../shares.ts";
import type { MovedRecord } from "../store.ts";
import type { Database } from "./database.ts";
import { Table } from "./table.ts";

/** What a passage is for. */
export type Kind = MovedRecord["kind"];
/** The place of a row in the order of its passage; 0 is before all. */
export type Place = number | string;

/** How one kind of record leaves and enters the store. */
export interface Passage {
  readonly kind: Kind;
  readonly table: string;
  /** Reads the rows after a key, oldest first. */
  readonly read: (project: number, after: Place, limit: number) => { readonly key: Place; readonly record: object }[];
  /** Writes a record unless it is there or was deleted. */
  readonly write: (project: number, record: JsonObject) => void;
}

/** What leaves the store with a project that moves, beside what every export has. */
export function createMovedPassages(database: Database): {
  readonly [Name in "events" | "shares" | "tombstones"]: Passage;
} {
  const ofTable = <Record extends { readonly id: string }>(
    kind: Kind,
    name: string,
    codec: RowCodec<Record>,
  ): Passage => {
    const table = new Table<Record>(database, name, codec);
    return {
      kind,
      table: name,
      read: (project, after, limit) =>
        database
          .all<{ [column: string]: unknown; readonly key: number }>(
            `SELECT key, ${codec.columns} FROM ${name} WHERE project = ? AND key > ? ORDER BY key LIMIT ?`,
            project,
            after,
            limit,
          )
          .map((row) => ({ key: row.key, record: codec.toRecord(row) })),
      write: (project, record) => table.insertNew(project, record as unknown as Record),
    };
  };
  const tombstones: Passage = {
    kind: "tombstone",
    table: "tombstones",
    read: (project, after, limit) => {
      const [kind = "", id = ""] = typeof after === "string" ? after.split("\0") : [];
      const sql = `SELECT kind, id, deletedAt FROM tombstones WHERE project = ? AND (kind, id) > (?, ?)
        ORDER BY kind, id LIMIT ?`;
      const rows = database.all<{ kind: string; id: string; deletedAt: number }>(sql, project, kind, id, limit);
      return rows.map((record) => ({ key: `${record.kind}\0${record.id}`, record }));
    },
    write: (project, { kind, id, deletedAt }) => {
      const sql = "INSERT OR IGNORE INTO tombstones (project, kind, id, deletedAt) VALUES (?, ?, ?, ?)";
      database.run(sql, project, kind as string, id as string, deletedAt as number);
    },
  };
  return {
    tombstones,
    shares: ofTable<ThreadShareRecord>("threadShare", "threadShares", shareCodec),
    events: ofTable<AuditEvent>("auditEvent", "auditEvents", auditCodec),
  };
}
