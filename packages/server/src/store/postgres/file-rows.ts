import type { FileRecord } from "../files.ts";
import { fileCodec } from "../record-codecs.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Session } from "./session.ts";

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

/** Takes files away that no attachment shows. Their rows stay, unseen, until somebody has removed the bytes. */
export async function leaveFiles(session: Session, project: number, objectKeys: readonly string[]): Promise<void> {
  if (objectKeys.length > 0) await leave(session, project, "object_key", objectKeys);
}

/** The same with what was uploaded to threads. */
export async function leaveFilesOfThreads(session: Session, project: number, ids: readonly string[]): Promise<void> {
  await leave(session, project, "thread_id", ids);
}

async function leave(
  session: Session,
  project: number,
  column: "object_key" | "thread_id",
  values: readonly string[],
): Promise<void> {
  const where = `f.project_id = ? AND f.${column} = ANY(?) AND NOT f.left_over`;
  // Of two that delete the last attachments of a file at once, the later one has to see what the first one deleted.
  const hold = `SELECT 1 AS held FROM files f WHERE ${where} ORDER BY f.object_key FOR UPDATE`;
  if ((await session.all(hold, project, values)).length === 0) return;
  const sql = `
    UPDATE files f SET left_over = true WHERE ${where} AND NOT EXISTS (
      SELECT 1 FROM attachments a WHERE a.project_id = f.project_id AND a.object_key = f.object_key
    )`;
  await session.run(sql, project, values);
}
