import { gzipSync } from "node:zlib";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createServer } from "../src/create-server.ts";
import { openSqliteStore } from "../src/store/sqlite/open-sqlite-store.ts";
import { apiKey, startTestServer } from "./test-server.ts";

const query = JSON.stringify({ query: "{ __typename }" });

describe("the key", () => {
  test.each([
    ["is missing", {}, 'Missing API key: send a key of the project in the header "x-api-key"'],
    ["is in another header", { authorization: `Bearer ${apiKey}` }, /^Missing API key:.*"authorization" is not read/],
    ["is empty", { "x-api-key": "" }, /^Malformed header "x-api-key": it is empty/],
    ["comes twice", { "x-api-key": `${apiKey}, ${apiKey}` }, /^Malformed header "x-api-key": it has several values/],
    ["has a scheme", { "x-api-key": `Bearer ${apiKey}` }, /^Malformed header "x-api-key":.*without a scheme/],
    ["has quotes", { "x-api-key": `"${apiKey}"` }, /^Malformed header "x-api-key":.*without quotes/],
    [
      "contains the name of the header",
      { "x-api-key": `x-api-key=${apiKey}` },
      /^Malformed header "x-api-key":.*without the name/,
    ],
    ["has a space", { "x-api-key": "tl test" }, /^Malformed header "x-api-key": the key must be 1 to 256 printable/],
    ["is a megabyte long", { "x-api-key": "k".repeat(1_000_000) }, /^Malformed header "x-api-key": .{0,99}$/],
    ["is unknown", { "x-api-key": "tl_unknown" }, /^Invalid API key: the key in the header "x-api-key" is not/],
  ])("when it %s: 401 with the reason, and the body is not read", async (_name, given, message) => {
    const { server } = startTestServer();
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulls += 1;
          controller.enqueue(new TextEncoder().encode("not json"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": "application/json", ...given };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const response = await server.fetch("http://localhost/api/graphql", init);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      errors: [{ message: expect.stringMatching(message), extensions: { code: "UNAUTHENTICATED" } }],
    });
    expect(pulls).toBe(0);
  });

  test.each([
    "/api/graphql",
    "/api/my-project",
    "/api/export/dataset",
    "/api/upload/file",
    "/v1/traces",
    "/otel/v1/logs",
  ])("is needed for %s", async (path) => {
    const { send } = startTestServer();
    const answer = await send(path, { body: "{}", headers: { "x-api-key": "tl_unknown" } });
    expect(answer).toMatchObject({ status: 401, errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
  });

  test("in the query string is ignored", async () => {
    const { send } = startTestServer();
    const answer = await send(`/api/graphql?x-api-key=${apiKey}`, { body: query, headers: { "x-api-key": "tl_no" } });
    expect(answer.status).toBe(401);
  });

  test("is refused within a second of its revocation", async () => {
    let time = 1_700_000_000_000;
    const store = await openSqliteStore({ path: ":memory:" });
    const { server, send } = startTestServer({ store, now: () => time });
    const { project } = await server.ready;
    expect((await send("/api/graphql", { body: query })).status).toBe(200);
    const [key] = await store.projects.listKeys(project.id);
    await store.projects.revokeKey(project.id, key?.id ?? "", time);
    time += 1_000;
    expect((await send("/api/graphql", { body: query })).status).toBe(401);
  });

  test("is created once for a new service without a preset one, and works", async () => {
    const server = createServer();
    const { createdKey, project } = await server.ready;
    expect(createdKey).toMatch(/^tl_[\w-]{43}$/);
    expect(project.name).toBe("default");
    const headers = { "x-api-key": createdKey ?? "", "content-type": "application/json" };
    const response = await server.fetch("http://localhost/api/graphql", { method: "POST", headers, body: query });
    expect(response.status).toBe(200);
    await server.close();
  });

  test("that cannot be sent in a header is rejected as preset key", () => {
    expect(() => createServer({ apiKey: "two words" })).toThrow("apiKey: must be 1 to 256 printable ASCII characters");
  });
});

describe("the path", () => {
  test.each(["/api/graphql", "//api/graphql", "/api//graphql/"])("%s is the endpoint", async (path) => {
    const { send } = startTestServer();
    expect(await send(path, { body: query })).toMatchObject({ status: 200, data: { __typename: "Query" } });
  });

  test("with an encoded separator is refused", async () => {
    const { send } = startTestServer();
    expect(await send("/api%2Fgraphql", { body: query })).toMatchObject({ status: 400 });
  });

  test("that is unknown returns 404 in JSON", async () => {
    const { send } = startTestServer();
    expect(await send("/api/nothing")).toMatchObject({ status: 404, errors: [{ extensions: { code: "NOT_FOUND" } }] });
  });
});

describe("the request", () => {
  test.each(["PUT", "DELETE", "PATCH", "OPTIONS"])("by %s is refused with 405", async (method) => {
    const { send } = startTestServer();
    const answer = await send("/api/graphql", { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
  });

  test.each([
    "/health",
    "/api/my-project",
    "/api/export/dataset",
    "/api/upload/file",
    "/api/files/project/file",
    "/v1/metrics",
  ])("by DELETE to %s is refused with 405 and the allowed methods", async (path) => {
    const { send } = startTestServer();
    const answer = await send(path, { method: "DELETE" });
    expect(answer).toMatchObject({
      status: 405,
      errors: [{ message: expect.stringContaining("method: must be one of") }],
    });
    expect(answer.headers.get("allow")).toMatch(/GET|POST/);
  });

  test.each([
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/graphql",
    "text/plain",
    "application/json; charset=utf-16",
  ])("of type %s is refused with 415", async (type) => {
    const { send } = startTestServer();
    const answer = await send("/api/graphql", { body: query, headers: { "content-type": type } });
    expect(answer).toMatchObject({ status: 415, errors: [{ message: "content-type: must be application/json" }] });
  });

  test.each([
    ["of nothing", "", "body: is not valid JSON"],
    ["cut short", '{"query":', "body: is not valid JSON"],
    ["of several requests", `[${query}]`, "batches of requests are not supported"],
    ["null", "null", 'body: must be a JSON object with a "query"'],
    ["of a number", "7", 'body: must be a JSON object with a "query"'],
    ["without a query", "{}", "query: must be a string"],
    ["whose query is null", '{"query":null}', "query: must be a string"],
    ["whose variables are a list", '{"query":"{__typename}","variables":[1]}', "variables: must be an object"],
    ["whose operation is a number", '{"query":"{__typename}","operationName":1}', "operationName: must be a string"],
    [
      "of 5,000 nested lists",
      `{"query":"{__typename}","variables":{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`,
      "nested deeper than 256",
    ],
    [
      "of a million values",
      `{"query":"{__typename}","variables":{"a":[${"1,".repeat(1_000_000)}1]}}`,
      "contains more than 1000000 values",
    ],
  ])("with the body %s is refused with 400", async (_name, body, message) => {
    const { send } = startTestServer();
    const answer = await send("/api/graphql", { body });
    expect(answer).toMatchObject({ status: 400, errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
    expect(answer.errors[0]?.message).toContain(message);
  });

  test("may be compressed, have a byte order mark and invalid UTF-8", async () => {
    const { send } = startTestServer();
    const gzip = await send("/api/graphql", { body: gzipSync(query), headers: { "content-encoding": "gzip" } });
    expect(gzip.data).toEqual({ __typename: "Query" });
    expect((await send("/api/graphql", { body: `\ufeff${query}` })).data).toEqual({ __typename: "Query" });
    const bytes = Buffer.concat([Buffer.from('{"query":"{__typename}","x":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await send("/api/graphql", { body: bytes })).data).toEqual({ __typename: "Query" });
  });

  test("above the limit of a body is refused with 413 and the limit", async () => {
    const { send } = startTestServer({ limits: { maxBodyBytes: 10_000 } });
    const body = JSON.stringify({ query: "{ __typename }", variables: { text: "x".repeat(10_000) } });
    expect(await send("/api/graphql", { body })).toMatchObject({
      status: 413,
      errors: [
        { message: "body: may have at most 10000 bytes", extensions: { code: "PAYLOAD_TOO_LARGE", limit: 10_000 } },
      ],
    });
  });
});

describe("the response", () => {
  test("has a request id: the caller's if valid, otherwise a new one", async () => {
    const { send } = startTestServer();
    const sane = await send("/api/graphql", { body: query, headers: { "x-request-id": "abc-1" } });
    expect(sane.headers.get("x-request-id")).toBe("abc-1");
    const odd = await send("/api/graphql", { body: query, headers: { "x-request-id": "a b\u001b" } });
    expect(odd.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  });

  test.each(["/api/graphql", "/health", "/nothing", "/api/my-project"])(
    "of %s is hardened and shared with no origin",
    async (path) => {
      const { server } = startTestServer();
      const response = await server.fetch(`http://localhost${path}`, { headers: { origin: "https://evil.example" } });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});

test("a service with an https base URL sends Strict-Transport-Security", async () => {
  const { server } = startTestServer({ baseUrl: "https://threadline.example" });
  const response = await server.fetch("http://localhost/health");
  expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
});

test("/health responds at once, and /ready checks the store", async () => {
  const { server } = startTestServer();
  expect((await server.fetch("http://localhost/health")).status).toBe(200);
  expect(await (await server.fetch("http://localhost/ready")).json()).toEqual({ status: "ready" });
});

test("the explorer is a page that loads from its own origin only, and is off in production", async () => {
  const { server } = startTestServer();
  const page = await server.fetch("http://localhost/api/graphql");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = await page.text();
  const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, url]) => url ?? "")
    .filter((url) => url !== "data:,");
  expect(assets).toHaveLength(6);
  for (const asset of assets) {
    expect(asset).toMatch(/^\/api\/graphql\/assets\//);
    expect((await server.fetch(`http://localhost${asset}`)).status).toBe(200);
  }
  const { send } = startTestServer({ production: true });
  expect((await send("/api/graphql", { method: "GET" })).status).toBe(405);
});

test("production rejects introspection", async () => {
  const { graphql } = startTestServer({ production: true });
  const answer = await graphql("{ __schema { types { name } } }");
  expect(answer.status).toBe(400);
  expect(answer.errors[0]).toMatchObject({
    message: expect.stringContaining("introspection has been disabled"),
    extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
  });
});

test("logs have the request and its project, but no keys and payloads", async () => {
  const lines: string[] = [];
  const { send } = startTestServer({ logger: pino({}, { write: (line: string) => lines.push(line) }) });
  const body = JSON.stringify({
    query: "mutation ($id: String!, $input: Json) { step0: ingestStep(id: $id, input: $input) { ok } }",
    variables: { id: "s", input: { text: "CANARY-payload" } },
  });
  await send("/api/graphql?signature=CANARY-signature", { body, headers: { "x-request-id": "req-7" } });
  const log = lines.join("");
  expect(log).toContain('"requestId":"req-7"');
  expect(log).toContain('"path":"/api/graphql"');
  expect(log).not.toContain("CANARY");
  expect(log).not.toContain(apiKey);
});

test("logs have the reason why a key was rejected, and not the key", async () => {
  const lines: string[] = [];
  const { send } = startTestServer({ logger: pino({}, { write: (line: string) => lines.push(line) }) });
  await send("/v1/traces", { body: "{}", headers: { "x-api-key": "tl_CANARY" } });
  const log = lines.join("");
  expect(log).toContain('"reason":"Invalid API key: the key in the header');
  expect(log).not.toContain("CANARY");
});

test("close finishes accepted requests and rejects later ones", async () => {
  const { server, graphql } = startTestServer();
  await server.ready;
  const pending = graphql('mutation { a: ingestStep(id: "1") { ok } }');
  await server.close();
  expect((await pending).data).toEqual({ a: { ok: true } });
  expect((await graphql("{ __typename }")).status).toBe(503);
});
