import type { AttachmentWrite } from "./files.ts";
import { overlay } from "./merge-step.ts";
import type { StoredAttachment } from "./record-codecs.ts";

/** What an attachment becomes when a write arrives. */
export function mergeAttachment(existing: StoredAttachment | null, write: AttachmentWrite): StoredAttachment {
  const { id, createdAt, stepId } = write;
  const blank = { id, createdAt, stepId, name: null, mime: null, metadata: null, objectKey: null, url: null };
  return overlay(existing ?? blank, { ...write, createdAt: existing?.createdAt });
}
