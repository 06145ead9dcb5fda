import type { FileRecord } from "../files.ts";
import type { Database, Parameter } from "./database.ts";
import { defineCodec } from "../row-codec.ts";

const codec = defineCodec<FileRecord>({
  objectKey: "plain",
  createdAt: "plain",
  name: "plain",
  mime: "plain",
  threadId: "plain",
  size: "plain",
});

/** The rows of files, keyed by `objectKey`. */
export class FileRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  put(project: number, file: FileRecord): void {
    const sql = `INSERT OR REPLACE INTO files (project, ${codec.columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
    this.#database.run(sql, project, ...codec.toParameters(file));
  }

  get(project: number, objectKey: string): FileRecord | null {
    return this.#find("project = ? AND objectKey = ?", project, objectKey);
  }

  byKey(key: number): FileRecord | null {
    return this.#find("key = ?", key);
  }

  #find(where: string, ...parameters: Parameter[]): FileRecord | null {
    const sql = `SELECT ${codec.columns} FROM files WHERE ${where}`;
    const row = this.#database.get<{ [column: string]: unknown }>(sql, ...parameters);
    return row === undefined ? null : codec.toRecord(row);
  }
}
