import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { listen } from "../../src/http/listen.ts";
import { openBrowser, setUp, valueOf } from "../accounts/browser.ts";
import { apiKey } from "../test-server.ts";
import { operations } from "./schema-arguments.ts";

const expected: Readonly<Record<string, RegExp>> = {
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^no-referrer$/,
  "content-security-policy": /default-src 'none'|default-src 'self'/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^(same-origin|cross-origin)$/,
  "permissions-policy": /camera=\(\)/,
  "strict-transport-security": /^max-age=\d{8}/,
  "x-frame-options": /^DENY$/,
};

const paths = [
  "/",
  "/login",
  "/projects/p/logs/threads/t",
  "/nothing.js",
  "/health",
  "/ready",
  "/api/graphql",
  "/api/graphql/assets/nothing",
  "/api/session",
  "/api/session/sign-in",
  "/api/session/callback/sso",
  "/api/my-project",
  "/v1/traces",
  "/api/public/otel/v1/logs",
  "/api/export/dataset",
  "/api/upload/file",
  "/api/files/project/file",
  "/api/nothing",
  "/api%2fgraphql",
];

test("T24, T28, T29b: every response of every route has every header, and is not readable by other origins", async () => {
  const baseUrl = "https://threadline.example";
  const server = createServer({ apiKey, baseUrl });
  onTestFinished(() => server.close());
  const missing: string[] = [];
  for (const path of paths) {
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const headers = { origin: "https://evil.example", accept: "text/html" };
      const response = await server.fetch(`${baseUrl}${path}`, { method, headers });
      for (const [name, value] of Object.entries(expected)) {
        if (!value.test(response.headers.get(name) ?? "")) missing.push(`${method} ${path}: ${name}`);
      }
      const shared = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
      missing.push(...shared.map((name) => `${method} ${path}: ${name} is there`));
      const policy = response.headers.get("content-security-policy") ?? "";
      if (!policy.includes("frame-ancestors 'none'")) missing.push(`${method} ${path}: frame-ancestors`);
      if (/unsafe-eval|unsafe-inline/.test(policy) && !path.startsWith("/api/graphql"))
        missing.push(`${path}: ${policy}`);
    }
  }
  expect(missing).toEqual([]);
});

test("T26: no GET changes anything", async () => {
  const server = createServer({ apiKey });
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  const before = JSON.stringify(await browser.graphql("{ projects { id } apiKeys { id } datasets { totalCount } }"));
  const query = encodeURIComponent('mutation { createDataset(name: "by GET") { id } }');
  for (const headers of [{ "x-api-key": apiKey }, {}]) {
    for (const accept of ["text/html", "application/json", "text/event-stream"]) {
      const answer = await browser.send(`/api/graphql?query=${query}`, { headers: { ...headers, accept } });
      expect(JSON.stringify(answer.body)).not.toContain("createDataset");
    }
  }
  for (const path of [
    "sign-out",
    "sign-out-everywhere",
    "sessions/end",
    "sessions/end-others",
    "sign-in",
    "setup",
    "password",
    "accept-invitation",
    "sso",
  ]) {
    const { status } = await browser.send(`/api/session/${path}`, { headers: { accept: "application/json" } });
    expect({ path, refused: status === 405 || status === 404 }).toEqual({ path, refused: true });
  }
  for (const path of ["/api/upload/file", "/api/my-project", "/api/export/dataset", "/v1/traces"]) {
    expect((await browser.send(path)).status).toBe(405);
  }
  expect((await browser.send("/api/session")).body.signedIn).toBe(true);
  expect(JSON.stringify(await browser.graphql("{ projects { id } apiKeys { id } datasets { totalCount } }"))).toBe(
    before,
  );
});

test("T25: with a cookie, only JSON requests from our pages are executed", async () => {
  const server = createServer({ apiKey });
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  for (const { kind, field } of operations.filter((operation) => operation.kind === "mutation")) {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
      const { status } = await browser.send("/api/graphql", {
        method: "POST",
        headers: { "content-type": type },
        body: JSON.stringify({ query: `${kind} { ${field.name} }` }),
      });
      expect({ field: field.name, type, status }).toEqual({ field: field.name, type, status: 403 });
    }
  }
});

test("T19: links use the base URL, independent of the Host header", async () => {
  const baseUrl = "https://threadline.example/tools";
  const server = createServer({ apiKey, baseUrl });
  onTestFinished(() => server.close());
  const browser = await setUp(server, "https://threadline.example");
  for (const forged of [
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example" },
    { forwarded: "host=evil.example" },
  ]) {
    const invited = await browser.graphql('mutation { inviteMember(email: "eve@example.com", role: viewer) { url } }', {
      headers: forged,
    });
    expect((valueOf(invited.data, "inviteMember") as { url: string }).url).toMatch(
      /^https:\/\/threadline\.example\/tools\//,
    );
  }
  const direct = await server.fetch("http://evil.example/api/upload/file", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ fileName: "f" }),
  });
  expect(await direct.text()).not.toContain("evil.example");
});

test("T20, X13: a new service rejects anonymous requests, listens on loopback and has no default secrets", async () => {
  const server = createServer();
  onTestFinished(() => server.close());
  const listener = await listen(server, { port: 0, replaceGlobals: true });
  onTestFinished(() => listener.close());
  expect(new URL(listener.url).hostname).toBe("127.0.0.1");
  const { createdKey, setupPath } = await server.ready;
  const other = createServer();
  onTestFinished(() => other.close());
  const others = await other.ready;
  expect(createdKey).not.toBe(others.createdKey);
  expect(setupPath).not.toBe(others.setupPath);
  for (const key of ["", "admin", "password", "changeme", "default", "tl_default", "test"]) {
    const response = await fetch(`${listener.url}/api/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { "x-api-key": key }) },
      body: JSON.stringify({ query: "{ __schema { types { name } } }" }),
    });
    expect({ key, status: response.status }).toEqual({ key, status: 401 });
    expect(await response.json()).toEqual({
      errors: [{ message: expect.stringContaining("API key"), extensions: { code: "UNAUTHENTICATED" } }],
    });
  }
  for (const password of ["admin", "admin123", "password1234"]) {
    const { status } = await openBrowser(server).post("/api/session/sign-in", { email: "admin@localhost", password });
    expect(status).toBe(401);
  }
});

describe("T62: a connection that sends", () => {
  test.each([
    [
      "a header of a megabyte",
      `GET /health HTTP/1.1\r\nhost: x\r\na: ${"b".repeat(1_000_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431|^$/,
    ],
    ["a line that is not a request", "\u0000\u0001\u0002\r\n\r\n", /^HTTP\/1\.1 400/],
    [
      "two lengths",
      "POST /api/graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx",
      /^HTTP\/1\.1 400/,
    ],
    [
      "a length and chunks",
      "POST /api/graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nhost: x\r\n\r\n",
      /^HTTP\/1\.1 400/,
    ],
    [
      "a chunk of a bad size",
      "POST /api/graphql HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      /^HTTP\/1\.1 40[01]/,
    ],
    ["a header on two lines", "GET /health HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n", /^HTTP\/1\.1 [24]00/],
    ["no host", "GET /health HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400/],
    ["a target that is not a path", "GET http://[ HTTP/1.1\r\nhost: x\r\n\r\n", /^HTTP\/1\.1 400/],
  ])("%s is closed, and others are served", { concurrent: true }, async (_what, bytes, answer) => {
    const server = createServer({ apiKey });
    const listener = await listen(server, { port: 0, replaceGlobals: true });
    try {
      const socket = connect(listener.port, "127.0.0.1");
      const received: Buffer[] = [];
      socket.on("data", (chunk) => received.push(chunk));
      socket.on("error", () => undefined);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.write(bytes);
      expect((await fetch(`${listener.url}/health`)).status).toBe(200);
      socket.end();
      await closed;
      expect(Buffer.concat(received).toString("latin1")).toMatch(answer);
      expect((await fetch(`${listener.url}/health`)).status).toBe(200);
    } finally {
      await listener.close();
      await server.close();
    }
  });
});
