import { errorResponse } from "../http/error-response.ts";
import type { FileRecord } from "../store/files.ts";
import { parseByteRange } from "./byte-range.ts";
import { contentDisposition } from "./content-disposition.ts";
import type { FileStorage } from "./file-storage.ts";
import { downloadType, inlineTypeOf, isMedia } from "./media-type.ts";
import { fitsType, headBytes } from "./signatures.ts";

export interface ServeFileOptions {
  readonly storage: FileStorage;
  readonly file: FileRecord;
  readonly request: Request;
  /** Remaining lifetime of the URL, in seconds. */
  readonly maxAge: number;
}

/**
 * Handles `GET` and `HEAD` of a file: responds with the whole file, a range, or "not modified". Resolves to null if the
 * bytes are missing.
 */
export async function serveFile({ storage, file, request, maxAge }: ServeFileOptions): Promise<Response | null> {
  const size = file.size ?? (await storage.stat(file.objectKey))?.size;
  if (size === undefined) return null;
  const etag = `"${file.createdAt.toString(36)}-${size.toString(36)}"`;
  const headers = new Headers({ "accept-ranges": "bytes", "cache-control": `private, max-age=${maxAge}`, etag });
  const shown = await shownType(storage, file, size);
  for (const [name, value] of Object.entries(describeContent(file, shown))) headers.set(name, value);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const elsewhere = await findElsewhere(request, { storage, file, maxAge, shown });
  if (elsewhere !== null) {
    const policy = { "content-security-policy": policyOf(null) };
    return new Response(null, { status: 302, headers: { location: elsewhere, ...policy, ...unkept } });
  }

  const ifRange = request.headers.get("if-range");
  const range =
    ifRange === null || ifRange === etag ? parseByteRange(request.headers.get("range") ?? undefined, size) : null;
  if (range === "unsatisfiable") {
    const message = `range: starts beyond the end of the file, which has ${size} bytes`;
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

/** Headers of a redirect. It must not be cached, because its URL contains a permission that expires. */
const unkept = { "cache-control": "no-store", vary: "sec-fetch-site" };

/** Returns the type with which browsers may display the file; null for downloads. */
async function shownType(storage: FileStorage, file: FileRecord, size: number): Promise<string | null> {
  const type = inlineTypeOf(file.mime);
  return type !== null && fitsType(type, await readHead(storage, file.objectKey, size)) ? type : null;
}

/**
 * Returns the URL in the store to redirect to; null if the service must send the bytes itself. The service sends them
 * to pages of its own UI, and to clients that cannot reach the store.
 *
 * It also sends the bytes of documents that browsers display, such as PDFs. These are safe only with a content security
 * policy, and a bucket does not send this header.
 */
async function findElsewhere(
  request: Request,
  { storage, file, maxAge, shown }: Omit<ServeFileOptions, "request"> & { readonly shown: string | null },
): Promise<string | null> {
  if (request.method !== "GET" || request.headers.get("sec-fetch-site") === "same-origin") return null;
  if (shown !== null && !isMedia(shown)) return null;
  return (
    (await storage.urlOf?.(file.objectKey, {
      seconds: Math.max(maxAge, 1),
      contentType: shown ?? downloadType,
      contentDisposition: dispositionOf(file, shown),
    })) ?? null
  );
}

async function readHead(storage: FileStorage, objectKey: string, size: number): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array();
  const bytes = await storage.read(objectKey, { start: 0, end: Math.min(size, headBytes) - 1 });
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/**
 * Returns the content headers of a file. Uploaded files are untrusted: files with an unknown type or mismatching
 * content are sent as downloads, and cannot run code even when opened.
 */
function describeContent(file: FileRecord, shown: string | null): Record<string, string> {
  return {
    "content-type": shown ?? downloadType,
    "content-disposition": dispositionOf(file, shown),
    "content-security-policy": policyOf(shown),
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
}

function dispositionOf({ name }: FileRecord, shown: string | null): string {
  return contentDisposition(shown === null ? "attachment" : "inline", name);
}

const closed = "default-src 'none'; form-action 'none'; base-uri 'none'";

/**
 * Returns the content security policy of a file. Any origin may show displayable files in a frame, because chat
 * applications on other origins show the files of their users.
 */
function policyOf(shown: string | null): string {
  if (shown === null) return `${closed}; sandbox`;
  const open = `${closed}; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors *`;
  // Browsers do not display PDFs in a sandbox. Their PDF viewers are extensions, which run no code of the file in our
  // origin.
  return shown === "application/pdf" ? open : `${open}; sandbox`;
}

function matches(header: string | null, etag: string): boolean {
  return header !== null && header.split(",").some((tag) => [etag, `W/${etag}`, "*"].includes(tag.trim()));
}
