import type { FileRecord } from "../files.ts";
import { fileCodec } from "../record-codecs.ts";
import { type Session, toSnakeCase } from "./session.ts";

/** The columns of a {@link FileRecord}. */
export const fileColumns: readonly string[] = fileCodec.fields.map(toSnakeCase);

const columns = fileColumns.join(", ");
const put = `
  INSERT INTO files (project_id, ${columns}) VALUES (?${", ?".repeat(fileColumns.length)})
  ON CONFLICT (project_id, object_key)
  DO UPDATE SET ${fileColumns.map((column) => `${column} = excluded.${column}`).join(", ")}, left_over = false`;

/** Notes a file; a later one under the same key replaces it. */
export async function putFile(session: Session, project: number, file: FileRecord): Promise<void> {
  await session.run(put, project, ...fileCodec.toParameters(file));
}

export function toFile(row: { readonly [column: string]: unknown } | undefined): FileRecord | null {
  return row === undefined ? null : fileCodec.toRecord(row);
}

/** Takes files away. Their rows stay, unseen, until somebody has removed the bytes. */
export async function leaveFiles(session: Session, project: number, objectKeys: readonly string[]): Promise<void> {
  if (objectKeys.length === 0) return;
  const sql = "UPDATE files SET left_over = true WHERE project_id = ? AND object_key = ANY(?)";
  await session.run(sql, project, objectKeys);
}

/** The same with what was uploaded to threads. */
export async function leaveFilesOfThreads(session: Session, project: number, ids: readonly string[]): Promise<void> {
  await session.run("UPDATE files SET left_over = true WHERE project_id = ? AND thread_id = ANY(?)", project, ids);
}
