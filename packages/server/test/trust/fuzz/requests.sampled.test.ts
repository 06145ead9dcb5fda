import { gzipSync } from "node:zlib";
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  integer,
  json,
  jsonValue,
  oneof,
  option,
  record,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { embedded } from "../trust-stores.ts";
import { fuzzParameters } from "./fuzz-parameters.ts";
import { checkText, openFuzzTarget } from "./fuzz-target.ts";

const key = "tl_fuzz-key";
const whole = [
  JSON.stringify({ query: "{ steps { totalCount } }" }),
  JSON.stringify({
    query: "mutation ($s: [StepInput!]!) { ingestSteps(steps: $s) { id ok } }",
    variables: { s: [{ id: "a", input: { b: [1, null] } }] },
  }),
  JSON.stringify({
    query: "query Q($id: String!) { step(id: $id) { id } }",
    variables: { id: "a" },
    operationName: "Q",
  }),
];
/** Bodies: mutated requests, any JSON, any bytes, and compressed or wrongly labeled ones. */
const bodies: Arbitrary<Uint8Array<ArrayBuffer>> = oneof(
  tuple(
    constantFrom(...whole),
    array(tuple(integer({ min: 0, max: 160 }), integer({ min: 0, max: 8 }), uint8Array({ maxLength: 4 })), {
      minLength: 1,
      maxLength: 3,
    }),
  ).map(([text, edits]) =>
    edits.reduce<Buffer>(
      (rest, [at, length, put]) => Buffer.concat([rest.subarray(0, at), put, rest.subarray(at + length)]),
      Buffer.from(text),
    ),
  ),
  json().map((text) => Buffer.from(text)),
  jsonValue({ maxDepth: 2 }).map((value) =>
    Buffer.from(JSON.stringify({ query: "{ __typename }", variables: value, operationName: value, extensions: value })),
  ),
  jsonValue({ maxDepth: 2 }).map((value) => Buffer.from(JSON.stringify({ query: value }))),
  uint8Array({ maxLength: 200 }),
  constantFrom(...whole).map((text) => gzipSync(text)),
  tuple(constantFrom(...whole), integer({ min: 0, max: 80 })).map(([text, at]) => gzipSync(text).subarray(0, at)),
).map((bytes) => new Uint8Array(bytes));

const headerText = oneof(
  constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=utf-16",
    "text/plain",
    "multipart/form-data; boundary=x",
    "gzip",
    "br",
    "zstd",
    "deflate",
    "identity",
    "x",
    "",
    "*/*",
    "text/event-stream;q=0",
    "1",
    "-1",
    "1e9",
    "null",
    "http://localhost",
    "https://evil.example",
    "same-origin",
    "cross-site",
  ),
  string({ unit: "grapheme-ascii", maxLength: 30 }),
).filter((text) => /^[\x20-\x7e]*$/.test(text));
const headers = dictionary(
  constantFrom(
    "content-type",
    "content-encoding",
    "content-length",
    "x-env",
    "x-request-id",
    "x-threadline-project",
    "x-threadline-share",
    "origin",
    "sec-fetch-site",
    "cookie",
    "range",
    "if-range",
    "if-none-match",
    "x-forwarded-for",
    "x-forwarded-proto",
    "accept-language",
    "authorization",
  ),
  headerText,
  { maxKeys: 4 },
);

const segments = constantFrom(
  "api",
  "graphql",
  "session",
  "sign-in",
  "sign-out",
  "setup",
  "invitation",
  "accept-invitation",
  "password",
  "sso",
  "callback",
  "upload",
  "file",
  "files",
  "export",
  "dataset",
  "my-project",
  "health",
  "ready",
  "assets",
  "projects",
  "..",
  ".",
  "%2e%2e",
  "%2f",
  "%5c",
  "%00",
  "%zz",
  "%",
  ";",
  "@",
  "*",
  "a",
  "é",
  "%F0%9F%92%A9",
  "\\",
  "",
);
const paths = tuple(
  array(oneof({ arbitrary: segments, weight: 6 }, string({ unit: "grapheme", maxLength: 8 })), { maxLength: 6 }),
  option(string({ unit: "grapheme-ascii", maxLength: 20 }), { nil: "" }),
).map(([parts, search]) => `/${parts.join("/")}${search === "" ? "" : `?${search}`}`.replaceAll("#", ""));
const methods = constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS");

/** Almost valid bodies of REST routes. */
const forms = oneof(
  record(
    {
      email: oneof(
        constantFrom<unknown>("ada@example.com", "", "a@b", `${"a".repeat(300)}@example.com`),
        jsonValue({ maxDepth: 1 }),
      ),
      password: oneof(constantFrom<unknown>("", "short", "x".repeat(1_025)), jsonValue({ maxDepth: 1 })),
      token: oneof(string({ maxLength: 60 }), jsonValue({ maxDepth: 1 })),
      name: oneof(string({ unit: "binary", maxLength: 20 }), jsonValue({ maxDepth: 1 })),
      returnTo: oneof(constantFrom<unknown>("/", "//x", "/\\x"), jsonValue({ maxDepth: 1 })),
      currentPassword: jsonValue({ maxDepth: 1 }),
      newPassword: jsonValue({ maxDepth: 1 }),
      fileName: oneof(string({ unit: "binary", maxLength: 30 }), jsonValue({ maxDepth: 1 })),
      contentType: oneof(
        constantFrom<unknown>("text/plain", "image/png", "x", "text/html\r\n"),
        jsonValue({ maxDepth: 1 }),
      ),
      size: oneof(integer({ min: -2, max: 10 }), jsonValue({ maxDepth: 1 })),
      uploadType: oneof(constantFrom<unknown>("raw", "multipart", "x"), jsonValue({ maxDepth: 1 })),
      threadId: jsonValue({ maxDepth: 1 }),
      id: jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  ),
  jsonValue({ maxDepth: 2 }),
);
const routes = constantFrom(
  "/api/session/setup",
  "/api/session/setup-link",
  "/api/session/sign-in",
  "/api/session/sign-out",
  "/api/session/sign-out-everywhere",
  "/api/session/sessions/end",
  "/api/session/sessions/end-others",
  "/api/session/password",
  "/api/session/invitation",
  "/api/session/accept-invitation",
  "/api/session/sso",
  "/api/upload/file",
  "/api/export/dataset",
  "/api/my-project",
  "/v1/traces",
  "/v1/logs",
  "/v1/metrics",
);

describe("on the embedded store", () => {
  const { open } = embedded;

  const read = async (response: Response, sent: string): Promise<void> => {
    const text = await response.text();
    // HEAD returns headers only.
    if (text !== "" && response.headers.get("content-type")?.includes("json")) checkText(text, sent);
  };

  test("Q1: no body at the endpoint crashes the service", { timeout: 600_000 }, async () => {
    const target = await openFuzzTarget(open);
    let answered = 0;
    await assert(
      asyncProperty(bodies, option(headers, { nil: {}, freq: 1 }), async (body, given) => {
        const sent = { "content-type": "application/json", "x-api-key": key, ...given };
        await read(
          await target.send("/api/graphql", { method: "POST", headers: sent, body }),
          String(Buffer.from(body)),
        );
        answered += 1;
      }),
      fuzzParameters("bytes at the endpoint"),
    );
    await target.checkAlive();
    expect(answered).toBeGreaterThan(0);
  });

  test("Q1: no form at REST routes crashes the service", { timeout: 600_000 }, async () => {
    const target = await openFuzzTarget(open);
    let answered = 0;
    const ours = { origin: "http://localhost", "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const who = constantFrom<Record<string, string>>({ "x-api-key": key }, {});
    await assert(
      asyncProperty(routes, forms, who, async (path, form, by) => {
        const body = JSON.stringify(form);
        await read(await target.send(path, { method: "POST", headers: { ...ours, ...by }, body }), body);
        answered += 1;
      }),
      fuzzParameters("forms at the routes beside GraphQL"),
    );
    await target.checkAlive();
    expect(answered).toBeGreaterThan(0);
  });

  test("Q1: no path, method or headers crash the service", { timeout: 600_000 }, async () => {
    const target = await openFuzzTarget(open);
    const requests = record({
      path: paths,
      method: methods,
      given: headers,
      body: oneof(constant(null), constantFrom(...whole)),
      keyed: constantFrom(true, false),
    });
    let answered = 0;
    await assert(
      asyncProperty(requests, async ({ path, method, given, body, keyed }) => {
        const sent = { ...given, ...(keyed && { "x-api-key": key }) };
        const hasBody = method !== "GET" && method !== "HEAD";
        await read(
          await target.send(path, { method, headers: sent, body: hasBody ? body : null }),
          path + JSON.stringify(sent),
        );
        answered += 1;
      }),
      fuzzParameters("paths, methods and headers"),
    );
    await target.checkAlive();
    expect(answered).toBeGreaterThan(0);
  });

  test(
    "T34: no change of a cursor returns more than its list, or causes an internal error",
    { timeout: 600_000 },
    async () => {
      const target = await openFuzzTarget(open);
      const steps = Array.from({ length: 5 }, (_, index) => ({ id: `s${index}` }));
      await target.graphql("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", { steps });
      const page = await target.graphql("{ steps(first: 2) { pageInfo { endCursor } } }", {});
      const cursor = /"endCursor":"([^"]+)"/.exec(page)?.[1] ?? "";
      expect(cursor).not.toBe("");
      const parts = oneof(
        jsonValue({ maxDepth: 1 }),
        constantFrom<unknown>("steps", "threads", "createdAt", 1e308, -1, 2 ** 53, null),
      );
      const changed = oneof(
        tuple(
          integer({ min: 0, max: cursor.length }),
          integer({ min: 0, max: 3 }),
          string({ unit: "grapheme-ascii", maxLength: 3 }),
        ).map(([at, length, put]) => cursor.slice(0, at) + put + cursor.slice(at + length)),
        tuple(constant("steps"), constant("createdAt"), parts, parts).map((position) =>
          Buffer.from(JSON.stringify(position)).toString("base64url"),
        ),
        array(parts, { maxLength: 5 }).map((position) => Buffer.from(JSON.stringify(position)).toString("base64url")),
      );
      const document =
        "query ($after: ID, $before: ID) { steps(first: 10, after: $after, before: $before) { edges { node { id } } } }";
      await assert(
        asyncProperty(changed, constantFrom("after", "before"), async (text, place) => {
          const answer = JSON.parse(await target.graphql(document, { [place]: text })) as {
            data?: { steps: { edges: { node: { id: string } }[] } } | null;
            errors?: { extensions: { code: string } }[];
          };
          const found = answer.data?.steps.edges.map(({ node }) => node.id) ?? [];
          expect(found.every((id) => /^s[0-4]$/.test(id))).toBe(true);
          expect(answer.errors?.map(({ extensions }) => extensions.code) ?? ["BAD_USER_INPUT"]).toEqual([
            "BAD_USER_INPUT",
          ]);
        }),
        fuzzParameters("cursors"),
      );
      await target.checkAlive();
    },
  );
});
