import type { RowCodec } from "../row-codec.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Database, Parameter } from "./database.ts";

type Row = { [column: string]: unknown };

/** Selects columns under the names of the fields. */
function selectionOf(codec: Pick<RowCodec<never>, "fields">): string {
  return codec.fields.map((field) => `${toSnakeCase(field)} AS ${field}`).join(", ");
}

/** A table whose rows are the records of a resource, keyed by project and id. */
export class Table<Record extends { readonly id: string }> {
  readonly codec: RowCodec<Record>;
  readonly #database: Database;
  readonly #name: string;
  readonly #insert: string;
  readonly #update: string;
  /** The columns under the names of the fields. */
  readonly #select: string;

  constructor(database: Database, name: string, codec: RowCodec<Record>) {
    this.codec = codec;
    this.#database = database;
    this.#name = name;
    this.#select = selectionOf(codec);
    const columns = codec.fields.map(toSnakeCase);
    this.#insert = `INSERT INTO ${name} (project_id, ${columns.join(", ")}) VALUES (?${", ?".repeat(columns.length)})`;
    this.#update = `UPDATE ${name} SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE project_id = ? AND id = ?`;
  }

  /** Returns the key of the new row. */
  insert(project: number, record: Record): number {
    return this.#database.run(this.#insert, project, ...this.codec.toParameters(record)).key;
  }

  replace(project: number, record: Record): void {
    this.#database.run(this.#update, ...this.codec.toParameters(record), project, record.id);
  }

  /** Inserts the record unless its id is there. */
  insertNew(project: number, record: Record): void {
    if (this.get(project, record.id) === null) this.insert(project, record);
  }

  get(project: number, id: string): Record | null {
    return this.find("project_id = ? AND id = ?", project, id);
  }

  getMany(project: number, ids: readonly string[]): (Record | null)[] {
    return ids.map((id) => this.get(project, id));
  }

  byKey(key: number): Record | null {
    return this.find("key = ?", key);
  }

  find(where: string, ...parameters: Parameter[]): Record | null {
    const row = this.#database.get<Row>(`SELECT ${this.#select} FROM ${this.#name} WHERE ${where}`, ...parameters);
    return row === undefined ? null : this.codec.toRecord(row);
  }

  all(where: string, ...parameters: Parameter[]): Record[] {
    return this.#database
      .all<Row>(`SELECT ${this.#select} FROM ${this.#name} WHERE ${where}`, ...parameters)
      .map(this.codec.toRecord);
  }

  /** Returns the record that was there. */
  delete(project: number, id: string): Record | null {
    const record = this.get(project, id);
    if (record !== null) this.#database.run(`DELETE FROM ${this.#name} WHERE project_id = ? AND id = ?`, project, id);
    return record;
  }
}
