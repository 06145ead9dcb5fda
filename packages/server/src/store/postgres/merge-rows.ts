import {
  insertOrLock,
  insertRows,
  replaceAll,
  reserveKeys,
  rowStatement,
  sortById,
  type RowStatement,
} from "./insert-rows.ts";
import { rowsBy } from "./rows-by.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Session } from "./session.ts";
import type { Table } from "./table.ts";
import { findTombstones, type DeletableKind } from "./tombstones.ts";

/** Records that are merged by id and never revived. */
export interface MergedResource<Record extends { readonly id: string }, Write> {
  readonly table: Table<Record>;
  readonly kind: DeletableKind;
  readonly merge: (existing: Record | null, write: Write) => Record;
}

/** A record that a batch of writes changed; null before it came. */
export interface MergedRow<Record> {
  readonly key: number;
  readonly before: Record | null;
  readonly after: Record;
}

export interface MergedRows<Record> {
  /** What each write made of its record; null where that was deleted earlier. */
  readonly results: (Record | null)[];
  readonly rows: readonly MergedRow<Record>[];
}

interface Statements {
  readonly insert: RowStatement;
  readonly replace: RowStatement;
}

const statementsOfTables = new Map<string, Statements>();

function statementsOf<Record extends { readonly id: string }>({ name, codec }: Table<Record>): Statements {
  const known = statementsOfTables.get(name);
  if (known !== undefined) return known;
  const columns = ["key", "project_id", ...codec.fields.map(toSnakeCase)];
  const statements = {
    insert: rowStatement(name, columns, insertOrLock),
    replace: rowStatement(name, columns, replaceAll(columns)),
  };
  statementsOfTables.set(name, statements);
  return statements;
}

/** Merges writes in order, the same id any number of times. `beforeChange` hears of the records that were there. */
export async function mergeRows<Record extends { readonly id: string }, Write extends { readonly id: string }>(
  session: Session,
  project: number,
  { table, kind, merge }: MergedResource<Record, Write>,
  writes: readonly Write[],
  beforeChange: (ids: readonly string[]) => Promise<void> = async () => {},
): Promise<MergedRows<Record>> {
  if (writes.length === 0) return { results: [], rows: [] };
  const statements = statementsOf(table);
  const fresh = new Map<string, Record>();
  for (const write of writes) fresh.set(write.id, merge(fresh.get(write.id) ?? null, write));
  const keys = await reserveKeys(session, table.name, fresh.size);
  const candidates = [...fresh.values()].map((record, index) => ({ id: record.id, record, key: keys[index] ?? 0 }));
  const inserted = await insertRows<{ id: string }>(
    session,
    statements.insert,
    sortById(candidates).map(({ key, record }) => [key, project, ...table.codec.toParameters(record)]),
  );
  const insertedIds = new Set(inserted.map(({ id }) => id));
  const dead = await findTombstones(session, project, kind, [...insertedIds]);
  if (dead.size > 0) {
    await session.run(`DELETE FROM ${table.name} WHERE project_id = ? AND id = ANY(?)`, project, [...dead]);
  }

  const known = new Map<string, MergedRow<Record>>();
  const locked = [...fresh.keys()].filter((id) => !insertedIds.has(id));
  if (locked.length > 0) {
    const sql = `SELECT r.* FROM ${rowsBy(table.name, "id")} r`;
    const rows = await session.all<{ [column: string]: unknown; readonly key: number }>(sql, locked, project);
    for (const row of rows) {
      const record = table.codec.toRecord(row);
      known.set(record.id, { key: row.key, before: record, after: record });
    }
  }
  for (const { id, key, record } of candidates) {
    if (insertedIds.has(id) && !dead.has(id)) known.set(id, { key, before: null, after: record });
  }
  const results = fold(writes, known, dead, merge);
  const changed = sortById([...known].map(([id, row]) => ({ id, row }))).filter(({ row }) => row.before !== null);
  if (changed.length > 0) {
    await beforeChange(changed.map(({ id }) => id));
    await insertRows(
      session,
      statements.replace,
      changed.map(({ row }) => [row.key, project, ...table.codec.toParameters(row.after)]),
    );
  }
  return { results, rows: [...known.values()] };
}

/** Applies the writes one by one; those to new records were applied before, so that only what each gave is told. */
function fold<Record, Write extends { readonly id: string }>(
  writes: readonly Write[],
  known: Map<string, MergedRow<Record>>,
  dead: ReadonlySet<string>,
  merge: (existing: Record | null, write: Write) => Record,
): (Record | null)[] {
  const present = new Map([...known].map(([id, { before }]) => [id, before]));
  const results = writes.map((write) => {
    if (dead.has(write.id)) return null;
    const after = merge(present.get(write.id) ?? null, write);
    present.set(write.id, after);
    return after;
  });
  for (const [id, row] of known) known.set(id, { ...row, after: present.get(id) ?? row.after });
  return results;
}
