import type { RecordOf, RecordTableName } from "../schema/records.ts";
import type { Keyed, RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { type DeletableKind, findTombstones } from "./tombstones.ts";

/** A table whose records are merged by id. A deleted record is never restored. */
export interface MergedTable<Name extends RecordTableName, Write> {
  readonly records: RecordTable<Name>;
  readonly kind: DeletableKind;
  readonly merge: (existing: RecordOf<Name> | null, write: Write) => RecordOf<Name>;
}

/** A record that a batch of writes changed; `before` is null for a new one. */
export interface MergedRow<Record> {
  readonly key: number;
  readonly before: Record | null;
  readonly after: Record;
}

export interface MergedRows<Record> {
  /** The record after each write. Null if the record was deleted earlier. */
  readonly results: (Record | null)[];
  readonly rows: readonly MergedRow<Record>[];
}

type Identified<Name extends RecordTableName> = RecordOf<Name> & { readonly id: string };

/**
 * Creates or updates records. Writes of the same id are merged in order. `beforeChange` gets the stored records before
 * they are updated.
 */
export async function mergeRecords<Name extends RecordTableName, Write extends { readonly id: string }>(
  session: Session,
  project: number,
  { records, kind, merge }: MergedTable<Name, Write>,
  writes: readonly Write[],
  beforeChange: (stored: readonly Keyed<RecordOf<Name>>[]) => Promise<void> = async () => {},
): Promise<MergedRows<RecordOf<Name>>> {
  if (writes.length === 0) return { results: [], rows: [] };
  const fresh = new Map<string, Identified<Name>>();
  for (const write of writes) fresh.set(write.id, merge(fresh.get(write.id) ?? null, write));
  const inserted = new Map(await records.insertKeyed(session, project, [...fresh.values()]));
  // Reads the tombstones after the insert. Before the insert, another transaction could still insert a record with one
  // of these ids, and delete it.
  const deleted = await findTombstones(session, project, kind, [...inserted.keys()]);
  if (deleted.size > 0) await records.deleteMany(session, project, [...deleted]);
  for (const id of deleted) inserted.delete(id);
  const known = [...fresh.keys()].filter((id) => !inserted.has(id) && !deleted.has(id));
  const stored = known.length === 0 ? [] : await records.lockBy(session, project, "id", known);

  const idOf = (record: RecordOf<Name>): string => (record as Identified<Name>).id;
  const present = new Map<string, RecordOf<Name> | null>(stored.map(({ record }) => [idOf(record), record]));
  for (const id of inserted.keys()) present.set(id, null);
  const results = writes.map((write) => {
    const before = present.get(write.id);
    if (before === undefined) return null;
    const after = merge(before, write);
    present.set(write.id, after);
    return after;
  });
  const changed = stored.map(({ key, record }) => {
    return { key, before: record, after: present.get(idOf(record)) ?? record };
  });
  const created = [...fresh].flatMap(([id, after]) => {
    const key = inserted.get(id);
    return key === undefined ? [] : [{ key, before: null, after }];
  });
  if (changed.length > 0) {
    await beforeChange(stored);
    await records.replaceAll(
      session,
      project,
      changed.map(({ after }) => after),
    );
  }
  return { results, rows: [...changed, ...created] };
}
