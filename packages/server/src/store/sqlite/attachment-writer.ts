import type { AttachmentRecord, AttachmentWrite } from "../files.ts";
import { attachmentCodec, type StoredAttachment } from "../record-codecs.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import { mergeAttachment } from "../merge-attachment.ts";
import type { Database, Parameter } from "./database.ts";
import { FileRows } from "./file-rows.ts";
import { Table } from "./table.ts";
import type { Tombstones } from "./tombstones.ts";

const selectAttachments = `
  SELECT ${attachmentCodec.fields.map((field) => `a.${toSnakeCase(field)} AS ${field}`).join(", ")}, t.id AS threadId
  FROM attachments a
  LEFT JOIN steps s ON s.project_id = a.project_id AND s.id = a.step_id LEFT JOIN threads t ON t.key = s.thread`;

/** Writes and reads attachments. Writing methods run inside a transaction of the caller. */
export class AttachmentWriter {
  readonly table: Table<StoredAttachment>;
  readonly #database: Database;
  readonly #tombstones: Tombstones;
  readonly #files: FileRows;

  constructor(database: Database, tombstones: Tombstones) {
    this.table = new Table(database, "attachments", attachmentCodec);
    this.#database = database;
    this.#tombstones = tombstones;
    this.#files = new FileRows(database);
  }

  get(project: number, id: string): AttachmentRecord | null {
    return this.#select("a.project_id = ? AND a.id = ?", project, id)[0] ?? null;
  }

  /** Oldest first. */
  ofStep(project: number, stepId: string): AttachmentRecord[] {
    return this.#select("a.project_id = ? AND a.step_id = ? ORDER BY a.created_at, a.key", project, stepId);
  }

  /** The same for each of many steps. Most have none, which one statement tells. */
  ofSteps(project: number, stepIds: readonly string[]): AttachmentRecord[][] {
    const sql = `
      SELECT step.value AS id FROM json_each(?2) step
      WHERE EXISTS (SELECT 1 FROM attachments WHERE project_id = ?1 AND step_id = step.value)`;
    const bearing = new Set(
      this.#database.all<{ id: string }>(sql, project, JSON.stringify(stepIds)).map(({ id }) => id),
    );
    return stepIds.map((stepId) => (bearing.has(stepId) ? this.ofStep(project, stepId) : []));
  }

  /** Null when the attachment was deleted earlier. */
  upsert(project: number, write: AttachmentWrite): AttachmentRecord | null {
    const existing = this.table.get(project, write.id);
    if (existing === null && this.#tombstones.has(project, "attachment", write.id)) return null;
    const merged = mergeAttachment(existing, write);
    if (existing === null) this.table.insert(project, merged);
    else this.table.replace(project, merged);
    return this.get(project, write.id);
  }

  /** Deletes an attachment with its file, if no other shows it. */
  delete(project: number, id: string, deletedAt: number): AttachmentRecord | null {
    const attachment = this.get(project, id);
    if (attachment === null) return null;
    this.table.delete(project, id);
    this.#tombstones.add(project, "attachment", id, deletedAt);
    if (attachment.objectKey !== null) this.#files.leave(project, attachment.objectKey);
    return attachment;
  }

  /** Deletes the attachments of steps with the files that no other shows. */
  deleteOfSteps(project: number, stepIds: readonly string[], deletedAt: number): void {
    for (const { id } of this.ofSteps(project, stepIds).flat()) this.delete(project, id, deletedAt);
  }

  #select(where: string, ...parameters: Parameter[]): AttachmentRecord[] {
    return this.#database
      .all<{ [column: string]: unknown }>(`${selectAttachments} WHERE ${where}`, ...parameters)
      .map((row) => ({ ...attachmentCodec.toRecord(row), threadId: fromNullable(row["threadId"]) }));
  }
}

function fromNullable(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
