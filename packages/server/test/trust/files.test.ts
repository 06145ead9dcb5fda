import { mkdtemp, readFile, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { decorate } from "../../src/store/decorate.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { apiKey, startTestServer } from "../test-server.ts";

const dots = [
  "../",
  "..\\",
  "%2e%2e%2f",
  "%252e%252e%252f",
  "%c0%ae%c0%ae/",
  "..%00/",
  "..;/",
  "․․/",
  "．．／",
  "....//",
];
const targets = ["etc/passwd", "threadline.db", "x"];
const traversals = [
  ...dots.flatMap((dot) => targets.flatMap((target) => [1, 3, 8].map((depth) => dot.repeat(depth) + target))),
  "/etc/passwd",
  "\\\\host\\share\\x",
  "C:\\x",
  "file:///etc/passwd",
  "a\0b",
  "CON",
  "nul.txt",
  ".",
  "..",
  "~root",
  "a".repeat(1_000),
  "\u202egpj.exe",
  "-rf",
  "$(id)",
  "`id`",
];

test("T86, X6: no name of a file, thread or object escapes the files folder", { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-trust-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = createServer({ dataDir, apiKey });
  onTestFinished(() => server.close());
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const sign = (body: object): Promise<Response> =>
    server.fetch("http://localhost/api/upload/file", { method: "POST", headers, body: JSON.stringify(body) });
  const shape = /^\/api\/files\/[\da-f-]{36}\/[\da-f-]{36}$/;
  for (const name of traversals) {
    const signed = await sign({
      fileName: name,
      threadId: name,
      uploadType: "raw",
      id: name,
      key: name,
      objectKey: name,
    });
    // The service rejects a name that is not valid text, and accepts every other name.
    if (signed.status === 400) continue;
    const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string };
    expect(new URL(put.url).pathname).toMatch(shape);
    expect((await server.fetch(put.url, { method: "PUT", body: "x" })).status).toBe(204);
    const read = await server.fetch(signedUrl);
    expect(await read.text()).toBe("x");
    const swapped = new URL(signedUrl);
    for (const path of [
      `/api/files/${name}`,
      `/api/files/x/${encodeURIComponent(name)}`,
      `/api/files/${encodeURIComponent(name)}/x`,
    ]) {
      swapped.pathname = path;
      const refused = await server.fetch(swapped);
      expect({ path, refused: refused.status >= 400 && refused.status < 500 }).toEqual({ path, refused: true });
    }
  }
  const names = await readdir(dataDir, { recursive: true });
  expect(
    names.filter(
      (name) =>
        !/^(threadline\.(db(-wal|-shm)?|lock|pid)|files|files\/incoming|files\/[\da-f]{2}|files\/[\da-f]{2}\/[\da-f]+)$/.test(
          name,
        ),
    ),
  ).toEqual([]);
});

/** Starts a server with a new folder and one stored file. */
async function storeFile(content: string) {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-trust-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = createServer({ dataDir, apiKey });
  onTestFinished(() => server.close());
  const signed = await server.fetch("http://localhost/api/upload/file", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ fileName: "f", contentType: "text/plain", uploadType: "raw" }),
  });
  const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string };
  expect((await server.fetch(put.url, { method: "PUT", body: content })).status).toBe(204);
  return { dataDir, server, signedUrl };
}

test("T91: only the owner can read stored files", async () => {
  const { dataDir } = await storeFile("x");
  const open: string[] = [];
  for (const name of await readdir(dataDir, { recursive: true })) {
    const { mode } = await stat(join(dataDir, name));
    if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  expect(open).toEqual([]);
});

test("T91: a planted symbolic link is not served", async () => {
  const { dataDir, server, signedUrl } = await storeFile("mine");
  const names = await readdir(join(dataDir, "files"), { recursive: true });
  const stored = join(dataDir, "files", names.find((name) => /^[\da-f]{2}\/[\da-f]+$/.test(name)) ?? "");
  expect(await readFile(stored, "utf8")).toBe("mine");
  await rm(stored);
  const secret = join(dataDir, "threadline.db");
  await symlink(secret, stored);
  const answer = await server.fetch(signedUrl);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("SQLite");
});

test("T88: an upload and its signature work once", async () => {
  let time = Date.UTC(2026, 0, 1);
  const { server } = startTestServer({ now: () => time });
  const ask = async (): Promise<{ put: { url: string }; signedUrl: string }> => {
    const response = await server.fetch("http://localhost/api/upload/file", {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ fileName: "f", size: 3, uploadType: "raw" }),
    });
    return (await response.json()) as { put: { url: string }; signedUrl: string };
  };
  const target = await ask();
  expect((await server.fetch(target.put.url, { method: "PUT", body: "1234" })).status).toBe(413);
  expect((await server.fetch(target.put.url, { method: "PUT", body: "123" })).status).toBe(204);
  expect((await server.fetch(target.put.url, { method: "PUT", body: "456" })).status).toBe(409);
  expect(await (await server.fetch(target.signedUrl)).text()).toBe("123");
  const late = await ask();
  time += 901_000;
  expect((await server.fetch(late.put.url, { method: "PUT", body: "123" })).status).toBe(403);
  expect((await server.fetch(target.signedUrl)).status).toBe(403);
});

/** Media types that browsers execute or sniff. */
const active = [
  "text/html",
  "TEXT/HTML",
  "text/html; charset=utf-7",
  "image/svg+xml",
  "application/xhtml+xml",
  "application/xml",
  "text/xml",
  "text/xsl",
  "application/javascript",
  "text/javascript",
  "application/x-shockwave-flash",
  "application/wasm",
  "application/octet-stream",
  "multipart/x-mixed-replace",
  "message/rfc822",
  "application/mathml+xml",
  "image/x-icon",
  "application/json",
  "text/css",
  "text/cache-manifest",
  "application/x-unknown",
  "application/ecmascript",
  "application/x-javascript",
  "text/jscript",
  "text/livescript",
  "application/rss+xml",
  "application/atom+xml",
  "application/xslt+xml",
  "application/rdf+xml",
  "application/x-xpinstall",
  "application/x-java-applet",
  "application/hta",
  "text/x-component",
  "text/vbscript",
  "text/vtt",
  "text/event-stream",
  "application/x-www-form-urlencoded",
  "image/svg+xml; charset=utf-8",
  "text/html\t;charset=utf-7",
  "application/zip",
  "application/manifest+json",
];
test.each(active)("T81, T82: a file of type %s cannot run code from our origin", async (contentType) => {
  const { server } = startTestServer();
  const signed = await server.fetch("http://localhost/api/upload/file", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ fileName: "x.html", contentType, uploadType: "raw" }),
  });
  const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string };
  await server.fetch(put.url, { method: "PUT", body: "<script>alert(1)</script>" });
  const { headers } = await server.fetch(signedUrl);
  expect(headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; form-action 'none'; base-uri 'none'; sandbox",
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

const noTypes = [
  "",
  "image/png, text/html",
  "not a type",
  "text/html\r\nx: y",
  "text/plain;,text/html",
  "text/plain; ,text/html",
  "text/plain;charset=utf-8,text/html",
  'text/plain;a="b",text/html',
  "*/*",
];
test.each(noTypes)("T82: %j is an invalid type", async (contentType) => {
  const { send } = startTestServer();
  const body = JSON.stringify({ fileName: "x", contentType, uploadType: "raw" });
  const { status, errors } = await send("/api/upload/file", { body });
  expect({ status, code: errors[0]?.extensions.code }).toEqual({ status: 400, code: "BAD_USER_INPUT" });
});

test.each([...noTypes, "text/plain;x", "tеxt/html", "text/plain\0"])(
  "T82: a file stored as %j before types were parsed is a harmless download",
  async (mime) => {
    const store = await openSqliteStore({ path: ":memory:" });
    const files = decorate(store.files, {
      createFile: (projectId, file) => store.files.createFile(projectId, { ...file, mime }),
    });
    const server = createServer({ store: decorate(store, { files }), apiKey });
    onTestFinished(() => server.close());
    const signed = await server.fetch("http://localhost/api/upload/file", {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ fileName: "x", contentType: "text/plain", uploadType: "raw" }),
    });
    const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string };
    await server.fetch(put.url, { method: "PUT", body: "<script>alert(1)</script>" });
    const { headers } = await server.fetch(signedUrl);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("content-security-policy")).toMatch(/; sandbox$/);
  },
);

test.each([
  ["text/plain", "words", /^inline/],
  ["image/gif", "GIF89a", /^inline/],
  ["application/pdf", "%PDF-1.7", /^inline/],
  ["text/html", "<p>", /^attachment/],
])("T82: every response of a file, %s too, forbids forms and base URLs", async (contentType, body, disposition) => {
  const { server } = startTestServer();
  const signed = await server.fetch("http://localhost/api/upload/file", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ fileName: "x", contentType, uploadType: "raw" }),
  });
  const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string };
  await server.fetch(put.url, { method: "PUT", body });
  const whole = await server.fetch(signedUrl);
  expect(whole.headers.get("content-disposition")).toMatch(disposition);
  const etag = whole.headers.get("etag") ?? "";
  const others = await Promise.all([
    server.fetch(signedUrl, { method: "HEAD" }),
    server.fetch(signedUrl, { headers: { range: "bytes=0-1" } }),
    server.fetch(signedUrl, { headers: { range: "bytes=900-" } }),
    server.fetch(signedUrl, { headers: { "if-none-match": etag } }),
    server.fetch(signedUrl.replace(/signature=./, "signature=~")),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 206, 416, 304, 403]);
  for (const { headers } of [whole, ...others]) {
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("base-uri 'none'");
    // PDFs have no sandbox, because browsers would not display them in it. Error responses need none, because they do
    // not contain the file.
    const needsNone = contentType === "application/pdf" || policy.includes("frame-ancestors 'none'");
    expect(needsNone || policy.endsWith("; sandbox")).toBe(true);
  }
});
