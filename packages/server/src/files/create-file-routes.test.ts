import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { apiKeyRecord } from "../access/api-key.ts";
import { authenticate } from "../http/authenticate.ts";
import { createApp } from "../http/create-app.ts";
import { createPublicUrl } from "../http/public-url.ts";
import { Quotas } from "../quotas/quotas.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { createFileRoutes } from "./create-file-routes.ts";
import { openDiskFileStorage } from "./disk-file-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import { createUrlSigner } from "./url-signer.ts";

const maxUploadBytes = 2_000_000;

interface Signed {
  readonly put?: Target;
  readonly post?: Target;
  readonly signedUrl: string;
}

interface Target {
  readonly url: string;
  readonly fields: { readonly key: string };
  readonly headers: Record<string, string>;
  readonly uploadType: string;
}

async function start(faults: Partial<FileStorage> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "threadline-routes-"));
  const store = await openSqliteStore({ path: ":memory:" });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  let time = Date.parse("2026-11-21T10:00:00Z");
  let ids = 0;
  const now = () => time;
  const newId = () => `id-${(ids += 1)}`;
  for (const id of ["a", "b"]) {
    await store.projects.create({ id, name: id, createdAt: time });
    await store.projects.createKey(
      apiKeyRecord({ id: `key-${id}`, projectId: id, name: id, secret: `secret-${id}`, createdAt: time }),
    );
  }
  const signer = createUrlSigner({ secret: await store.secret("test"), now });
  const guard = authenticate({ projects: store.projects, now });
  const storage = { ...(await openDiskFileStorage(folder)), ...faults };
  const defaults = { stepsPerDay: 0, storedBytes: 0 };
  const quotas = new Quotas({
    usage: store.usage,
    defaults,
    now,
    onError(error) {
      throw error;
    },
  });
  const routes = createFileRoutes({
    quotas,
    store,
    storage,
    signer,
    authenticate: guard,
    maxUploadBytes,
    publicUrl: createPublicUrl({}),
    now,
    newId,
  });
  const app = createApp({
    store,
    log: pino({ level: "silent" }),
    publicUrl: createPublicUrl({}),
    newId,
    routes: [routes],
  });

  const request = async (url: string, init?: RequestInit): Promise<Response> => app.request(url, init);
  const sign = (body: unknown, key = "secret-a"): Promise<Response> =>
    request("http://h/api/upload/file", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    folder,
    store,
    signer,
    request,
    sign,
    signed: async (body: object): Promise<Signed> => (await sign({ fileName: "f", ...body })).json(),
    pass: (ms: number) => (time += ms),
    upload: async (content: string, body: object = {}): Promise<string> => {
      const { put, signedUrl } = await (await sign({ fileName: "f", uploadType: "raw", ...body })).json();
      expect((await request(put.url, { method: "PUT", body: content })).status).toBe(204);
      return signedUrl;
    },
  };
}

async function problem(response: Response): Promise<{ status: number; code: string; message: string; field?: string }> {
  const { errors } = await response.json();
  return { status: response.status, message: errors[0].message, ...errors[0].extensions };
}

function form(content: BlobPart, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append("file", new Blob([content], { type: "application/octet-stream" }), "ignored.bin");
  return data;
}

function streamed(body: ReadableStream<Uint8Array>): RequestInit {
  const init = { method: "PUT", body, duplex: "half" };
  return init;
}

test("an upload is a form by default, as for the published clients", async () => {
  const { signed, request } = await start();
  const { post, put, signedUrl } = await signed({ contentType: "text/csv", threadId: null });
  expect(put).toBeUndefined();
  expect(post?.uploadType).toBe("multipart");
  expect(post?.fields.key).toMatch(/^a\//);

  const uploaded = await request(post?.url ?? "", { method: "POST", body: form("1,2", post?.fields) });
  expect(uploaded.status).toBe(204);
  const read = await request(signedUrl);
  expect(await read.text()).toBe("1,2");
  expect(read.headers.get("content-type")).toBe("application/octet-stream");
});

test("a raw upload accepts any content type", async () => {
  const { signed, request } = await start();
  const { put, signedUrl } = await signed({ contentType: "text/plain", uploadType: "raw" });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await request(put?.url ?? "", { method: "PUT", headers, body: "png" })).status).toBe(204);
  const read = await request(signedUrl);
  expect(await read.text()).toBe("png");
  expect(read.headers.get("content-type")).toBe("text/plain; charset=utf-8");
});

test("an empty file can be stored", async () => {
  const { upload, request } = await start();
  const read = await request(await upload(""));
  expect(read.status).toBe(200);
  expect(await read.text()).toBe("");
});

test("signed URLs have the origin of the request", async () => {
  const { signed } = await start();
  const { post, signedUrl } = await signed({});
  expect([post?.url, signedUrl].every((url) => url?.startsWith("http://h/api/files/a/"))).toBe(true);
});

test.each([
  ["fileName", {}],
  ["fileName", { fileName: "" }],
  ["fileName", { fileName: "x".repeat(1001) }],
  ["fileName", { fileName: 1 }],
  ["contentType", { fileName: "f", contentType: "text" }],
  ["contentType", { fileName: "f", contentType: "text/html\r\nx: y" }],
  ["contentType", { fileName: "f", contentType: 5 }],
  ["threadId", { fileName: "f", threadId: {} }],
  ["size", { fileName: "f", size: -1 }],
  ["size", { fileName: "f", size: 1.5 }],
  ["size", { fileName: "f", size: "5" }],
  ["size", { fileName: "f", size: maxUploadBytes + 1 }],
  ["uploadType", { fileName: "f", uploadType: "tus" }],
  ["body", []],
  ["body", "text"],
])("an invalid %s is reported: %j", async (field, body) => {
  const { sign } = await start();
  expect(await problem(await sign(body))).toMatchObject({ status: 400, code: "BAD_USER_INPUT", field });
});

test("signing needs a key, uploading and reading do not", async () => {
  const { sign, upload, request } = await start();
  expect((await sign({ fileName: "f" }, "wrong")).status).toBe(401);
  expect((await request(await upload("x"))).status).toBe(200);
});

test("an expired upload URL is rejected", async () => {
  const { signed, request, pass } = await start();
  const { put } = await signed({ uploadType: "raw" });
  pass(901_000);
  expect(await problem(await request(put?.url ?? "", { method: "PUT", body: "x" }))).toMatchObject({ status: 403 });
});

test("an expired read URL is rejected", async () => {
  const { upload, request, pass } = await start();
  const url = await upload("x");
  pass(301_000);
  expect(await problem(await request(url))).toMatchObject({ status: 403, code: "FORBIDDEN" });
});

test("an upload URL cannot read, and a read URL cannot upload", async () => {
  const { signed, request } = await start();
  const { put, signedUrl } = await signed({ uploadType: "raw" });
  expect((await request(put?.url ?? "")).status).toBe(403);
  expect((await request(signedUrl, { method: "PUT", body: "x" })).status).toBe(403);
  expect((await request(put?.url ?? "", { method: "POST", body: form("x") })).status).toBe(403);
});

test("the URL of one file is invalid for others", async () => {
  const { signed, request, upload } = await start();
  const url = new URL(await upload("x"));
  const other = await signed({});
  url.pathname = `/api/files/${other.post?.fields.key}`;
  expect((await request(url.href)).status).toBe(403);
  url.pathname = "/api/files/b/id-1";
  expect((await request(url.href)).status).toBe(403);
});

test("of two concurrent uploads to one URL, one is rejected", async () => {
  const { signed, request } = await start();
  const { put, signedUrl } = await signed({ uploadType: "raw" });
  const contents = ["first", "the second"];
  const answers = await Promise.all(contents.map((body) => request(put?.url ?? "", { method: "PUT", body })));
  expect(answers.map(({ status }) => status)).toEqual([204, 409]);
  expect(await (await request(signedUrl)).text()).toBe("first");
});

test("a file is uploaded once", async () => {
  const { signed, request } = await start();
  const { put, signedUrl } = await signed({ uploadType: "raw" });
  await request(put?.url ?? "", { method: "PUT", body: "first" });
  expect(await problem(await request(put?.url ?? "", { method: "PUT", body: "second" }))).toMatchObject({
    status: 409,
  });
  expect(await (await request(signedUrl)).text()).toBe("first");
});

test.each(["PUT", "POST"])("by %s, a file larger than announced or allowed is not stored", async (method) => {
  const { signed, request, folder } = await start();
  const uploadType = method === "PUT" ? "raw" : "multipart";
  for (const size of [10, null]) {
    const { put, post, signedUrl } = await signed({ uploadType, size });
    const content = "x".repeat(size === null ? maxUploadBytes + 1 : 11);
    const response = await request((put ?? post)?.url ?? "", {
      method,
      body: method === "PUT" ? content : form(content),
    });
    const limit = size ?? maxUploadBytes;
    expect(await problem(response)).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE", field: "file", limit });
    expect((await request(signedUrl)).status).toBe(404);
  }
  expect(await readdir(folder)).toEqual(["incoming"]);
  expect(await readdir(join(folder, "incoming"))).toEqual([]);
});

test("a stream without a length is rejected beyond the limit", async () => {
  const { signed, request } = await start();
  const { put } = await signed({ uploadType: "raw" });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 10_000;
      controller.enqueue(new Uint8Array(10_000));
    },
  });
  const response = await request(put?.url ?? "", streamed(endless));
  expect(response.status).toBe(413);
  expect(sent).toBeLessThan(maxUploadBytes + 50_000);
});

test.each(["raw", "multipart"])("a %s upload is read no faster than it is stored", async (uploadType) => {
  let produced = 0;
  let readAhead = 0;
  const { signed, request } = await start({
    async write(_objectKey, content) {
      for await (const chunk of content) {
        await new Promise((resolve) => setTimeout(resolve, 100)); // a slow disk
        readAhead = produced - chunk.byteLength;
        break;
      }
      return 0;
    },
  });
  const { put, post } = await signed({ uploadType });
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = produced === 0 && uploadType === "multipart" ? Buffer.from(head) : new Uint8Array(1_000);
      produced += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const method = put ? "PUT" : "POST";
  await request((put ?? post)?.url ?? "", { ...streamed(body), method, headers });
  // Bounded by the size of the stream buffers, not by the upload limit.
  expect(readAhead).toBeLessThan(400_000);
});

test("a file that is shorter than announced is refused", async () => {
  const { signed, request } = await start();
  const { put, signedUrl } = await signed({ uploadType: "raw", size: 10 });
  const response = await request(put?.url ?? "", { method: "PUT", body: "short" });
  expect(await problem(response)).toMatchObject({ status: 400, field: "size", limit: 10 });
  expect((await request(signedUrl)).status).toBe(404);
});

test("an aborted upload is rejected, and can be retried", async () => {
  const { signed, request } = await start();
  const { put, signedUrl } = await signed({ uploadType: "raw" });
  const torn = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    pull: (controller) => controller.error(new Error("connection reset")),
  });
  const response = await request(put?.url ?? "", streamed(torn));
  expect(await problem(response)).toMatchObject({ status: 400, field: "body" });
  expect((await request(put?.url ?? "", { method: "PUT", body: "whole" })).status).toBe(204);
  expect(await (await request(signedUrl)).text()).toBe("whole");
});

test("a full disk is reported as such", async () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const { signed, request } = await start({ write: () => Promise.reject(full) });
  const { put } = await signed({ uploadType: "raw" });
  const response = await request(put?.url ?? "", { method: "PUT", body: "x" });
  expect(await problem(response)).toMatchObject({ status: 507, message: "The service's disk is full" });
});

test.each([
  ["no form at all", "text/plain", "x"],
  ["no boundary", "multipart/form-data", "x"],
  ["another boundary", "multipart/form-data; boundary=b", "--c\r\n\r\n"],
  [
    "no file",
    "multipart/form-data; boundary=b",
    '--b\r\ncontent-disposition: form-data; name="key"\r\n\r\nk\r\n--b--\r\n',
  ],
  [
    "a file without an end",
    "multipart/form-data; boundary=b",
    '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nhalf',
  ],
  ["nothing", "multipart/form-data; boundary=b", ""],
])("a form with %s is refused", async (_, contentType, body) => {
  const { signed, request } = await start();
  const { post, signedUrl } = await signed({});
  const headers = { "content-type": contentType };
  const response = await request(post?.url ?? "", { method: "POST", headers, body });
  expect(await problem(response)).toMatchObject({ status: 400, code: "BAD_USER_INPUT" });
  expect((await request(signedUrl)).status).toBe(404);
});

test("part of a file is read by range", async () => {
  const { upload, request } = await start();
  const url = await upload("0123456789", { contentType: "video/mp4" });
  const part = await request(url, { headers: { range: "bytes=2-4" } });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
  expect(part.headers.get("content-length")).toBe("3");
  expect(await part.text()).toBe("234");

  const beyond = await request(url, { headers: { range: "bytes=10-" } });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get("content-range")).toBe("bytes */10");

  const etag = part.headers.get("etag") ?? "";
  const same = await request(url, { headers: { range: "bytes=0-0", "if-range": etag } });
  expect(await same.text()).toBe("0");
  const changed = await request(url, { headers: { range: "bytes=0-0", "if-range": '"other"' } });
  expect(changed.status).toBe(200);
  expect((await request(url, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("HEAD returns the headers of a file", async () => {
  const { upload, request } = await start();
  const response = await request(await upload("0123456789"), { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-length")).toBe("10");
  expect(response.headers.get("accept-ranges")).toBe("bytes");
  expect(await response.text()).toBe("");
});

test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "text/csv", "application/javascript"])(
  "%s is served as a harmless download",
  async (contentType) => {
    const { upload, request } = await start();
    const { headers } = await request(await upload("<script>", { contentType, fileName: 'x".html' }));
    expect(headers.get("content-disposition")).toBe("attachment; filename=\"x_.html\"; filename*=UTF-8''x%22.html");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*; sandbox$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  },
);

test("an image is shown inline, also on other origins", async () => {
  const { upload, request } = await start();
  const { headers } = await request(await upload("GIF89a", { contentType: "image/gif" }));
  expect(headers.get("content-disposition")).toMatch(/^inline;/);
  expect(headers.get("content-security-policy")).toContain("form-action 'none'; base-uri 'none'");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(headers.get("cache-control")).toBe("private, max-age=300");
});

test.each(["image/png", "image/jpeg", "application/pdf", "video/mp4", "audio/mpeg"])(
  "content that does not match its type %s is a harmless download",
  async (contentType) => {
    const { upload, request } = await start();
    for (const content of ["<script>alert(1)</script>", ""]) {
      const { headers } = await request(await upload(content, { contentType }));
      expect(headers.get("content-disposition")).toMatch(/^attachment;/);
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*; sandbox$/);
    }
  },
);

test("any file name is stored as a name only", async () => {
  const { upload, request, folder } = await start();
  for (const fileName of ["../../x", "..\\x", "%2e%2e%2fx", "C:\\x", "CON", "a\0b", "\ud800", "\u202egpj.exe"]) {
    expect((await request(await upload("x", { fileName }))).status).toBe(200);
  }
  for (const name of await readdir(folder)) expect(name).toMatch(/^([0-9a-f]{2}|incoming)$/);
});
