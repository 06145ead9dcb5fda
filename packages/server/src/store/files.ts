import type { JsonValue } from "../json/json-value.ts";

/** A file on a step. An uploaded file has an `objectKey`; a file that is stored elsewhere has a `url`. */
export interface AttachmentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly stepId: string;
  /** Thread of the step; null while unknown. */
  readonly threadId: string | null;
  readonly name: string | null;
  readonly mime: string | null;
  readonly metadata: JsonValue;
  readonly objectKey: string | null;
  /** URL that the client gave. For an uploaded file, a URL is computed when the attachment is read. */
  readonly url: string | null;
}

/** Stored fields of an attachment. Its thread is read from its step. */
export type StoredAttachment = Omit<AttachmentRecord, "threadId">;

/** Fields to write to an attachment, merged by id. Absent fields stay; null clears a field. */
export interface AttachmentWrite {
  readonly id: string;
  readonly createdAt: number;
  readonly stepId: string;
  readonly name?: string | null | undefined;
  readonly mime?: string | null | undefined;
  readonly metadata?: JsonValue | undefined;
  readonly objectKey?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** An uploaded file, stored under its `objectKey`. */
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
  /** Merges a write into an existing attachment. Resolves to null if not found. */
  updateAttachment(
    projectId: string,
    id: string,
    change: Omit<AttachmentWrite, "id" | "createdAt" | "stepId">,
  ): Promise<AttachmentRecord | null>;
  getAttachment(projectId: string, id: string): Promise<AttachmentRecord | null>;
  /** The attachments of each step, oldest first. */
  attachmentsOf(projectId: string, stepIds: readonly string[]): Promise<AttachmentRecord[][]>;
  deleteAttachment(projectId: string, id: string, deletedAt: number): Promise<AttachmentRecord | null>;
  /** Registers an upload whose URL was signed. A later upload with the same key replaces it. */
  createFile(projectId: string, file: FileRecord): Promise<FileRecord>;
  /** Marks an upload as complete. Resolves to null if no upload with that key was registered. */
  completeFile(projectId: string, objectKey: string, size: number): Promise<FileRecord | null>;
  getFile(projectId: string, objectKey: string): Promise<FileRecord | null>;
  /**
   * Returns keys of files whose bytes still have to be deleted, because their steps, threads or projects were deleted.
   */
  leftOver(limit: number): Promise<string[]>;
  /** Removes files from the result of {@link leftOver}. Call it after their bytes are deleted. */
  forgetLeftOver(objectKeys: readonly string[]): Promise<void>;
}
