import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { browserIdPrefix } from "../../src/records/browser-writes.ts";
import { type Browser, setUp, valueOf } from "../accounts/browser.ts";

const origin = "https://shop.example";
let page: Page;
beforeAll(async () => {
  page = await openPage();
});
afterAll(() => page.server.close());

const ownId = (name: string): string => `${browserIdPrefix}${name.padEnd(32, "0")}`;

test.each([
  ["an id without the prefix of browser ids", { id: "018f-step" }, "id"],
  ["an id that can be guessed", { id: `${browserIdPrefix}1` }, "id"],
  ["a thread of the service", { threadId: "FOREIGN-thread" }, "threadId"],
  ["a parent of the service", { parentId: "FOREIGN-step" }, "parentId"],
  ["a run of the service", { rootRunId: "FOREIGN-step" }, "rootRunId"],
  ["a start before yesterday", { startTime: "1970-01-01T00:00:00.000Z" }, "startTime"],
  ["a creation before yesterday", { createdAt: "1970-01-01T00:00:00.000Z" }, "createdAt"],
  ["an end in the future", { endTime: "2999-01-01T00:00:00.000Z" }, "endTime"],
  ["a score by its id", { scores: [{ id: "FOREIGN-score", value: 1 }] }, "scores"],
  ["an attachment by its id", { attachments: [{ id: "FOREIGN-attachment" }] }, "attachments[0].id"],
  ["a file of the service", { attachments: [{ objectKey: "project/018f-file" }] }, "attachments[0].objectKey"],
])("T117: a step with %s is rejected alone", async (_name, change, field) => {
  const { ask } = page;
  const list = [{ id: ownId("bad"), ...change }, { id: ownId("good") }];
  const query = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }";
  const { data } = (await ask(query, { steps: list })).body as {
    data: { ingestSteps: { ok: boolean; message: string | null }[] };
  };
  expect(data.ingestSteps.map(({ ok }) => ok)).toEqual([false, true]);
  expect(data.ingestSteps[0]?.message).toMatch(`${field}: `);
});

describe("feedback of a browser key", () => {
  test.each([
    ["of a program", 'type: AI, stepId: "s"', "type"],
    ["of an experiment", 'type: HUMAN, datasetExperimentItemId: "e"', "datasetExperimentItemId"],
    ["by the id of another score", 'type: HUMAN, stepId: "s", id: "score"', "id"],
    ["of long ago", 'type: HUMAN, stepId: "s", createdAt: "1970-01-01T00:00:00Z"', "createdAt"],
  ])("T117: a score %s is rejected", async (_name, args, field) => {
    const { ask } = page;
    const { body } = await ask(`mutation { createScore(name: "n", value: 1, ${args}) { id } }`);
    expect(body).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT", field } }] });
  });

  test("a page scores a step of the service, and changes its own score", async () => {
    const { ask, server } = page;
    const score = (value: number): string =>
      `mutation { createScore(id: "${ownId("score")}", name: "user-feedback", type: HUMAN, value: ${value}, stepId: "s") { id value step { output } } }`;
    await ask(score(1));
    const { body } = await ask(score(0));
    expect(body).toMatchObject({
      data: { createScore: { value: 0, step: null } },
      errors: [{ path: ["createScore", "step"] }],
    });
    const all = await asOwner(server, "{ scores { edges { node { id value stepId } } } }");
    expect(all).toEqual({ data: { scores: { edges: [{ node: { id: ownId("score"), value: 0, stepId: "s" } }] } } });
  });
});

test("the log has the reason why an origin was rejected, and not the key", async () => {
  const lines: string[] = [];
  const own = await openPage({ logger: pino({}, { write: (line: string) => lines.push(line) }) });
  onTestFinished(() => own.server.close());
  const headers = { "content-type": "application/json", "x-api-key": own.secret, origin: "https://evil.example" };
  await own.server.fetch("http://localhost/api/graphql", { method: "POST", headers, body: "{}" });
  const log = lines.join("");
  expect(log).toContain(
    '"reason":"origin: is not among the allowed origins of this API key; use a key that allows the origin of the page"',
  );
  expect(log).not.toContain(own.secret);
});

describe("origins", () => {
  test.each([undefined, "https://evil.example", "null", "https://shop.example.evil.example", "http://shop.example"])(
    "T118: a browser key is refused from %s, on every route",
    async (from) => {
      const { server, secret } = page;
      for (const path of ["/api/graphql", "/api/upload/file", "/api/my-project", "/api/export/dataset", "/v1/traces"]) {
        const response = await server.fetch(`http://localhost${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": secret, ...(from && { origin: from }) },
          body: "{}",
        });
        expect({ path, status: response.status }).toEqual({ path, status: 403 });
        // On routes that pages may use, pages can read that the key does not list their origin; see decision 0140.
        const isForPages = path === "/api/graphql" || path === "/api/upload/file";
        expect(response.headers.get("access-control-allow-origin")).toBe(isForPages ? (from ?? null) : null);
        expect(response.headers.has("access-control-allow-credentials")).toBe(false);
        if (!isForPages) continue;
        expect(await response.json()).toEqual({
          errors: [
            {
              message: expect.stringContaining("is not among the allowed origins"),
              extensions: { code: "FORBIDDEN" },
            },
          ],
        });
      }
    },
  );

  test("T118: pages of any origin can read that a key is unknown, unless such a key could be guessed", async () => {
    const { server, secret, owner } = page;
    const ask = (path: string, key?: string): Promise<Response> =>
      server.fetch(`http://localhost${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: "https://evil.example",
          ...(key !== undefined && { "x-api-key": key }),
        },
        body: "{}",
      });
    const { apiKey, secret: revoked } = valueOf(
      (
        await owner.graphql(
          `mutation { createApiKey(name: "old", scopes: [browser], origins: ["${origin}"]) { secret apiKey { id } } }`,
        )
      ).data,
      "createApiKey",
    ) as { secret: string; apiKey: { id: string } };
    await owner.graphql(`mutation { revokeApiKey(id: "${apiKey.id}") { id } }`);
    const unknown = `${secret.slice(0, -4)}aaaa`;
    for (const path of ["/api/graphql", "/api/upload/file"]) {
      for (const key of [unknown, revoked]) {
        const answer = await ask(path, key);
        expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([
          401,
          "https://evil.example",
        ]);
        expect(answer.headers.get("vary")).toContain("origin");
        expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
        expect(await answer.json()).toEqual({
          errors: [{ message: expect.stringContaining("Invalid API key"), extensions: { code: "UNAUTHENTICATED" } }],
        });
      }
      // A page must not be able to find keys by guessing. `tl_default-key` is a key, and the other texts are not.
      for (const key of [undefined, "", "guess", "tl_default", "tl_default-key"]) {
        const answer = await ask(path, key);
        expect({ key, shared: answer.headers.has("access-control-allow-origin") }).toEqual({ key, shared: false });
      }
    }
    expect((await ask("/v1/traces", unknown)).headers.has("access-control-allow-origin")).toBe(false);
  });

  test("T118: from its origin, a browser key may only record and upload", async () => {
    const { server, secret } = page;
    const headers = { "content-type": "application/json", "x-api-key": secret, origin };
    for (const path of ["/api/my-project", "/api/export/dataset", "/v1/traces", "/v1/logs", "/api/otel/v1/traces"]) {
      const { status } = await server.fetch(`http://localhost${path}`, { method: "POST", headers, body: "{}" });
      expect({ path, status }).toEqual({ path, status: 403 });
    }
  });

  test("T118: a preflight is answered only for requests with a key, and never allows credentials", async () => {
    const { server } = page;
    const preflight = async (path: string, method: string, headers: string): Promise<Response> =>
      server.fetch(`http://localhost${path}`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": method, "access-control-request-headers": headers },
      });
    for (const path of ["/api/graphql", "/api/upload/file"]) {
      const answer = await preflight(path, "POST", "content-type, X-API-Key");
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-headers")).toContain("x-api-key");
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
      for (const [method, asked] of [
        ["POST", "content-type"],
        ["POST", "content-type,x-threadline-project"],
        ["PUT", "x-api-key"],
      ] as const) {
        const refused = await preflight(path, method, asked);
        expect(refused.status).toBe(405);
        expect(refused.headers.has("access-control-allow-origin")).toBe(false);
      }
    }
    for (const path of ["/api/session/sign-in", "/v1/traces", "/api/my-project", "/api/export/dataset"]) {
      const answer = await preflight(path, "POST", "x-api-key");
      expect({ path, shared: answer.headers.has("access-control-allow-origin") }).toEqual({ path, shared: false });
    }
  });

  test("T118: responses to other keys are not readable by pages", async () => {
    const { server } = page;
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "tl_default-key", origin },
      body: JSON.stringify({ query: "{ viewer { role } }" }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
  });

  test.each([
    ["scopes: [browser], origins: []", "origins"],
    ["scopes: [browser]", "origins"],
    ['scopes: [browser, read], origins: ["https://a.example"]', "scopes"],
    ['scopes: [ingest], origins: ["https://a.example"]', "origins"],
    ['scopes: [browser], origins: ["*"]', "origins[0]"],
    ['scopes: [browser], origins: ["https://a.example/"]', "origins[0]"],
    ['scopes: [browser], origins: ["https://a.example/x"]', "origins[0]"],
    ['scopes: [browser], origins: ["file://x"]', "origins[0]"],
    ['scopes: [browser], origins: ["null"]', "origins[0]"],
  ])("a key with %s is not created", async (args, field) => {
    const { errors } = await page.owner.graphql(`mutation { createApiKey(name: "k", ${args}) { secret } }`);
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
  });
});

describe("files and quotas", () => {
  test("T118: a page uploads a file of its own, and gets no URL to read it", async () => {
    const { server, secret } = page;
    const headers = { "content-type": "application/json", "x-api-key": secret, origin };
    const sign = (body: object): Promise<Response> =>
      server.fetch("http://localhost/api/upload/file", { method: "POST", headers, body: JSON.stringify(body) });
    expect((await sign({ fileName: "f", threadId: "018f-thread" })).status).toBe(400);
    expect((await sign({ fileName: "f", size: 11 * 1024 * 1024 })).status).toBe(400);
    const signed = await sign({
      fileName: "f.txt",
      contentType: "text/plain",
      uploadType: "raw",
      threadId: ownId("t"),
    });
    expect(signed.headers.get("access-control-allow-origin")).toBe(origin);
    const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string | null };
    expect(signedUrl).toBeNull();
    const preflight = await server.fetch(put.url, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "content-type" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    const sent = await server.fetch(put.url, {
      method: "PUT",
      headers: { origin, "content-type": "text/plain" },
      body: "hello",
    });
    expect([sent.status, sent.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });

  test("T119: browser keys leave half of a quota to others, and a limited number of requests to each address", async () => {
    const { server, ask } = await openPage({ limits: { maxStepsPerDay: 4 } });
    onTestFinished(() => server.close());
    const record = (name: string): ReturnType<typeof ask> =>
      ask(`mutation { ingestStep(id: "${ownId(name)}") { ok } }`);
    expect((await record("a")).status).toBe(200);
    expect((await record("b")).status).toBe(200);
    expect((await record("c")).status).toBe(429);
    expect(await asOwner(server, 'mutation { ingestStep(id: "s") { ok } }')).toMatchObject({
      data: { ingestStep: { ok: true } },
    });

    let status = 0;
    for (let sent = 0; sent < 601 && status !== 429; sent += 1) ({ status } = await ask("{ viewer { role } }"));
    expect((await ask("{ viewer { role } }")).body).toMatchObject({
      errors: [{ extensions: { code: "RATE_LIMITED" } }],
    });
    expect(await asOwner(server, "{ viewer { role } }")).toMatchObject({ data: { viewer: { role: null } } });
  });
});

interface Page {
  readonly server: ThreadlineServer;
  readonly secret: string;
  readonly owner: Browser;
  readonly ask: (query: string, variables?: object) => Promise<{ status: number; body: unknown }>;
}

async function openPage(options: Pick<ServerOptions, "limits" | "logger"> = {}): Promise<Page> {
  const server = createServer({ apiKey: "tl_default-key", ...options });
  const owner = await setUp(server);
  const made = await owner.graphql(
    `mutation { createApiKey(name: "page", scopes: [browser], origins: ["${origin}"]) { secret apiKey { origins } } }`,
  );
  const { secret, apiKey } = valueOf(made.data, "createApiKey") as { secret: string; apiKey: { origins: string[] } };
  expect(apiKey.origins).toEqual([origin]);
  const ask: Page["ask"] = async (query, variables) => {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": secret, origin },
      body: JSON.stringify({ query, variables }),
    });
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    return { status: response.status, body: await response.json() };
  };
  return { server, secret, owner, ask };
}

async function asOwner(server: ThreadlineServer, query: string): Promise<unknown> {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "tl_default-key" },
    body: JSON.stringify({ query }),
  });
  return response.json();
}
