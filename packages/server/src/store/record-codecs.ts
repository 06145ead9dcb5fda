import type { AttachmentRecord, FileRecord } from "./files.ts";
import { defineCodec, type RowCodec } from "./row-codec.ts";

/** The thread of an attachment is that of its step, so it is read, not kept. */
export type StoredAttachment = Omit<AttachmentRecord, "threadId">;

export const attachmentCodec: RowCodec<StoredAttachment> = defineCodec<StoredAttachment>({
  id: "plain",
  createdAt: "plain",
  stepId: "plain",
  name: "plain",
  mime: "plain",
  metadata: "json",
  objectKey: "plain",
  url: "plain",
});

export const fileCodec: RowCodec<FileRecord> = defineCodec<FileRecord>({
  objectKey: "plain",
  createdAt: "plain",
  name: "plain",
  mime: "plain",
  threadId: "plain",
  size: "plain",
});
