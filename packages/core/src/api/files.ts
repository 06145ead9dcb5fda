import { createId } from "../create-id.ts";
import { Attachment } from "../attachment.ts";
import { ConfigError, ResponseError, ThreadlineError } from "../errors.ts";
import type { Recorder } from "../recorder.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import { type FileContent, openFile, toContent } from "./file-content.ts";
import { type SignedUpload, readSignedUpload, toUpload } from "./signed-upload.ts";

/** A file to upload: its `content` or its `path`. */
export interface UploadFile {
  /** Bytes, text, a Blob or File, or a stream. A stream is sent while it is read. */
  content?: Maybe<FileContent>;
  /** Path of a local file; needs Node, Bun or Deno. */
  path?: Maybe<string>;
  /** Id that the file is stored under. Default: a new UUID. */
  id?: Maybe<string>;
  /** Id of the thread that the file belongs to. */
  threadId?: Maybe<string>;
  /** Media type. Default: `application/octet-stream`. */
  mime?: Maybe<string>;
}

/** A file to upload and attach. */
export interface CreateAttachment extends UploadFile {
  /** Display name. Default: the id. */
  name?: string | undefined;
  metadata?: Maybe<JsonObject>;
}

/** Where the service stores an uploaded file. If the upload failed, `objectKey` and `url` are null. */
export interface UploadResult {
  objectKey: string | null;
  /** Signed URL for reading the file, valid for a limited time. */
  url: string | null;
}

/** Operations on files, and on the project that the key belongs to. */
export interface FileOperations {
  /**
   * Uploads a file: the service signs the upload, then the bytes are sent to the signed URL. If sending the bytes
   * fails, both fields of the result are null and the error is passed to `onError`.
   *
   * @throws {ConfigError} when neither `content` nor `path` is given, or the path cannot be read.
   * @throws {ResponseError} when the service does not return a signed URL.
   */
  uploadFile(file: UploadFile, options?: CallOptions): Promise<UploadResult>;
  /**
   * Uploads a file and adds it to the attachments of the current step, if any. Inside a thread, the file belongs to
   * that thread.
   */
  createAttachment(file: CreateAttachment, options?: CallOptions): Promise<Attachment>;
  /** Returns the id of the project that the key belongs to. */
  getProjectId(options?: CallOptions): Promise<string>;
}

export function createFileOperations(client: Recorder, transport: Transport): FileOperations {
  const uploadFile: FileOperations["uploadFile"] = async (file, options) => {
    const { content, path, threadId } = file;
    const fileName = file.id ?? createId();
    const contentType = file.mime ?? "application/octet-stream";
    if (isMissing(content) && isMissing(path)) throw new ConfigError("uploadFile needs content or path");
    const source = isMissing(content) ? await openFile(path as string) : toContent(content);
    if (client.disabled) return { objectKey: null, url: null };

    const body = { fileName, contentType, threadId: threadId ?? undefined };
    const signed: SignedUpload = readSignedUpload(
      await transport.post("uploadFile", "/api/upload/file", body, options),
    );
    try {
      await transport.upload(signed.url, toUpload(signed, { source, fileName, contentType }), options);
      return { objectKey: signed.fields["key"] ?? null, url: signed.readUrl };
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      client.onError(error);
      return { objectKey: null, url: null };
    }
  };

  return {
    uploadFile,
    async createAttachment({ name, metadata, ...file }, options) {
      const { currentThread, currentStep: step } = client.context;
      const threadId = currentThread?.id ?? file.threadId;
      const { objectKey, url } = await uploadFile({ ...file, threadId }, options);
      const id = createId();
      const attachment = new Attachment({ id, name: name ?? file.id ?? id, mime: file.mime, metadata, objectKey, url });
      if (step !== null && objectKey !== null) step.attachments = [...(step.attachments ?? []), attachment];
      return attachment;
    },
    async getProjectId(options) {
      const answer = (await transport.post("getProjectId", "/api/my-project", {}, options)) as {
        projectId?: unknown;
      } | null;
      if (typeof answer?.projectId !== "string")
        throw new ResponseError(
          "getProjectId: the response has no projectId; check that url points to a Threadline service",
        );
      return answer.projectId;
    },
  };
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
