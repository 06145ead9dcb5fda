import type { JsonValue } from "../json/json-value.ts";

/** A file on a step: uploaded (`objectKey`) or elsewhere (`url`). */
export interface AttachmentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly stepId: string;
  /** The step's thread, once known. */
  readonly threadId: string | null;
  readonly name: string | null;
  readonly mime: string | null;
  readonly metadata: JsonValue;
  readonly objectKey: string | null;
  /** As given; the URL of an uploaded file is computed on read. */
  readonly url: string | null;
}

/** The thread of an attachment is read from its step. */
export type StoredAttachment = Omit<AttachmentRecord, "threadId">;

/** Fields to write to an attachment: merged by id; absent ones stay, null clears. */
export interface AttachmentWrite {
  readonly id: string;
  /** Used when the attachment is new. */
  readonly createdAt: number;
  readonly stepId: string;
  readonly name?: string | null | undefined;
  readonly mime?: string | null | undefined;
  readonly metadata?: JsonValue | undefined;
  readonly objectKey?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** Uploaded bytes of an `objectKey`. */
export interface FileRecord {
  readonly objectKey: string;
  readonly createdAt: number;
  readonly name: string;
  readonly mime: string;
  readonly threadId: string | null;
  /** Bytes; null until the upload has finished. */
  readonly size: number | null;
}

export interface FileStore {
  upsertAttachment(projectId: string, write: AttachmentWrite): Promise<AttachmentRecord | null>;
  /** Merges into an existing attachment. Null if not found. */
  updateAttachment(
    projectId: string,
    id: string,
    change: Omit<AttachmentWrite, "id" | "createdAt" | "stepId">,
  ): Promise<AttachmentRecord | null>;
  getAttachment(projectId: string, id: string): Promise<AttachmentRecord | null>;
  /** The attachments of each step, oldest first. */
  attachmentsOf(projectId: string, stepIds: readonly string[]): Promise<AttachmentRecord[][]>;
  deleteAttachment(projectId: string, id: string, deletedAt: number): Promise<AttachmentRecord | null>;
  /** Registers a signed upload; a later one with the same key replaces it. */
  createFile(projectId: string, file: FileRecord): Promise<FileRecord>;
  /** Marks an upload as complete. Null if no upload was signed with that key. */
  completeFile(projectId: string, objectKey: string, size: number): Promise<FileRecord | null>;
  getFile(projectId: string, objectKey: string): Promise<FileRecord | null>;
  /** Keys of files whose records were deleted with their steps, threads or projects, and whose bytes still exist. */
  leftOver(limit: number): Promise<string[]>;
  /** Deletes the rows of these keys, once their bytes are deleted. */
  forgetLeftOver(objectKeys: readonly string[]): Promise<void>;
}
