import type { AttachmentRecord, AttachmentWrite } from "../files.ts";
import { mergeAttachment } from "../merge-attachment.ts";
import { attachmentCodec, type StoredAttachment } from "../record-codecs.ts";
import { leaveFiles } from "./file-rows.ts";
import { groupBy } from "../session/group-by.ts";
import { mergeRows, type MergedResource } from "./merge-rows.ts";
import type { Parameter, Session } from "./session.ts";
import { Table } from "./table.ts";
import { addTombstones } from "./tombstones.ts";

const attachments: Table<StoredAttachment> = new Table("attachments", attachmentCodec);

/** The thread of an attachment is that of its step, so it is read, not kept. */
const selectAttachments = `
  SELECT ${attachments.columns.replaceAll(/\w+/g, "a.$&")}, s.thread_id FROM attachments a
  LEFT JOIN steps s ON s.project_id = a.project_id AND s.id = a.step_id WHERE a.project_id = ?`;

const merged: MergedResource<StoredAttachment, AttachmentWrite> = {
  table: attachments,
  kind: "attachment",
  merge: mergeAttachment,
};

/** Merges attachments by their ids, in the order given. One that was deleted earlier stays away. */
export async function upsertAttachments(
  session: Session,
  project: number,
  writes: readonly AttachmentWrite[],
): Promise<void> {
  await mergeRows(session, project, merged, writes);
}

export async function getAttachment(session: Session, project: number, id: string): Promise<AttachmentRecord | null> {
  return (await select(session, project, "a.id = ?", id))[0] ?? null;
}

/** The attachments of each step, oldest first. */
export async function attachmentsOf(
  session: Session,
  project: number,
  stepIds: readonly string[],
): Promise<AttachmentRecord[][]> {
  const rows = await select(session, project, "a.step_id = ANY(?) ORDER BY a.created_at, a.key", stepIds);
  return groupBy(stepIds, rows, ({ stepId }) => stepId);
}

/** Deletes an attachment with its file, if no other shows it. The attachment as it was; null when there is none. */
export async function deleteAttachment(
  session: Session,
  project: number,
  id: string,
  deletedAt: number,
): Promise<AttachmentRecord | null> {
  if ((await attachments.lock(session, project, id)) === null) return null;
  const attachment = await getAttachment(session, project, id);
  await attachments.delete(session, project, id);
  await addTombstones(session, project, "attachment", [id], deletedAt);
  await leaveFiles(session, project, attachment?.objectKey ? [attachment.objectKey] : []);
  return attachment;
}

/** Deletes the attachments of some steps with the files that no other shows. */
export async function deleteAttachmentsOf(
  session: Session,
  project: number,
  stepIds: readonly string[],
  deletedAt: number,
): Promise<void> {
  const rows = await session.all<{ id: string; objectKey: string | null }>(
    "DELETE FROM attachments WHERE project_id = ? AND step_id = ANY(?) RETURNING id, object_key",
    project,
    stepIds,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await addTombstones(session, project, "attachment", ids, deletedAt);
  const objectKeys = rows.flatMap(({ objectKey }) => objectKey ?? []);
  await leaveFiles(session, project, objectKeys);
}

async function select(
  session: Session,
  project: number,
  where: string,
  ...parameters: Parameter[]
): Promise<AttachmentRecord[]> {
  const sql = `${selectAttachments} AND ${where}`;
  const rows = await session.all<{ [column: string]: unknown }>(sql, project, ...parameters);
  return rows.map((row) => ({ ...attachmentCodec.toRecord(row), threadId: row["threadId"] as string | null }));
}
