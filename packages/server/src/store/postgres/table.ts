import type { RowCodec } from "../row-codec.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Parameter, Session } from "./session.ts";

type Row = { [column: string]: unknown };

/** Rows of one statement. */
const mostRows = 128;

/** A table whose rows are the records of a resource, keyed by project and id. Every method runs inside a transaction. */
export class Table<Record extends { readonly id: string }> {
  readonly name: string;
  readonly codec: RowCodec<Record>;
  /** The columns, joined for a statement. */
  readonly columns: string;
  readonly #into: string;
  readonly #values: string;
  readonly #insert: string;
  readonly #update: string;

  constructor(name: string, codec: RowCodec<Record>) {
    this.name = name;
    this.codec = codec;
    const columns = codec.fields.map(toSnakeCase);
    this.columns = columns.join(", ");
    this.#into = `INSERT INTO ${name} (project_id, ${this.columns}) VALUES `;
    this.#values = `(?${", ?".repeat(columns.length)})`;
    this.#insert = `${this.#into}${this.#values}`;
    this.#update = `UPDATE ${name} SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE project_id = ? AND id = ?`;
  }

  async insert(session: Session, project: number, record: Record): Promise<void> {
    await session.run(this.#insert, project, ...this.codec.toParameters(record));
  }

  /** Inserts records in their order, many at a time. */
  async insertAll(session: Session, project: number, records: readonly Record[], tail = ""): Promise<void> {
    for (let start = 0, size = 0; start < records.length; start += size) {
      // Few sizes make few statements to prepare.
      size = Math.min(2 ** Math.floor(Math.log2(records.length - start)), mostRows);
      const rows = records.slice(start, start + size);
      const sql = this.#into + rows.map(() => this.#values).join(", ") + tail;
      // oxlint-disable-next-line no-await-in-loop -- one statement after the other
      await session.run(sql, ...rows.flatMap((record) => [project, ...this.codec.toParameters(record)]));
    }
  }

  /** Inserts those of the records whose ids are not there. */
  insertMissing(session: Session, project: number, records: readonly Record[]): Promise<void> {
    return this.insertAll(session, project, records, " ON CONFLICT (project_id, id) DO NOTHING");
  }

  /** Inserts the record unless it collides with one that is there; says whether it did. */
  async insertNew(session: Session, project: number, record: Record): Promise<boolean> {
    const sql = `${this.#insert} ON CONFLICT DO NOTHING`;
    return (await session.run(sql, project, ...this.codec.toParameters(record))) > 0;
  }

  /** Says whether the record was there. */
  async replace(session: Session, project: number, record: Record): Promise<boolean> {
    return (await session.run(this.#update, ...this.codec.toParameters(record), project, record.id)) > 0;
  }

  async count(session: Session, project: number): Promise<number> {
    const sql = `SELECT count(*) AS count FROM ${this.name} WHERE project_id = ?`;
    return (await session.get<{ count: number }>(sql, project))?.count ?? 0;
  }

  get(session: Session, project: number, id: string): Promise<Record | null> {
    return this.find(session, project, "id = ?", id);
  }

  /** The record as nobody else changes it until the transaction ends. */
  lock(session: Session, project: number, id: string): Promise<Record | null> {
    return this.find(session, project, "id = ? FOR UPDATE", id);
  }

  /** In the order of `ids`; null where there is none. */
  async getMany(session: Session, project: number, ids: readonly string[]): Promise<(Record | null)[]> {
    const records = new Map(
      (await this.all(session, project, "id = ANY(?)", ids)).map((record) => [record.id, record]),
    );
    return ids.map((id) => records.get(id) ?? null);
  }

  /** The records of some keys, for a list. */
  async byKeys(session: Session, project: number, keys: readonly number[]): Promise<ReadonlyMap<number, Record>> {
    const sql = `SELECT key, ${this.columns} FROM ${this.name} WHERE project_id = ? AND key = ANY(?)`;
    const rows = await session.all<Row & { readonly key: number }>(sql, project, keys);
    return new Map(rows.map((row) => [row.key, this.codec.toRecord(row)]));
  }

  async find(session: Session, project: number, where: string, ...parameters: Parameter[]): Promise<Record | null> {
    return (await this.all(session, project, where, ...parameters))[0] ?? null;
  }

  async all(session: Session, project: number, where: string, ...parameters: Parameter[]): Promise<Record[]> {
    const sql = `SELECT ${this.columns} FROM ${this.name} WHERE project_id = ? AND ${where}`;
    return (await session.all<Row>(sql, project, ...parameters)).map(this.codec.toRecord);
  }

  /** Returns the record that was there. */
  async delete(session: Session, project: number, id: string): Promise<Record | null> {
    const sql = `DELETE FROM ${this.name} WHERE project_id = ? AND id = ? RETURNING ${this.columns}`;
    const row = await session.get<Row>(sql, project, id);
    return row === undefined ? null : this.codec.toRecord(row);
  }
}
