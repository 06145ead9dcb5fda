import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../create-server.ts";
import type { ServerOptions } from "../server-options.ts";

const script = `console.log(${JSON.stringify("x".repeat(2_000))});`;
const html = { accept: "text/html,application/xhtml+xml" };

async function start(options: ServerOptions = {}) {
  const parent = await mkdtemp(join(tmpdir(), "threadline-web-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  const webDir = join(parent, "web");
  await mkdir(join(webDir, "assets"), { recursive: true });
  await writeFile(join(parent, "secret.txt"), "outside");
  await writeFile(
    join(webDir, "index.html"),
    '<!doctype html><meta name="base-path" content="/" /><script src="./assets/a.js"></script>',
  );
  await writeFile(join(webDir, "favicon.svg"), "<svg/>");
  await writeFile(join(webDir, "notes.md"), "not of a type that is served");
  await writeFile(join(webDir, "assets/index-Bx3a_Zq1.js"), script);
  await writeFile(join(webDir, "assets/index-Bx3a_Zq1.js.br"), brotliCompressSync(script));
  await writeFile(join(webDir, "assets/index-Bx3a_Zq1.js.gz"), gzipSync(script));
  const server = createServer({ webDir, apiKey: "key", ...options });
  onTestFinished(() => server.close());
  return (path: string, init?: RequestInit) => server.fetch(`http://localhost${path}`, init);
}

test.each(["/", "/login", "/setup", "/projects/p/logs/threads/a.b%2Fc?currentStepId=s", "/users.v2"])(
  "%s is the page of the UI",
  async (path) => {
    const get = await start();
    const response = await get(path, { headers: html });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(await response.text()).toContain('<meta name="base-path" content="/" /><script src="/assets/a.js">');
  },
);

test("the page runs only its own files and connects only to its own origin", async () => {
  const get = await start();
  const { headers } = await get("/");
  const policy = new Map((headers.get("content-security-policy") ?? "").split("; ").map((part) => splitFirst(part)));
  expect(policy.get("default-src")).toBe("'none'");
  expect(policy.get("script-src")).toBe("'self'");
  expect(policy.get("style-src")).toBe("'self'");
  expect(policy.get("connect-src")).toBe("'self'");
  expect(policy.get("object-src")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("form-action")).toBe("'self'");
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect(policy.get("require-trusted-types-for")).toBe("'script'");
  expect([...policy.values()].join(" ")).not.toMatch(/unsafe|https?:|\*/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
});

test("files with a hash in their name are cached for a year, others are revalidated", async () => {
  const get = await start();
  const asset = await get("/assets/index-Bx3a_Zq1.js");
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await asset.text()).toBe(script);
  expect((await get("/favicon.svg")).headers.get("cache-control")).toBe("no-cache");
});

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["identity", null],
  ["", null],
])("for the encodings %j, the response has %s", async (accepted, expected) => {
  const get = await start();
  const response = await get("/assets/index-Bx3a_Zq1.js", { headers: { "accept-encoding": accepted } });
  expect(response.headers.get("content-encoding")).toBe(expected);
  expect(response.headers.get("vary")).toContain("accept-encoding");
  const size = { br: brotliCompressSync(script).length, gzip: gzipSync(script).length, none: script.length };
  expect((await response.arrayBuffer()).byteLength).toBe(size[(expected ?? "none") as keyof typeof size]);
  expect(response.headers.get("content-length")).toBe(String(size[(expected ?? "none") as keyof typeof size]));
});

test("unchanged files are not sent again", async () => {
  const get = await start();
  for (const path of ["/", "/favicon.svg", "/assets/index-Bx3a_Zq1.js"]) {
    const etag = (await get(path, { headers: { "accept-encoding": "br" } })).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await get(path, { headers: { "if-none-match": `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  }
});

test("HEAD returns the headers only", async () => {
  const get = await start();
  for (const path of ["/", "/assets/index-Bx3a_Zq1.js"]) {
    const response = await get(path, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(0);
    expect(await response.text()).toBe("");
  }
});

test.each([
  "/assets/gone-Bx3a_Zq1.js",
  "/notes.md",
  "/assets/index-Bx3a_Zq1.js.br",
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/assets/../../secret.txt",
  "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
  "/..%5csecret.txt",
  "/assets",
  "/toString",
])("%s is not a file of the UI", async (path) => {
  const get = await start();
  const response = await get(path);
  expect([400, 404]).toContain(response.status);
  expect(await response.json()).toMatchObject({ errors: [{ message: expect.any(String) }] });
});

test("a missing asset does not return the page, even for a browser", async () => {
  const get = await start();
  expect((await get("/assets/gone-Bx3a_Zq1.js", { headers: html })).status).toBe(404);
});

test("paths below /api never return the page", async () => {
  const get = await start();
  for (const path of ["/api", "/api/nothing", "//api/nothing"]) {
    expect((await get(path, { headers: html })).status).toBe(404);
  }
  expect((await get("/api/%2e%2e/x", { headers: html })).status).toBe(200);
});

test("the page is returned for GET and HEAD only", async () => {
  const get = await start();
  expect((await get("/login", { method: "POST", headers: html })).status).toBe(404);
});

test("with a base path, the page, the routes and the links are below it", async () => {
  const get = await start({ basePath: "/threadline" });
  for (const path of ["/threadline", "/threadline/", "/threadline/login"]) {
    const page = await (await get(path, { headers: html })).text();
    expect(page).toContain('<meta name="base-path" content="/threadline/" /><script src="/threadline/assets/a.js">');
  }
  expect((await get("/threadline/assets/index-Bx3a_Zq1.js")).status).toBe(200);
  expect((await get("/threadline/health")).status).toBe(200);
  expect(await (await get("/threadline/api/graphql")).text()).toContain(
    'src="/threadline/api/graphql/assets/react.js"',
  );
  const headers = { "x-api-key": "key", "content-type": "application/json" };
  const body = JSON.stringify({ fileName: "f.txt", uploadType: "raw" });
  const signed = await (await get("/threadline/api/upload/file", { method: "POST", headers, body })).json();
  expect(signed.put.url).toMatch(/^http:\/\/localhost\/threadline\/api\/files\//);
  expect((await get(new URL(signed.put.url).href.slice(16), { method: "PUT", body: "x" })).status).toBe(204);
});

test("a proxy may strip the base path", async () => {
  const get = await start({ baseUrl: "https://example.com/threadline/" });
  expect(await (await get("/login", { headers: html })).text()).toContain('src="/threadline/assets/a.js"');
  expect((await get("/threadlines", { headers: html })).status).toBe(200);
  expect((await get("/threadline/api/nothing")).status).toBe(404);
});

test("a base URL and a base path that differ are refused", () => {
  expect(() => createServer({ baseUrl: "https://example.com/a", basePath: "/b" })).toThrow(
    /^basePath: \/b differs from the path of the base URL/,
  );
  expect(() => createServer({ basePath: "/a/../b" })).toThrow(/^basePath: must be a URL path/);
});

test("without a built UI the page says how to build it", async () => {
  const get = await start({ webDir: false });
  const response = await get("/", { headers: html });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("npx -y pnpm@12 build");
});

function splitFirst(text: string): [string, string] {
  const [name = "", ...rest] = text.split(" ");
  return [name, rest.join(" ")];
}
