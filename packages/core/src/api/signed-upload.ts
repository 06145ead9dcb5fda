import { ResponseError } from "../errors.ts";
import type { Upload } from "../transport/transport.ts";
import type { ContentSource } from "./file-content.ts";

/** Upload instructions from the service. */
export interface SignedUpload {
  readonly method: "PUT" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Form fields to send before the file. The field `key` contains the name under which the service stores the file,
   * which is the `objectKey` of an attachment.
   */
  readonly fields: Readonly<Record<string, string>>;
  readonly uploadType: "multipart" | "raw";
  /** URL for reading the file after the upload. */
  readonly readUrl: string | null;
}

export interface NamedContent {
  readonly source: ContentSource;
  readonly fileName: string;
  readonly contentType: string;
}

/**
 * Parses the response of the endpoint that signs uploads.
 *
 * @throws {ResponseError} when the response has no URL.
 */
export function readSignedUpload(answer: unknown): SignedUpload {
  const { put, post, signedUrl } = (answer ?? {}) as { put?: unknown; post?: unknown; signedUrl?: unknown };
  const details = put ?? post;
  const { url, headers, fields, uploadType } = (details ?? {}) as Record<string, unknown>;
  if (typeof url !== "string" || !isAddress(url)) {
    throw new ResponseError(
      "uploadFile: the response has no signed URL; check that url points to a Threadline service",
    );
  }
  return {
    method: put === undefined || put === null ? "POST" : "PUT",
    url,
    headers: (headers ?? {}) as Record<string, string>,
    fields: (fields ?? {}) as Record<string, string>,
    uploadType: uploadType === "raw" ? "raw" : "multipart",
    readUrl: typeof signedUrl === "string" ? signedUrl : null,
  };
}

/** Whether the text is an HTTP URL or a path on the service. */
function isAddress(url: string): boolean {
  return url !== "" && URL.canParse(url, "http://service") && /^https?:$/.test(new URL(url, "http://service").protocol);
}

export function toUpload(signed: SignedUpload, content: NamedContent): Upload {
  const { method, headers, uploadType } = signed;
  if (uploadType === "raw") {
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
    return {
      method,
      headers: hasType ? headers : { ...headers, "content-type": content.contentType },
      body: content.source,
    };
  }
  const boundary = `threadline-${crypto.randomUUID()}`;
  const before = formHead(boundary, signed.fields, content);
  const after = `\r\n--${boundary}--\r\n`;
  const { source } = content;
  return {
    method,
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: source instanceof Blob ? new Blob([before, source, after]) : surround(before, source, after),
  };
}

function formHead(boundary: string, fields: SignedUpload["fields"], { fileName, contentType }: NamedContent): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"\r\n\r\n${value}\r\n`,
  );
  const file = `Content-Disposition: form-data; name="file"; filename="${quote(fileName)}"`;
  return `${parts.join("")}--${boundary}\r\n${file}\r\nContent-Type: ${quote(contentType)}\r\n\r\n`;
}

/** Escapes a name for a quoted, single-line form header. */
function quote(text: string): string {
  return text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}

function surround(before: string, source: ReadableStream<Uint8Array>, after: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(before)),
      flush: (controller) => controller.enqueue(encoder.encode(after)),
    }),
  );
}
