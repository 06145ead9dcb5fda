import { Hono } from "hono";
import type { Context, MiddlewareHandler } from "hono";
import { isBrowserKey, quotaShareOf } from "../access/browser-key.ts";
import { answerPreflight, preflightHeaders, shareWithBrowserKeys } from "../http/cross-origin.ts";
import { allowBrowsersAnd } from "../http/authenticate.ts";
import { browserIdPrefix, checkBrowserUpload } from "../records/browser-writes.ts";
import type { AppEnv } from "../http/app-env.ts";
import { errorResponse } from "../http/error-response.ts";
import type { PublicUrl } from "../http/public-url.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { RecordError } from "../records/errors.ts";
import { MissingProjectError, UnavailableError } from "../store/errors.ts";
import type { FileRecord } from "../store/files.ts";
import type { Store } from "../store/store.ts";
import type { FileStorage } from "./file-storage.ts";
import { BusyStorageError, FileTooLargeError } from "./file-storage.ts";
import { createObjectKey, projectIdOf } from "./object-key.ts";
import { serveFile } from "./serve-file.ts";
import { parseUploadRequest } from "./upload-request.ts";
import { uploadedContent } from "./uploaded-content.ts";
import { filesPath } from "./url-signer.ts";
import type { UrlSigner } from "./url-signer.ts";

/** Maximum size of a file uploaded with a browser key, in bytes. */
const maxBrowserUploadBytes = 10 * 1024 * 1024;

export interface FileRoutesOptions {
  readonly store: Store;
  readonly storage: FileStorage;
  readonly signer: UrlSigner;
  /** Authenticates requests to sign an upload. Uploads and reads are authorized by their signature. */
  readonly authenticate: MiddlewareHandler<AppEnv>;
  readonly maxUploadBytes: number;
  readonly publicUrl: PublicUrl;
  readonly quotas: Quotas;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Routes of files. `POST /api/upload/file` signs an upload. URLs below `/api/files/` receive uploads (`PUT` raw, `POST`
 * multipart) and serve reads (`GET`, `HEAD`).
 */
export function createFileRoutes(options: FileRoutesOptions): Hono<AppEnv> {
  const { store, storage, signer, authenticate, maxUploadBytes, publicUrl, quotas, now, newId } = options;
  const routes = new Hono<AppEnv>();
  const receiving = new Set<string>();

  routes.use("/api/upload/file", answerPreflight, shareWithBrowserKeys);
  routes.post("/api/upload/file", authenticate, allowBrowsersAnd("ingest", "write"), async (context) => {
    const actor = context.get("actor");
    const isBrowser = isBrowserKey(actor);
    const maxBytes = isBrowser ? Math.min(maxUploadBytes, maxBrowserUploadBytes) : maxUploadBytes;
    const request = parseUploadRequest(await readJsonObject(context.req.raw), { maxBytes });
    if (isBrowser) checkBrowserUpload(request);
    const projectId = context.get("project").id;
    await quotas.require(projectId, "records", quotaShareOf(actor));
    const objectKey = createObjectKey(projectId, isBrowser ? `${browserIdPrefix}${newId()}` : newId());
    const baseUrl = publicUrl.forRequest(context.req.url);
    await store.files.createFile(projectId, {
      objectKey,
      createdAt: now(),
      name: request.fileName,
      mime: request.contentType,
      threadId: request.threadId,
      size: null,
    });
    // A `raw` upload is a PUT request. All other uploads are POST requests with a form, because the published Literal
    // AI clients can only send streams reliably in a form.
    const method = request.uploadType === "raw" ? "PUT" : "POST";
    const target = {
      url: signer.signUploadUrl(baseUrl, method, objectKey, {
        contentType: request.contentType,
        maxBytes,
        size: request.size ?? undefined,
      }),
      fields: { key: objectKey },
      headers: {},
      uploadType: request.uploadType,
    };
    return context.json({
      [method.toLowerCase()]: target,
      // A browser key is public, so every visitor of a page can upload files with it. Without a URL to read these
      // files, the service cannot be misused to host them.
      signedUrl: isBrowser ? null : signer.signReadUrl(baseUrl, projectId, objectKey),
    });
  });

  const receive = async (context: Context<AppEnv>, method: "POST" | "PUT"): Promise<Response> => {
    const objectKey = requestedKey(context);
    const terms = signer.verifyUpload(method, objectKey, new URL(context.req.url).searchParams);
    // Pages of any origin may upload, because the signature is the permission.
    context.header("access-control-allow-origin", "*");
    const file = await findFile(store, objectKey);
    if (file.size !== null || receiving.has(objectKey)) {
      throw new RecordError("CONFLICT", "The file was already uploaded; request another signed upload");
    }
    receiving.add(objectKey);
    try {
      // Other uploads may have used up the quota since this URL was signed.
      await quotas.require(projectIdOf(objectKey), "records");
      const content = uploadedContent(context.req.raw, method, terms);
      const announced = terms.size ?? announcedBytes(context.req.raw);
      const size = await storage.write(objectKey, content, { maxBytes: terms.maxBytes, size: announced });
      // The project may have been deleted while the bytes arrived.
      const completed = await store.files.completeFile(projectIdOf(objectKey), objectKey, size).catch(async (error) => {
        if (error instanceof MissingProjectError) await storage.delete(objectKey);
        throw error;
      });
      if (completed) quotas.count(projectIdOf(objectKey), { bytes: size });
      else await storage.delete(objectKey);
      return context.body(null, 204);
    } catch (error) {
      return explainUploadFailure(error);
    } finally {
      receiving.delete(objectKey);
    }
  };

  const path = `${filesPath}:projectId/:fileId` as const;
  routes.options(path, (context) => {
    const method = context.req.header("access-control-request-method");
    const isUpload = method === "PUT" || method === "POST";
    return isUpload ? context.body(null, 204, preflightHeaders(method, "content-type")) : context.notFound();
  });
  routes.put(path, (context) => receive(context, "PUT"));
  routes.post(path, (context) => receive(context, "POST"));
  // Also handles HEAD.
  routes.get(path, async (context) => {
    const objectKey = requestedKey(context);
    const maxAge = signer.verifyRead(objectKey, new URL(context.req.url).searchParams);
    const file = await findFile(store, objectKey);
    const response = await serveFile({ storage, file, request: context.req.raw, maxAge });
    if (!response)
      throw new RecordError("NOT_FOUND", "The file has not been uploaded; upload it to its signed URL first");
    return response;
  });
  return routes;
}

function requestedKey(context: Context<AppEnv>): string {
  const { projectId = "", fileId = "" } = context.req.param();
  return createObjectKey(projectId, fileId);
}

/** Size of the request body in bytes, which includes the overhead of a form; undefined if not announced. */
function announcedBytes(request: Request): number | undefined {
  const length = request.headers.get("content-length");
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
}

async function findFile(store: Store, objectKey: string): Promise<FileRecord> {
  const file = await store.files.getFile(projectIdOf(objectKey), objectKey);
  if (!file) throw new RecordError("NOT_FOUND", "File not found");
  return file;
}

/** `Retry-After` in seconds: about the duration of a large upload. */
const busyRetryAfter = 10;
const diskFailures: ReadonlySet<string> = new Set(["EIO", "EROFS", "EACCES", "EPERM", "EMFILE", "ENFILE"]);

function explainUploadFailure(error: unknown): Response {
  if (error instanceof FileTooLargeError) {
    const { limit } = error;
    throw new RecordError("PAYLOAD_TOO_LARGE", `file: may have at most ${limit} bytes`, { field: "file", limit });
  }
  if (error instanceof BusyStorageError) {
    const response = errorResponse({ status: 429, code: "RATE_LIMITED", message: `${error.message}; try again later` });
    response.headers.set("retry-after", String(busyRetryAfter));
    return response;
  }
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return errorResponse({ status: 507, code: "UNAVAILABLE", message: "The service's disk is full" });
  }
  if (diskFailures.has(code)) {
    throw new UnavailableError("The service cannot write to its disk", { cause: error });
  }
  throw error;
}
