import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type InsertQueryBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from "kysely";
import type { RecordOf, RecordTableName, Tables } from "../schema/records.ts";
import type { ColumnName, Table } from "../schema/table.ts";
import { CompiledQueries } from "./compiled-queries.ts";
import type { Session } from "./session.ts";

const maxRows = 128;

/**
 * Handling of a new record that conflicts with a stored record:
 *
 * - `reject`: the statement fails.
 * - `skip`: the new record is not inserted, whichever unique constraint it violates.
 * - `keep`: the stored record is kept if both have the same id. The statement fails on any other conflict.
 * - `replace`: the stored record is replaced if both have the same id. The statement fails on any other conflict.
 */
type Conflict = "keep" | "reject" | "replace" | "skip";

/** A record with the key of its row, which is the order of insertion. */
export interface Keyed<Record> {
  readonly key: number;
  readonly record: Record;
}

/** Query of all columns of a table, to which conditions and orders can be added. */
export type RecordQuery<Name extends RecordTableName> = SelectQueryBuilder<Tables, Name, object>;
type Refine<Name extends RecordTableName> = (query: RecordQuery<Name>) => RecordQuery<Name>;

/**
 * Columns that all record tables have. Queries on a generic table are typed with these columns only, because TypeScript
 * cannot follow Kysely's types for a generic table.
 */
interface AnyTables {
  readonly records: { readonly id: string; readonly key: number; readonly project_id: number };
}

interface KeyedRow {
  readonly key: number;
}

/** Reads and writes the records of a table, which are keyed by project and id. */
export class RecordTable<Name extends RecordTableName> {
  readonly table: Table<Name>;
  readonly #queries = new CompiledQueries();

  constructor(table: Table<Name>) {
    this.table = table;
  }

  async all(session: Session, project: number, refine: Refine<Name> = (query) => query): Promise<RecordOf<Name>[]> {
    return (await session.all(refine(this.#select(session, project)))).map(this.table.toRecord);
  }

  async find(session: Session, project: number, refine: Refine<Name>): Promise<RecordOf<Name> | null> {
    const row = await session.get(refine(this.#select(session, project)).limit(1));
    return row === undefined ? null : this.table.toRecord(row);
  }

  async get(session: Session, project: number, id: string): Promise<RecordOf<Name> | null> {
    return this.#one(session, "get", () => this.#byId(session, project, id), [project, id]);
  }

  async findBy(
    session: Session,
    project: number,
    values: { readonly [Column in ColumnName<Name>]?: string | number },
  ): Promise<RecordOf<Name> | null> {
    const entries = Object.entries(values) as [string, string | number][]; // `values` has these types
    const query = (): Compilable<object> =>
      entries.reduce((found, [column, value]) => found.where(isEqual(column, value)), this.#select(session, project));
    const columns = entries.map(([column]) => column);
    return this.#one(session, `findBy ${columns.join(" ")}`, query, [project, ...entries.map(([, value]) => value)]);
  }

  /** Returns a page of the records that have `value` in the column, in order of insertion. */
  async page(
    session: Session,
    project: number,
    column: ColumnName<Name>,
    value: string,
    { first, skip }: { readonly first: number; readonly skip: number },
  ): Promise<RecordOf<Name>[]> {
    const query = (): Compilable<object> =>
      this.#select(session, project).where(isEqual(column, value)).orderBy(sql.ref("key")).limit(first).offset(skip);
    const compiled = this.#compiled(session, `page ${column}`, query, [project, value, first, skip]);
    return (await session.all(compiled)).map(this.table.toRecord);
  }

  allBy(
    session: Session,
    project: number,
    column: ColumnName<Name>,
    values: readonly string[],
  ): Promise<Keyed<RecordOf<Name>>[]> {
    return this.#keyed(session, "allBy", column, [project, values], (query) => query);
  }

  /** Like {@link allBy}, but in id order, and locks the records until the transaction ends. */
  lockBy(
    session: Session,
    project: number,
    column: ColumnName<Name> | "id",
    values: readonly string[],
  ): Promise<Keyed<RecordOf<Name>>[]> {
    return this.#keyed(session, "lockBy", column, [project, values], (query) =>
      session.dialect.forUpdateInOrder(query, "id"),
    );
  }

  /** Returns a record, and locks it until the transaction ends. */
  async lock(session: Session, project: number, id: string): Promise<RecordOf<Name> | null> {
    const query = (): Compilable<object> => session.dialect.forUpdate(this.#byId(session, project, id));
    return this.#one(session, "lock", query, [project, id]);
  }

  /** Returns records in the order of `ids`; null if not found. */
  async getMany(session: Session, project: number, ids: readonly string[]): Promise<(RecordOf<Name> | null)[]> {
    const { dialect } = session;
    const query = (): Compilable<object> => this.#select(session, project).where(dialect.isIn("id", ids));
    const rows = await session.all(this.#compiled(session, "getMany", query, [project, dialect.toList(ids)]));
    const records = rows.map(this.table.toRecord);
    const byId = new Map(records.map((record) => [(record as { readonly id: string }).id, record]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /** Returns the records with these keys. A key without a record is absent from the map. */
  async byKeys(
    session: Session,
    project: number,
    keys: readonly number[],
  ): Promise<ReadonlyMap<number, RecordOf<Name>>> {
    const { dialect } = session;
    const query = (): Compilable<{ readonly key: number }> =>
      this.#any(session)
        .selectFrom(this.#name)
        .select(["key", ...this.#columns])
        .where(dialect.isKeyed(project, keys));
    const rows = await session.all(this.#compiled(session, "byKeys", query, [project, dialect.toList(keys)]));
    return new Map(rows.map((row) => [row.key, this.table.toRecord(row)]));
  }

  /** Returns the records after a key in insertion order, for a transfer. */
  async after(session: Session, project: number, key: number, limit: number): Promise<Keyed<RecordOf<Name>>[]> {
    const query = this.#any(session)
      .selectFrom(this.#name)
      .select(["key", ...this.#columns])
      .where("project_id", "=", project)
      .where("key", ">", key)
      .orderBy("key")
      .limit(limit);
    return (await session.all(query)).map((row) => ({ key: row.key, record: this.table.toRecord(row) }));
  }

  async count(session: Session, project: number): Promise<number> {
    const query = this.#any(session).selectFrom(this.#name).where("project_id", "=", project);
    return (await session.get(query.select(({ fn }) => fn.countAll<number>().as("count"))))?.count ?? 0;
  }

  /**
   * For each element of `values`, counts the records that have this value in the column. The counts are in the order of
   * `values`.
   */
  async countBy(
    session: Session,
    project: number,
    column: ColumnName<Name>,
    values: readonly string[],
  ): Promise<number[]> {
    const { dialect } = session;
    const counted = column as unknown as "id"; // in the types, `id` represents any text column
    const query = (): Compilable<{ readonly value: string; readonly count: number }> =>
      this.#any(session)
        .selectFrom(this.#name)
        .select((build) => [build.ref(counted).as("value"), build.fn.countAll<number>().as("count")])
        .where("project_id", "=", project)
        .where(dialect.isIn(column, values))
        .groupBy(counted);
    const compiled = this.#compiled(session, `countBy ${column}`, query, [project, dialect.toList(values)]);
    const counts = new Map((await session.all(compiled)).map(({ value, count }) => [value, count]));
    return values.map((value) => counts.get(value) ?? 0);
  }

  async insert(session: Session, project: number, record: RecordOf<Name>): Promise<void> {
    await session.run(this.#insert(session, project, [record], "reject"));
  }

  /** Inserts the record unless it conflicts with an existing one. Resolves to whether it was inserted. */
  async insertNew(session: Session, project: number, record: RecordOf<Name>): Promise<boolean> {
    return (await session.run(this.#insert(session, project, [record], "skip"))) > 0;
  }

  async insertAll(session: Session, project: number, records: readonly RecordOf<Name>[]): Promise<void> {
    await this.#insertAll(session, project, records, "reject");
  }

  async insertMissing(session: Session, project: number, records: readonly RecordOf<Name>[]): Promise<void> {
    await this.#insertAll(session, project, records, "keep");
  }

  /** Inserts the records whose ids do not exist yet. Resolves to the keys of the inserted records by id. */
  async insertKeyed(
    session: Session,
    project: number,
    records: readonly (RecordOf<Name> & { readonly id: string })[],
  ): Promise<ReadonlyMap<string, number>> {
    const { dialect } = session;
    const places = records.map((_, index) => index);
    const select = (): RawBuilder<KeyedRow> => dialect.newKeys(this.table.name, places);
    const newKeys = await session.all(this.#queries.of(session, "newKeys", select, [dialect.toList(places)]));
    const keys = new Map(records.map(({ id }, index) => [id, newKeys[index]?.key ?? 0]));
    // All transactions insert in id order, to prevent deadlocks.
    const inOrder = records.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const inserted = new Map<string, number>();
    await this.#inParts(inOrder, async (part) => {
      const returned = await session.all(this.#insert(session, project, part, "keep", keys));
      for (const { id } of returned) inserted.set(id, keys.get(id) ?? 0);
    });
    return inserted;
  }

  async replaceAll(session: Session, project: number, records: readonly RecordOf<Name>[]): Promise<void> {
    await this.#insertAll(session, project, records, "replace");
  }

  /** Replaces a record. Resolves to whether it existed. */
  async replace(session: Session, project: number, record: RecordOf<Name> & { readonly id: string }): Promise<boolean> {
    const row = this.table.toRow(record);
    const query = (): Compilable =>
      this.#any(session)
        .updateTable(this.#name)
        .set(row as object)
        .where("project_id", "=", project)
        .where("id", "=", record.id);
    const parameters = [...Object.values(row), project, record.id];
    return (await session.run(this.#compiled(session, "replace", query, parameters))) > 0;
  }

  async delete(session: Session, project: number, id: string): Promise<RecordOf<Name> | null> {
    const query = (): Compilable<object> =>
      this.#any(session)
        .deleteFrom(this.#name)
        .where("project_id", "=", project)
        .where("id", "=", id)
        .returning(this.#columns);
    return this.#one(session, "delete", query, [project, id]);
  }

  async deleteMany(session: Session, project: number, ids: readonly string[]): Promise<void> {
    const { dialect } = session;
    const query = (): Compilable =>
      this.#any(session).deleteFrom(this.#name).where("project_id", "=", project).where(dialect.isIn("id", ids));
    await session.run(this.#compiled(session, "deleteMany", query, [project, dialect.toList(ids)]));
  }

  async #keyed(
    session: Session,
    name: string,
    column: ColumnName<Name> | "id",
    [project, values]: readonly [number, readonly string[]],
    refine: (query: SelectQueryBuilder<AnyTables, "records", KeyedRow>) => Compilable<KeyedRow>,
  ): Promise<Keyed<RecordOf<Name>>[]> {
    const { dialect } = session;
    const query = (): Compilable<KeyedRow> =>
      refine(
        this.#any(session)
          .selectFrom(this.#name)
          .select(["key", ...this.#columns])
          .where("project_id", "=", project)
          .where(dialect.isIn(column, values)),
      );
    const compiled = this.#compiled(session, `${name} ${column}`, query, [project, dialect.toList(values)]);
    return (await session.all(compiled)).map((row) => ({ key: row.key, record: this.table.toRecord(row) }));
  }

  async #one(
    session: Session,
    name: string,
    query: () => Compilable<object>,
    parameters: readonly unknown[],
  ): Promise<RecordOf<Name> | null> {
    const row = await session.get(this.#compiled(session, name, query, parameters));
    return row === undefined ? null : this.table.toRecord(row);
  }

  #compiled<Row>(
    session: Session,
    name: string,
    query: () => Compilable<Row>,
    parameters: readonly unknown[],
  ): CompiledQuery<Row> {
    return this.#queries.of(session, name, query, parameters);
  }

  get #columns(): "id"[] {
    return this.table.columns.map(({ name }) => name) as "id"[]; // in the types, `id` represents any column
  }

  get #name(): "records" {
    return this.table.name as unknown as "records"; // in the types, `records` represents any table
  }

  #any(session: Session): Kysely<AnyTables> {
    return session.db as unknown as Kysely<AnyTables>; // in the types, `records` represents any table
  }

  #byId(session: Session, project: number, id: string): RecordQuery<Name> {
    return this.#select(session, project).where(isEqual("id", id));
  }

  #select(session: Session, project: number): RecordQuery<Name> {
    const query = this.#any(session).selectFrom(this.#name).select(this.#columns);
    return query.where("project_id", "=", project) as unknown as RecordQuery<Name>;
  }

  #insertAll(session: Session, project: number, records: readonly RecordOf<Name>[], conflict: Conflict): Promise<void> {
    return this.#inParts(records, async (part) => {
      await session.run(this.#insert(session, project, part, conflict));
    });
  }

  /** Divides items into parts of a few different sizes, so that few statements are prepared. */
  async #inParts<Item>(items: readonly Item[], write: (part: readonly Item[]) => Promise<void>): Promise<void> {
    for (let start = 0, size = 0; start < items.length; start += size) {
      size = Math.min(2 ** Math.floor(Math.log2(items.length - start)), maxRows);
      // oxlint-disable-next-line no-await-in-loop -- one statement after the other
      await write(items.slice(start, start + size));
    }
  }

  /** `keys`: keys of the new rows by record id. Without it, the database assigns the next keys. */
  #insert(
    session: Session,
    project: number,
    records: readonly RecordOf<Name>[],
    conflict: Conflict,
    keys?: ReadonlyMap<string, number>,
  ): CompiledQuery<{ readonly id: string }> {
    const rows = records.map((record): object => {
      const row = { project_id: project, ...this.table.toRow(record) };
      return keys === undefined ? row : { key: keys.get((record as { readonly id: string }).id), ...row };
    });
    const query = (): Compilable<{ readonly id: string }> => {
      const insert = this.#any(session)
        .insertInto(this.#name)
        // Cast, because `AnyTables` has only the columns that all tables have.
        .values(rows as AnyTables["records"][])
        .$if(keys !== undefined, (build) => build.returning("id")) as InsertQueryBuilder<
        AnyTables,
        "records",
        { readonly id: string }
      >;
      if (conflict === "reject") return insert;
      return insert.onConflict((on) => {
        if (conflict === "skip") return on.doNothing();
        const taken = on.columns(["project_id", "id"]);
        if (conflict === "keep") return taken.doNothing();
        return taken.doUpdateSet(Object.fromEntries(this.#columns.map((name) => [name, sql.ref(`excluded.${name}`)])));
      });
    };
    const values = rows.flatMap((row) => Object.values(row) as unknown[]);
    const name = `insert ${rows.length} ${conflict}${keys === undefined ? "" : " keyed"}`;
    return this.#compiled(session, name, query, values);
  }
}

function isEqual(column: string, value: string | number): Expression<SqlBool> {
  return sql`${sql.ref(column)} = ${value}`;
}
