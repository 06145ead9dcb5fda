import type { FileRecord } from "../files.ts";
import { fileCodec } from "../record-codecs.ts";
import type { Database, Parameter } from "./database.ts";

/** The rows of files, keyed by `objectKey`. */
export class FileRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  put(project: number, file: FileRecord): void {
    const sql = `INSERT OR REPLACE INTO files (project, ${fileCodec.columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
    this.#database.run(sql, project, ...fileCodec.toParameters(file));
  }

  get(project: number, objectKey: string): FileRecord | null {
    return this.#find("project = ? AND objectKey = ?", project, objectKey);
  }

  byKey(key: number): FileRecord | null {
    return this.#find("key = ?", key);
  }

  #find(where: string, ...parameters: Parameter[]): FileRecord | null {
    const sql = `SELECT ${fileCodec.columns} FROM files WHERE ${where}`;
    const row = this.#database.get<{ [column: string]: unknown }>(sql, ...parameters);
    return row === undefined ? null : fileCodec.toRecord(row);
  }
}
