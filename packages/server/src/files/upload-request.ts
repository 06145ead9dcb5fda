import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readRequiredName } from "../records/text.ts";
import { downloadType, parseMediaType } from "./media-type.ts";

export interface UploadRequest {
  readonly fileName: string;
  readonly contentType: string;
  readonly threadId: string | null;
  /** Bytes; null if unknown to the client. */
  readonly size: number | null;
  /** With `raw`, the body is the file. With `multipart`, it is a form, as the published Literal AI clients send it. */
  readonly uploadType: "multipart" | "raw";
}

const { nameLength } = recordLimits;

/** Validates the body of a signing request. Throws a `RecordError` that names the field. */
export function parseUploadRequest(
  body: Readonly<Record<string, unknown>>,
  { maxBytes }: { readonly maxBytes: number },
): UploadRequest {
  const contentType = parseContentType(body["contentType"] ?? downloadType);
  const uploadType = body["uploadType"] ?? "multipart";
  if (uploadType !== "multipart" && uploadType !== "raw") {
    throw badInput("uploadType", 'must be "multipart" or "raw"');
  }
  return {
    fileName: parseText("fileName", body["fileName"]),
    contentType,
    threadId: body["threadId"] == null ? null : parseText("threadId", body["threadId"]),
    size: parseSize(body["size"], maxBytes),
    uploadType,
  };
}

function parseContentType(value: unknown): string {
  const parsed = typeof value === "string" && value.length <= nameLength ? parseMediaType(value) : null;
  if (!parsed) throw badInput("contentType", `must be a MIME type of at most ${nameLength} characters`, nameLength);
  return parsed.text;
}

function parseText(field: string, value: unknown): string {
  if (typeof value !== "string") throw badInput(field, "must be a string");
  return readRequiredName(field, value);
}

function parseSize(value: unknown, maxBytes: number): number | null {
  if (value == null) return null;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw badInput("size", "must be a whole number of bytes");
  }
  if (value > maxBytes) throw badInput("size", `a file may have at most ${maxBytes} bytes`, maxBytes);
  return value;
}
