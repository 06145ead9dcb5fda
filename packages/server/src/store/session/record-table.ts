import {
  type Compilable,
  CompiledQuery,
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from "kysely";
import type { RecordOf, RecordTableName, Tables } from "../schema/records.ts";
import type { ColumnName, Table } from "../schema/table.ts";
import type { Session } from "./session.ts";

/** Rows of one statement. */
const maxRows = 128;

/** What becomes of a record whose id is taken (`keep`), or that any unique constraint refuses (`skip`). */
type Conflict = "keep" | "reject" | "skip";

/** A query of all columns of a table, to be narrowed down and ordered. */
export type RecordQuery<Name extends RecordTableName> = SelectQueryBuilder<Tables, Name, object>;
type Refine<Name extends RecordTableName> = (query: RecordQuery<Name>) => RecordQuery<Name>;

/** What every table of records has. TypeScript cannot follow Kysely's types for a table that is not known yet. */
interface AnyTables {
  readonly records: { readonly id: string; readonly key: number; readonly project_id: number };
}

/** Reads and writes the records of a table, which are keyed by project and id. */
export class RecordTable<Name extends RecordTableName> {
  readonly table: Table<Name>;
  /** The SQL of the queries that are compiled once, which takes longer than to execute them. */
  readonly #statements = new Map<string, string>();

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

  /** The first record with these values in these columns. */
  async findBy(
    session: Session,
    project: number,
    values: { readonly [Column in ColumnName<Name>]?: string | number },
  ): Promise<RecordOf<Name> | null> {
    const entries = Object.entries(values) as [string, string | number][]; // as typed above
    const query = (): Compilable<object> =>
      entries.reduce((found, [column, value]) => found.where(isEqual(column, value)), this.#select(session, project));
    const columns = entries.map(([column]) => column);
    return this.#one(session, `findBy ${columns.join(" ")}`, query, [project, ...entries.map(([, value]) => value)]);
  }

  /** Some of the records with a value in a column, in the order of insertion. */
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

  /** The record, which no other transaction changes until this one ends. */
  async lock(session: Session, project: number, id: string): Promise<RecordOf<Name> | null> {
    const query = (): Compilable<object> => session.dialect.forUpdate(this.#byId(session, project, id));
    return this.#one(session, "lock", query, [project, id]);
  }

  /** In the order of `ids`; null where there is none. */
  async getMany(session: Session, project: number, ids: readonly string[]): Promise<(RecordOf<Name> | null)[]> {
    const { dialect } = session;
    const query = (): Compilable<object> => this.#select(session, project).where(dialect.isIn("id", ids));
    const rows = await session.all(this.#compiled(session, "getMany", query, [project, dialect.toList(ids)]));
    const records = rows.map(this.table.toRecord);
    const byId = new Map(records.map((record) => [(record as { readonly id: string }).id, record]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /** The records of some keys, for a list. */
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

  /** Records after a key in the order of insertion, for a transfer. */
  async after(
    session: Session,
    project: number,
    key: number,
    limit: number,
  ): Promise<{ readonly key: number; readonly record: RecordOf<Name> }[]> {
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

  /** How many records have each of some values in a column, in the order of the values. */
  async countBy(
    session: Session,
    project: number,
    column: ColumnName<Name>,
    values: readonly string[],
  ): Promise<number[]> {
    const { dialect } = session;
    const counted = column as unknown as "id"; // stands for any column of text
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

  /** Inserts the record unless it collides with one that is there; resolves to whether it did. */
  async insertNew(session: Session, project: number, record: RecordOf<Name>): Promise<boolean> {
    return (await session.run(this.#insert(session, project, [record], "skip"))) > 0;
  }

  /** Inserts records in their order. */
  async insertAll(session: Session, project: number, records: readonly RecordOf<Name>[]): Promise<void> {
    await this.#insertAll(session, project, records, "reject");
  }

  /** Inserts those of the records whose ids are not there. */
  async insertMissing(session: Session, project: number, records: readonly RecordOf<Name>[]): Promise<void> {
    await this.#insertAll(session, project, records, "keep");
  }

  /** Resolves to whether the record was there. */
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

  /** Resolves to the record that was there. */
  async delete(session: Session, project: number, id: string): Promise<RecordOf<Name> | null> {
    const query = (): Compilable<object> =>
      this.#any(session)
        .deleteFrom(this.#name)
        .where("project_id", "=", project)
        .where("id", "=", id)
        .returning(this.#columns);
    return this.#one(session, "delete", query, [project, id]);
  }

  /** The record of a query that is compiled once. */
  async #one(
    session: Session,
    name: string,
    query: () => Compilable<object>,
    parameters: readonly unknown[],
  ): Promise<RecordOf<Name> | null> {
    const row = await session.get(this.#compiled(session, name, query, parameters));
    return row === undefined ? null : this.table.toRecord(row);
  }

  /** Compiles a query when it is first needed. `parameters`: its values in the order of their places. */
  #compiled<Row>(
    session: Session,
    name: string,
    query: () => Compilable<Row>,
    parameters: readonly unknown[],
  ): CompiledQuery<Row> {
    const kind = `${session.dialect.name} ${name}`;
    let text = this.#statements.get(kind);
    if (text === undefined) {
      text = query().compile().sql;
      this.#statements.set(kind, text);
    }
    return CompiledQuery.raw(text, [...parameters]);
  }

  get #columns(): "id"[] {
    return this.table.columns.map(({ name }) => name) as "id"[]; // the types know the common columns alone
  }

  get #name(): "records" {
    return this.table.name as unknown as "records"; // stands for any table
  }

  #any(session: Session): Kysely<AnyTables> {
    return session.db as unknown as Kysely<AnyTables>; // as above
  }

  #byId(session: Session, project: number, id: string): RecordQuery<Name> {
    return this.#select(session, project).where(isEqual("id", id));
  }

  #select(session: Session, project: number): RecordQuery<Name> {
    const query = this.#any(session).selectFrom(this.#name).select(this.#columns);
    return query.where("project_id", "=", project) as unknown as RecordQuery<Name>;
  }

  async #insertAll(
    session: Session,
    project: number,
    records: readonly RecordOf<Name>[],
    conflict: Conflict,
  ): Promise<void> {
    for (let start = 0, size = 0; start < records.length; start += size) {
      // Few sizes make few statements to prepare.
      size = Math.min(2 ** Math.floor(Math.log2(records.length - start)), maxRows);
      // oxlint-disable-next-line no-await-in-loop -- one statement after the other
      await session.run(this.#insert(session, project, records.slice(start, start + size), conflict));
    }
  }

  #insert(session: Session, project: number, records: readonly RecordOf<Name>[], conflict: Conflict): CompiledQuery {
    const rows = records.map((record) => this.table.toRow(record));
    const query = (): Compilable => {
      const insert = this.#any(session)
        .insertInto(this.#name)
        // The types know the common columns alone.
        .values(rows.map((row) => ({ project_id: project, ...row })) as unknown as AnyTables["records"][]);
      if (conflict === "reject") return insert;
      return insert.onConflict((on) => (conflict === "keep" ? on.columns(["project_id", "id"]) : on).doNothing());
    };
    const values = rows.flatMap((row) => [project, ...Object.values(row)]);
    return this.#compiled(session, `insert ${rows.length} ${conflict}`, query, values);
  }
}

function isEqual(column: string, value: string | number): Expression<SqlBool> {
  return sql`${sql.ref(column)} = ${value}`;
}
