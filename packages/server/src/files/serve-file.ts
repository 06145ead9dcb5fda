import { errorResponse } from "../http/error-response.ts";
import type { FileRecord } from "../store/files.ts";
import { parseByteRange } from "./byte-range.ts";
import { contentDisposition, isInlineType } from "./content-disposition.ts";
import type { FileStorage } from "./file-storage.ts";
import { fitsType, headBytes } from "./signatures.ts";

export interface ServeFileOptions {
  readonly storage: FileStorage;
  readonly file: FileRecord;
  readonly request: Request;
  /** Seconds that the URL is still good for. */
  readonly maxAge: number;
}

/** Answers `GET` or `HEAD` with the file, a part of it, or "not modified". Null when the bytes are not there. */
export async function serveFile({ storage, file, request, maxAge }: ServeFileOptions): Promise<Response | null> {
  const size = file.size ?? (await storage.stat(file.objectKey))?.size;
  if (size === undefined) return null;
  const etag = `"${file.createdAt.toString(36)}-${size.toString(36)}"`;
  const headers = new Headers({ "accept-ranges": "bytes", "cache-control": `private, max-age=${maxAge}`, etag });
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const isInline = isInlineType(file.mime) && fitsType(file.mime, await readHead(storage, file.objectKey, size));
  for (const [name, value] of Object.entries(describeContent(file, isInline))) headers.set(name, value);
  const elsewhere = await findElsewhere(request, { storage, file, maxAge, isInline });
  if (elsewhere !== null) return new Response(null, { status: 302, headers: { location: elsewhere, ...unkept } });

  const ifRange = request.headers.get("if-range");
  const range =
    ifRange === null || ifRange === etag ? parseByteRange(request.headers.get("range") ?? undefined, size) : null;
  if (range === "unsatisfiable") {
    const message = `range: the file has ${size} bytes`;
    const response = errorResponse({ status: 416, code: "BAD_USER_INPUT", message, limit: size });
    response.headers.set("content-range", `bytes */${size}`);
    return response;
  }
  headers.set("content-length", String(range ? range.end - range.start + 1 : size));
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const body = await storage.read(file.objectKey, range ?? undefined);
  return body && new Response(body, { status, headers });
}

/** The URL holds a permission that ends. */
const unkept = { "cache-control": "no-store", vary: "sec-fetch-site" };

/** Our own pages take bytes from this origin alone; all others go to where the bytes are, if they can. */
async function findElsewhere(
  request: Request,
  { storage, file, maxAge, isInline }: Omit<ServeFileOptions, "request"> & { readonly isInline: boolean },
): Promise<string | null> {
  if (request.method !== "GET" || request.headers.get("sec-fetch-site") === "same-origin") return null;
  return (
    (await storage.urlOf?.(file.objectKey, {
      seconds: Math.max(maxAge, 1),
      contentType: file.mime,
      contentDisposition: contentDisposition(isInline ? "inline" : "attachment", file.name),
    })) ?? null
  );
}

async function readHead(storage: FileStorage, objectKey: string, size: number): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array();
  const bytes = await storage.read(objectKey, { start: 0, end: Math.min(size, headBytes) - 1 });
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/**
 * An uploaded file is hostile: what is not known to be harmless, or is something else than it says, is a download and runs
 * nothing even when opened.
 */
function describeContent({ mime, name }: FileRecord, isInline: boolean): Record<string, string> {
  return {
    "content-type": mime,
    "content-disposition": contentDisposition(isInline ? "inline" : "attachment", name),
    // Chat applications on other origins show the files of their users, documents in a frame.
    "content-security-policy": isInline
      ? "default-src 'none'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors *"
      : "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
}

function matches(header: string | null, etag: string): boolean {
  return header !== null && header.split(",").some((tag) => [etag, `W/${etag}`, "*"].includes(tag.trim()));
}
