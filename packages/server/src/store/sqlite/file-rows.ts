import type { FileRecord } from "../files.ts";
import { fileCodec } from "../record-codecs.ts";
import type { Database, Parameter } from "./database.ts";

/** The condition that no attachment shows a row of `files`. */
const isUnattached = `
  NOT EXISTS (SELECT 1 FROM attachments a WHERE a.project = files.project AND a.objectKey = files.objectKey)`;

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
    return this.#find("project = ? AND objectKey = ? AND NOT leftOver", project, objectKey);
  }

  byKey(key: number): FileRecord | null {
    return this.#find("key = ? AND NOT leftOver", key);
  }

  /** Takes a file away that no attachment shows. Its row stays, unseen, until somebody has removed the bytes. */
  leave(project: number, objectKey: string): void {
    this.#leave("objectKey = ?", project, objectKey);
  }

  /** The same with what was uploaded to a thread. */
  leaveOfThread(project: number, threadId: string): void {
    this.#leave("threadId = ?", project, threadId);
  }

  /** The same with some of what was uploaded before a time and to no thread that is there; returns how many. */
  leaveOld(project: number, before: number, limit: number): number {
    const isOfNone = "NOT EXISTS (SELECT 1 FROM threads t WHERE t.project = files.project AND t.id = files.threadId)";
    const old = `
      SELECT key FROM files WHERE project = ? AND createdAt < ? AND NOT leftOver AND ${isOfNone} AND ${isUnattached}
      LIMIT ?`;
    const sql = `UPDATE files SET leftOver = 1 WHERE key IN (${old})`;
    return this.#database.run(sql, project, before, limit).changes;
  }

  #leave(where: string, project: number, ...parameters: Parameter[]): void {
    const sql = `UPDATE files SET leftOver = 1 WHERE project = ? AND ${where} AND ${isUnattached}`;
    this.#database.run(sql, project, ...parameters);
  }

  #find(where: string, ...parameters: Parameter[]): FileRecord | null {
    const sql = `SELECT ${fileCodec.columns} FROM files WHERE ${where}`;
    const row = this.#database.get<{ [column: string]: unknown }>(sql, ...parameters);
    return row === undefined ? null : fileCodec.toRecord(row);
  }
}
