import type { JsonObject } from "../../json/json-value.ts";
import type { RecordOf, RecordTableName } from "../schema/records.ts";
import type { Table } from "../schema/table.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import type { MovedRecord } from "../store.ts";

/** Position of a record among the records of its kind. 0 is before the first record. */
export type Position = number | string;

/** Exports the records of one kind with `read`, and imports them with `write`. */
export interface Passage {
  readonly kind: MovedRecord["kind"];
  readonly read: (
    session: Session,
    project: number,
    after: Position,
    limit: number,
  ) => Promise<readonly { readonly key: Position; readonly record: object }[]>;
  /** Writes the records that neither exist nor were deleted earlier. */
  readonly write: (session: Session, project: number, records: readonly JsonObject[]) => Promise<unknown>;
}

/** Exports and imports the records of a table, in order of insertion. */
export function ofTable<Name extends RecordTableName>(kind: MovedRecord["kind"], table: Table<Name>): Passage {
  const records = new RecordTable(table);
  return {
    kind,
    read: (session, project, after, limit) => records.after(session, project, Number(after), limit),
    // The cast is valid: `write` only gets exported records of this kind, which have the fields of the table.
    write: (session, project, exported) =>
      records.insertMissing(session, project, exported as unknown as RecordOf<Name>[]),
  };
}

/**
 * Returns a passage that adds default values to imported records. Exports of earlier versions lack the fields in
 * `defaults`.
 */
export function withDefaults(passage: Passage, defaults: JsonObject): Passage {
  return {
    ...passage,
    write: (session, project, exported) =>
      passage.write(
        session,
        project,
        exported.map((record) => ({ ...defaults, ...record })),
      ),
  };
}

/** Omits a field from exported records. */
export function withoutField(passage: Passage, hidden: string): Passage {
  return {
    ...passage,
    async read(session, project, after, limit) {
      const rows = await passage.read(session, project, after, limit);
      return rows.map(({ key, record }) => ({
        key,
        record: Object.fromEntries(Object.entries(record).filter(([field]) => field !== hidden)),
      }));
    },
  };
}
