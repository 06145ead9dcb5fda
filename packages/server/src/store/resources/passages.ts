import type { JsonObject } from "../json.ts";
import type { RecordOf, RecordTableName } from "../schema/records.ts";
import { auditEvents, scoreSchemas, threadShares, views } from "../schema/settings.ts";
import type { Table } from "../schema/table.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import type { MovedRecord } from "../store.ts";

/** How one kind of record leaves and enters the store. */
export interface RecordPassage {
  readonly kind: MovedRecord["kind"];
  /** Reads the records after a key in the order of insertion; 0 is before all. */
  readonly read: (
    session: Session,
    project: number,
    after: number | string,
    limit: number,
  ) => Promise<{ readonly key: number; readonly record: object }[]>;
  /** Writes records unless their ids are there. */
  readonly write: (session: Session, project: number, records: readonly JsonObject[]) => Promise<void>;
}

function ofTable<Name extends RecordTableName>(kind: MovedRecord["kind"], table: Table<Name>): RecordPassage {
  const records = new RecordTable(table);
  return {
    kind,
    read: (session, project, after, limit) => records.after(session, project, Number(after), limit),
    // What was exported has the shape of the records of its kind.
    write: (session, project, exported) =>
      records.insertMissing(session, project, exported as unknown as RecordOf<Name>[]),
  };
}

/** Records that are exported and imported as their table holds them. */
export const recordPassages: {
  readonly [Kind in "auditEvent" | "scoreSchema" | "threadShare" | "view"]: RecordPassage;
} = {
  auditEvent: ofTable("auditEvent", auditEvents),
  scoreSchema: ofTable("scoreSchema", scoreSchemas),
  threadShare: ofTable("threadShare", threadShares),
  view: ofTable("view", views),
};
