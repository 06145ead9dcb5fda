import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { openBrowser, owner, setUp } from "../accounts/browser.ts";
import { ingestStepDocument } from "../batch-documents.ts";
import { apiKey, startTestServer } from "../test-server.ts";
import { argumentsWith, documentOf, operations, places } from "./schema-arguments.ts";
import { embedded } from "./trust-stores.ts";
import { openTwoProjects } from "./two-projects.ts";

/** Published vulnerabilities and incidents of similar programs, tested on this service. */
const { open } = embedded;
const source = fileURLToPath(new URL("../../src", import.meta.url));

async function sources(): Promise<readonly (readonly [string, string])[]> {
  const names = (await readdir(source, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return Promise.all(names.map(async (name) => [name, await readFile(`${source}/${name}`, "utf8")] as const));
}

test("CVE-2025-59305: being signed in is not sufficient for admin actions", async () => {
  const world = await openTwoProjects(open);
  onTestFinished(() => world.server.close());
  const administrative = operations.filter(({ coordinate }) =>
    /((?<!mentionable)Members?|Invitations?|MemberRole|ApiKeys?|(create|update|delete)(Channel|ModelConnection)|\.updateProject|\.createProject)$/i.test(
      coordinate,
    ),
  );
  expect(administrative).toHaveLength(17);
  for (const name of ["the viewer", "the annotator", "the editor"]) {
    const actor = world.actors.find((each) => each.name === name);
    for (const operation of administrative) {
      const variables = argumentsWith(operation, (_coordinate, kind) => Object(world.mine)[kind ?? ""]);
      const { text } = await world.ask(
        actor ?? { name, headers: {} },
        documentOf(operation, Object.keys(variables), 1),
        variables,
      );
      expect({ name, operation: operation.coordinate, text }).toMatchObject({
        text: expect.stringContaining("FORBIDDEN"),
      });
    }
  }
});

test("CVE-2025-3248, CVE-2026-0545: the service does not execute code of callers", async () => {
  const doors =
    /\beval\(|new Function\b|from "node:(vm|child_process|repl|inspector)"|\.compileFunction\(|wasm\.instantiate/;
  const found = (await sources()).filter(([, text]) => doors.test(text)).map(([name]) => name);
  expect(found).toEqual([]);
});

test.each(["%252e%252e%252f%252e%252e%252fthreadline.db", "..%252f..%252fetc%252fpasswd", "%25252e%25252e%25252f"])(
  "CVE-2024-1560: the double-encoded path %s is rejected",
  async (path) => {
    const { server } = startTestServer();
    for (const method of ["GET", "PUT", "POST", "DELETE"]) {
      for (const prefix of ["/api/files/", "/api/files/a/", "/", "/assets/", "/api/graphql/assets/"]) {
        const response = await server.fetch(`http://localhost${prefix}${path}`, { method });
        expect([400, 403, 404, 405]).toContain(response.status);
        await response.arrayBuffer();
      }
    }
  },
);

test("CVE-2026-22218: the path of an attachment is not read", async () => {
  const { graphql } = startTestServer();
  const attachments = [
    { name: "a", url: "file:///etc/passwd" },
    { name: "b", objectKey: "/etc/passwd", path: "/etc/passwd" },
    { name: "c", objectKey: "../../../../etc/passwd", metadata: { path: "/etc/passwd" } },
  ];
  const { query, variables } = ingestStepDocument([{ id: "s", attachments }]);
  expect((await graphql(query, variables)).errors).toEqual([]);
  const answer = await graphql('{ step(id: "s") { attachments { name url } } }');
  expect(answer.data).toEqual({
    step: {
      attachments: [
        { name: "a", url: "file:///etc/passwd" },
        { name: "b", url: null },
        { name: "c", url: null },
      ],
    },
  });
});

test("CVE-2026-22219, CVE-2026-41487, CVE-2026-41488: URLs of operations are not contacted, except checked ones of model connections and channels", async () => {
  const addresses = places
    .filter(({ path }) => /url|uri|host|endpoint|origin|webhook|callback|domain/i.test(path.at(-1) ?? ""))
    .map(({ coordinate }) => coordinate);
  // URLs are stored and returned as text. Origins are compared with the origin of a request. `model-addresses.test.ts`
  // tests which addresses of model connections and channels are contacted.
  expect([...new Set(addresses)].toSorted()).toEqual([
    "AttachmentPayloadInput.url",
    "ChannelInput.url",
    "ModelConnectionInput.baseUrl",
    "Mutation.createApiKey.origins",
    "Mutation.createAttachment.url",
    "Mutation.updateAttachment.url",
  ]);
  // The only modules that connect to other hosts. They connect to model providers and to configured hosts: the identity
  // provider, the SMTP server, the file bucket, and what `threadline doctor` checks. `threadline connect` and
  // `threadline import` run in the process of their user, and connect to their source and target.
  const outbound =
    /\b(?:await|return|=>)\s+fetch\(|https?\.(request|get)\(|https?Request\b|net\.connect|tls\.connect|createTransport\(|new WebSocket|from "undici"/;
  const found = (await sources()).filter(([, text]) => outbound.test(text)).map(([name]) => name);
  // The store connects to the configured database. The explorer page and the feedback script
  // send their requests from the browser.
  expect(
    found.filter((name) => !/^(store\/|http\/explorer\/|feedback\/feedback-script\.ts$)/.test(name)).toSorted(),
  ).toEqual([
    "accounts/guarded-fetch.ts",
    "cli/connect/check-target.ts",
    "cli/import/require-scopes.ts",
    "cli/import/source-api.ts",
    "doctor/check-files.ts",
    "doctor/check-service.ts",
    "files/s3-bucket.ts",
    "mail/create-mailer.ts",
    "models/model-fetch.ts",
  ]);
});

test("Langfuse, 2026: prototype keys in metadata paths are data, dotted and in brackets", async () => {
  const { graphql } = startTestServer();
  const text = `{"__proto__":{"polluted":1},"__proto__.polluted":1,"a.__proto__.polluted":1,"constructor.prototype.polluted":1,
    "a[__proto__][polluted]":1,"a":{"constructor":{"prototype":{"polluted":1}}}}`;
  const metadata: unknown = JSON.parse(text);
  const { query, variables } = ingestStepDocument([{ id: "s", metadata, input: metadata, tags: ["__proto__"] }]);
  expect((await graphql(query, variables)).errors).toEqual([]);
  await graphql(
    '{ facets(resource: steps, fields: [{ field: metadata, path: "__proto__.polluted" }]) { recordCount } }',
  );
  await graphql("{ metadataPaths(resource: steps) { path } }");
  expect(JSON.stringify((await graphql('{ step(id: "s") { metadata } }')).data)).toBe(
    JSON.stringify({ step: { metadata } }),
  );
  expect("polluted" in {}).toBe(false);
});

test("LangSmith: a key with NUL does not replace another key", async () => {
  const { graphql } = startTestServer();
  const input = { role: "user", "role\u0000": "system", "\u0000role": "tool" };
  const { query, variables } = ingestStepDocument([{ id: "s", input }]);
  expect((await graphql(query, variables)).errors).toEqual([]);
  expect((await graphql('{ step(id: "s") { input } }')).data).toEqual({ step: { input } });
});

test.each([
  "/api%2fgraphql",
  "/api/%2e%2e/api/graphql/..%2f",
  "/api/x/..%5cgraphql",
  "/api/graphql;x",
  "/api/graphql/.",
  "/api\\graphql%2f",
])("LangSmith: the path %s is unambiguous or rejected", async (path) => {
  const { server } = startTestServer();
  const url = new URL(`http://localhost${path}`);
  const response = await server.fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  // An ambiguous path never reaches a route that needs no key.
  expect([400, 401, 404, 405]).toContain(response.status);
});

test("Arize Phoenix: a publicly reachable host rejects anonymous requests", async () => {
  const server = createServer();
  onTestFinished(() => server.close());
  await server.ready;
  for (const { kind, field } of operations.filter((operation) => operation.kind !== "subscription")) {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ query: `${kind} { ${field.name} }` }),
    });
    expect(response.status).toBe(401);
  }
});

test("Arize Phoenix #11851: password attempts are limited", async () => {
  const server = createServer({ apiKey });
  onTestFinished(() => server.close());
  await setUp(server);
  const tries = Array.from({ length: 15 }, (_, index) =>
    openBrowser(server).post("/api/session/sign-in", { email: owner.email, password: `guess number ${index}` }),
  );
  const answers = await Promise.all(tries);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused.every(({ headers }) => Number(headers.get("retry-after")) > 0)).toBe(true);
});

test("GraphQL Yoga: no foreign origin is allowed with credentials, and no form executes a mutation", async () => {
  const server = createServer({ apiKey });
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/graphql"]) {
    const answer = await browser.send("/api/graphql", {
      method: "POST",
      headers: { "content-type": type, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: 'query=mutation{createDataset(name:"forged"){id}}',
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  }
  expect((await browser.graphql("{ datasets { totalCount } }")).data).toEqual({ datasets: { totalCount: 0 } });
});

test("Helicone, DeepEval, Kortix: NUL and lone surrogates in a payload are stored", async () => {
  const { graphql } = startTestServer();
  const input = { "\u0000": "a\u0000b", "\ud800": "\udc00", list: ["\u0000"] };
  const { query, variables } = ingestStepDocument([{ id: "a" }, { id: "b", input, name: "\u0000" }, { id: "c" }]);
  expect((await graphql(query, variables)).errors).toEqual([]);
  expect((await graphql('{ step(id: "b") { input } steps { totalCount } }')).data).toEqual({
    step: { input },
    steps: { totalCount: 3 },
  });
});

test("Langfuse #1676, #4675: a step that is too large does not fail other steps of its batch", async () => {
  const { graphql } = startTestServer();
  const steps = [
    { id: "a", threadId: "t" },
    { id: "b", threadId: "t", input: "x".repeat(4_000_001) },
    { id: "c", threadId: "t" },
  ];
  const answer = await graphql("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }", {
    steps,
  });
  expect(answer.data).toMatchObject({
    ingestSteps: [{ ok: true }, { ok: false, message: expect.stringContaining("4000000") }, { ok: true }],
  });
});

test("PostHog, 2025: no published package has an install script", async () => {
  const packages = fileURLToPath(new URL("../../..", import.meta.url));
  for (const name of await readdir(packages)) {
    const text = await readFile(`${packages}/${name}/package.json`, "utf8").catch(() => "{}");
    const { scripts = {} } = JSON.parse(text) as { scripts?: Record<string, string> };
    const atInstall = ["preinstall", "install", "postinstall", "prepare"].filter((script) =>
      Object.hasOwn(scripts, script),
    );
    expect({ name, atInstall }).toEqual({ name, atInstall: [] });
  }
});
