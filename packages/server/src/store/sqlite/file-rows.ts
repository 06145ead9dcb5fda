import type { FileRecord } from "../files.ts";
import { fileCodec } from "../record-codecs.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Database, Parameter } from "./database.ts";
import { selectionOf } from "./table.ts";

/** The condition that no attachment shows a row of `files`. */
const isUnattached = `
  NOT EXISTS (SELECT 1 FROM attachments a WHERE a.project_id = files.project_id AND a.object_key = files.object_key)`;

/** The rows of files, keyed by `objectKey`. */
export class FileRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  put(project: number, file: FileRecord): void {
    const columns = fileCodec.fields.map(toSnakeCase).join(", ");
    const sql = `INSERT OR REPLACE INTO files (project_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
    this.#database.run(sql, project, ...fileCodec.toParameters(file));
  }

  get(project: number, objectKey: string): FileRecord | null {
    return this.#find("project_id = ? AND object_key = ? AND NOT left_over", project, objectKey);
  }

  byKey(key: number): FileRecord | null {
    return this.#find("key = ? AND NOT left_over", key);
  }

  /** Takes a file away that no attachment shows. Its row stays, unseen, until somebody has removed the bytes. */
  leave(project: number, objectKey: string): void {
    this.#leave("object_key = ?", project, objectKey);
  }

  /** The same with what was uploaded to a thread. */
  leaveOfThread(project: number, threadId: string): void {
    this.#leave("thread_id = ?", project, threadId);
  }

  /** The same with some of what was uploaded before a time and to no thread that is there; returns how many. */
  leaveOld(project: number, before: number, limit: number): number {
    const isOfNone =
      "NOT EXISTS (SELECT 1 FROM threads t WHERE t.project_id = files.project_id AND t.id = files.thread_id)";
    const old = `
      SELECT key FROM files WHERE project_id = ? AND created_at < ? AND NOT left_over AND ${isOfNone} AND ${isUnattached}
      LIMIT ?`;
    const sql = `UPDATE files SET left_over = 1 WHERE key IN (${old})`;
    return this.#database.run(sql, project, before, limit).changes;
  }

  #leave(where: string, project: number, ...parameters: Parameter[]): void {
    const sql = `UPDATE files SET left_over = 1 WHERE project_id = ? AND ${where} AND ${isUnattached}`;
    this.#database.run(sql, project, ...parameters);
  }

  #find(where: string, ...parameters: Parameter[]): FileRecord | null {
    const sql = `SELECT ${selectionOf(fileCodec)} FROM files WHERE ${where}`;
    const row = this.#database.get<{ [column: string]: unknown }>(sql, ...parameters);
    return row === undefined ? null : fileCodec.toRecord(row);
  }
}
