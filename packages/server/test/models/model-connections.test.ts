import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { setUp, valueOf } from "../accounts/browser.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { type ModelServer, sendError, startModelServer } from "./model-server.ts";

const apiKey = "model-key-CANARY-0123456789abcdef";
noteSecret(apiKey);
const headerValue = "CANARY-header-0123456789";
noteSecret(headerValue);

const fields = `id name kind baseUrl models dailyBudget maxConcurrentCalls hasKey keyEnding keySetAt headerNames costToday
  createdAt updatedAt`;

type Fields = Readonly<Record<string, unknown>>;

/** Starts a service with an owner, with helpers for model connections. */
async function start(options: ServerOptions = { modelHosts: ["127.0.0.1"] }) {
  const server = createServer(options);
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const ask = async (query: string, variables: object = {}): Promise<Fields> => {
    const { data, errors } = await owner.graphql(query, { project: "default", variables: { ...variables } });
    if (errors[0]) throw new Error(errors[0].message);
    return data ?? {};
  };
  return {
    server,
    owner,
    ask,
    create: async (connection: object): Promise<Fields> =>
      valueOf(
        await ask(
          `mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { ${fields} } }`,
          { connection },
        ),
        "createModelConnection",
      ) as Fields,
    update: async (id: unknown, connection: object): Promise<Fields> =>
      valueOf(
        await ask(
          `mutation ($id: String!, $connection: ModelConnectionInput!) {
            updateModelConnection(id: $id, connection: $connection) { ${fields} } }`,
          { id, connection },
        ),
        "updateModelConnection",
      ) as Fields,
    check: async (id: unknown, model?: string): Promise<Fields> =>
      valueOf(
        await ask(
          `mutation ($id: String!, $model: String) {
            testModelConnection(id: $id, model: $model) { ok problem message durationMs stepId } }`,
          { id, ...(model !== undefined && { model }) },
        ),
        "testModelConnection",
      ) as Fields,
  };
}

const openai = (provider: ModelServer, rest: object = {}): object => ({
  name: "OpenAI",
  kind: "openai",
  baseUrl: `${provider.origin}/v1`,
  apiKey,
  models: ["gpt-4o"],
  ...rest,
});

test("a connection shows the end of its key, and never the key or header values", async () => {
  const provider = await startModelServer();
  const { create, ask } = await start();
  const created = await create(openai(provider, { headers: [{ name: "x-team", value: headerValue }] }));
  expect(created).toMatchObject({ hasKey: true, keyEnding: "cdef", headerNames: ["x-team"], costToday: 0 });
  expect(created["keySetAt"]).toBe(created["createdAt"]);
  const { modelConnections } = await ask(`{ modelConnections { ${fields} } }`);
  expect(modelConnections).toEqual([created]);
  const { auditEvents } = await ask("{ auditEvents(first: 1) { action subjectName details } }");
  expect(auditEvents).toEqual([
    {
      action: "modelConnectionCreated",
      subjectName: "OpenAI",
      details: { kind: "openai", baseUrl: `${provider.origin}/v1`, replacedKey: true, replacedHeaders: true },
    },
  ]);
  expect(JSON.stringify([modelConnections, auditEvents])).not.toContain("CANARY");
});

test("the test of a connection calls the model, and records a priced step", async () => {
  const provider = await startModelServer();
  const { create, check, ask } = await start();
  const { id } = await create(openai(provider, { headers: [{ name: "x-team", value: headerValue }] }));
  const tested = await check(id);
  expect(tested).toMatchObject({ ok: true, problem: null, message: "ready" });
  expect(provider.requests).toHaveLength(1);
  expect(provider.requests[0]).toMatchObject({
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${apiKey}`, "x-team": headerValue },
    body: { model: "gpt-4o", stream: true },
  });
  const { step } = await ask(
    `query ($id: String!) { step(id: $id) { type name environment error cost metadata
      generation { provider model tokenCount inputTokenCount ttFirstToken messageCompletion } } }`,
    { id: tested["stepId"] },
  );
  expect(step).toMatchObject({
    type: "llm",
    name: "gpt-4o",
    environment: "experiment",
    error: null,
    metadata: { connectionId: id, connection: "OpenAI", purpose: "test" },
    generation: {
      provider: "openai",
      model: "gpt-4o",
      tokenCount: 1_500,
      inputTokenCount: 1_000,
      messageCompletion: { role: "assistant", content: "ready" },
    },
  });
  // The call has 600 input tokens at $2.50 per million, 400 cached ones at $1.25, and 500 output tokens at $10.
  const cost = 0.0015 + 0.0005 + 0.005;
  expect((step as Fields)["cost"]).toBeCloseTo(cost, 9);
  const { modelConnection } = await ask(`query ($id: String!) { modelConnection(id: $id) { costToday } }`, { id });
  expect((modelConnection as Fields)["costToday"]).toBeCloseTo(cost, 9);
});

test("the API of Anthropic is called with its key", async () => {
  const provider = await startModelServer();
  const { create, check } = await start();
  const connection = { name: "Anthropic", kind: "anthropic", baseUrl: `${provider.origin}/v1`, apiKey };
  const { id } = await create(connection);
  expect(await check(id, "claude-sonnet-4-5")).toMatchObject({ ok: true, message: "ready" });
  expect(provider.requests[0]).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": apiKey } });
});

test("a compatible service needs no key, and no key of the environment is sent", async () => {
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy"]) {
    const before = process.env[name];
    process.env[name] = name.endsWith("KEY") ? "CANARY-of-the-environment" : "http://192.0.2.1:9";
    onTestFinished(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }
  const provider = await startModelServer();
  const { create, check } = await start();
  const { id } = await create({ name: "Ollama", kind: "openaiCompatible", baseUrl: `${provider.origin}/v1` });
  expect(await check(id, "llama3.2")).toMatchObject({ ok: true });
  expect(provider.requests[0]?.headers.authorization).toBeUndefined();
  const keyless = await create({ name: "OpenAI", kind: "openai", baseUrl: `${provider.origin}/v1` });
  expect(await check(keyless["id"], "gpt-4o")).toMatchObject({ problem: "keyRejected", stepId: null });
  expect(provider.requests).toHaveLength(1);
});

test("an update keeps, replaces and deletes secrets, and a new host requires them again", async () => {
  const [provider, other] = await Promise.all([startModelServer(), startModelServer()]);
  const { create, update, check } = await start();
  const created = await create(openai(provider, { headers: [{ name: "x-team", value: headerValue }] }));
  const { id } = created;
  const plain = { name: "Renamed", kind: "openai", baseUrl: `${provider.origin}/v2`, models: ["gpt-4o"] };
  const renamed = await update(id, plain);
  expect(renamed).toMatchObject({ name: "Renamed", keyEnding: "cdef", headerNames: ["x-team"] });
  expect(renamed["keySetAt"]).toBe(created["keySetAt"]);
  await check(id);
  expect(provider.requests[0]).toMatchObject({
    path: "/v2/chat/completions",
    headers: { authorization: `Bearer ${apiKey}`, "x-team": headerValue },
  });
  const moved = { ...plain, baseUrl: `${other.origin}/v1` };
  await expect(update(id, moved)).rejects.toThrow("connection.apiKey: must be given again");
  await expect(update(id, { ...moved, apiKey })).rejects.toThrow("connection.headers: must be given again");
  await expect(update(id, { ...plain, baseUrl: undefined })).rejects.toThrow("must be given again");
  const second = "model-key-CANARY-fedcba9876543210";
  noteSecret(second);
  const replaced = await update(id, { ...moved, apiKey: second, headers: [] });
  expect(replaced).toMatchObject({ keyEnding: "3210", headerNames: [] });
  await check(id);
  expect(other.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${second}` });
  expect(other.requests[0]?.headers["x-team"]).toBeUndefined();
  expect(await update(id, { ...moved, apiKey: null })).toMatchObject({
    hasKey: false,
    keyEnding: null,
    keySetAt: null,
  });
  expect(provider.requests).toHaveLength(1);
});

test.each([
  [401, "keyRejected", "rejected the key (401)"],
  [404, "modelNotFound", 'does not know the model "gpt-4o"'],
  [429, "rateLimited", "(429)"],
  [400, "requestRejected", "rejected the request (400)"],
  [500, "providerFailed", "failed (500)"],
  [302, "providerFailed", "redirected the request (302), and redirects are not followed"],
] as const)("status %i of the provider is %s, without the key", async (status, problem, message) => {
  const [provider, target] = await Promise.all([startModelServer(), startModelServer()]);
  const { create, check, ask } = await start();
  provider.reply((response) =>
    sendError(response, status, `Not with ${apiKey} and ${headerValue}`, { location: `${target.origin}/v1` }),
  );
  const { id } = await create(openai(provider, { headers: [{ name: "x-team", value: headerValue }] }));
  const tested = await check(id);
  expect(tested).toMatchObject({ ok: false, problem });
  expect(tested["message"]).toContain(message);
  expect(JSON.stringify(tested)).not.toContain("CANARY");
  const { step } = await ask(`query ($id: String!) { step(id: $id) { error cost } }`, { id: tested["stepId"] });
  expect(step).toEqual({ error: tested["message"], cost: 0 });
  expect([provider.requests.length, target.requests.length]).toEqual([1, 0]);
});

test("addresses that refuse the connection are reported", async () => {
  const { create, check } = await start();
  const { id } = await create({ name: "None", kind: "openaiCompatible", baseUrl: "http://127.0.0.1:1/v1" });
  expect(await check(id, "m")).toMatchObject({ problem: "unreachable", message: expect.stringContaining("refuses") });
});

test("by default only public addresses are accepted", async () => {
  const { create } = await start({});
  const kind = "openaiCompatible";
  await expect(create({ name: "n", kind, baseUrl: "http://127.0.0.1:9/v1" })).rejects.toThrow(
    "connection.baseUrl: 127.0.0.1 is not a public address; the operator can allow it (--model-hosts)",
  );
  await expect(create({ name: "n", kind, baseUrl: "http://api.example.com/v1" })).rejects.toThrow(
    "must be an https URL",
  );
  await expect(create({ name: "n", kind })).rejects.toThrow("connection.baseUrl: is required");
  expect(await create({ name: "n", kind, baseUrl: "https://api.example.com/v1/" })).toMatchObject({
    baseUrl: "https://api.example.com/v1",
  });
});

test("a call is not sent if it exceeds the daily budget, or if its model has no price or is not allowed", async () => {
  const provider = await startModelServer();
  const { create, update, check } = await start();
  const { id } = await create(openai(provider, { dailyBudget: 0.001 }));
  const refused = await check(id);
  expect(refused).toMatchObject({ ok: false, problem: "budgetExceeded", stepId: null });
  expect(await check(id, "gpt-4o-mini")).toMatchObject({ problem: "modelNotAllowed" });
  await update(id, { ...openai(provider), apiKey: undefined, models: [], dailyBudget: 5 });
  expect(await check(id, "no-price-for-this")).toMatchObject({
    problem: "budgetExceeded",
    message: expect.stringContaining("has no price"),
  });
  expect(provider.requests).toEqual([]);
  expect(await check(id, "gpt-4o")).toMatchObject({ ok: true });
});

test("replacing the secret keeps the keys of connections", async () => {
  const { replaceSecrets } = await import("../../src/accounts/replace-secrets.ts");
  const { openSqliteStore } = await import("../../src/store/sqlite/open-sqlite-store.ts");
  const provider = await startModelServer();
  const store = await openSqliteStore({ path: ":memory:" });
  const { create, check } = await start({ modelHosts: ["127.0.0.1"], store });
  const created = await create(openai(provider));
  const [project] = await store.projects.list();
  const sealed = async () => (await store.modelConnections.all(project?.id ?? ""))[0]?.sealedSecrets;
  const before = await sealed();
  await replaceSecrets(store, ["models"]);
  expect(await sealed()).not.toBe(before);
  expect(await check(created["id"])).toMatchObject({ ok: true });
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

test("a connection created while the secret is replaced keeps its key", async () => {
  const { replaceSecrets } = await import("../../src/accounts/replace-secrets.ts");
  const { decorate } = await import("../../src/store/decorate.ts");
  const { openSqliteStore } = await import("../../src/store/sqlite/open-sqlite-store.ts");
  const provider = await startModelServer();
  const stored = await openSqliteStore({ path: ":memory:" });
  const modelConnections = decorate(stored.modelConnections, {
    async create(...args) {
      await replaceSecrets(stored, ["models"]);
      return stored.modelConnections.create(...args);
    },
  });
  const { create, check } = await start({ modelHosts: ["127.0.0.1"], store: decorate(stored, { modelConnections }) });
  const created = await create(openai(provider));
  expect(await check(created["id"])).toMatchObject({ ok: true });
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

test("a connection whose secrets cannot be decrypted can be renamed, but not moved to another host", async () => {
  const { openSqliteStore } = await import("../../src/store/sqlite/open-sqlite-store.ts");
  const { modelSecretName } = await import("../../src/models/seal-secrets.ts");
  const [provider, other] = await Promise.all([startModelServer(), startModelServer()]);
  const store = await openSqliteStore({ path: ":memory:" });
  const { create, update } = await start({ modelHosts: ["127.0.0.1"], store });
  const { id } = await create(openai(provider));
  await store.replaceSecret(modelSecretName, randomBytes(32));
  const content = { ...openai(provider, { name: "Renamed" }), apiKey: undefined };
  expect(await update(id, content)).toMatchObject({ name: "Renamed", hasKey: true, keyEnding: "cdef" });
  const headers = [{ name: "x-team", value: headerValue }];
  await expect(update(id, { ...content, headers })).rejects.toThrow("the stored secrets cannot be decrypted");
  const moved = { ...content, baseUrl: `${other.origin}/v1` };
  await expect(update(id, moved)).rejects.toThrow("because the base URL of the connection has changed");
});

const listOf = (names: readonly string[]) => JSON.stringify({ data: names.map((id) => ({ id, object: "model" })) });

const checkConnection = `mutation ($id: String, $connection: ModelConnectionInput!) {
  checkModelConnection(id: $id, connection: $connection) { ok problem message models } }`;

test("a check of a connection lists the models of the provider, and stores nothing", async () => {
  const provider = await startModelServer();
  const { ask } = await start();
  provider.reply((response) => response.end(listOf(["gpt-4o", "gpt-4.1", "gpt-4o"])));
  const headers = [{ name: "x-team", value: headerValue }];
  expect(await ask(checkConnection, { connection: openai(provider, { headers }) })).toEqual({
    checkModelConnection: { ok: true, problem: null, message: "", models: ["gpt-4.1", "gpt-4o"] },
  });
  expect(provider.requests).toMatchObject([
    { path: "/v1/models", headers: { authorization: `Bearer ${apiKey}`, "x-team": headerValue } },
  ]);
  expect(await ask("{ modelConnections { id } steps { totalCount } }")).toEqual({
    modelConnections: [],
    steps: { totalCount: 0 },
  });
});

test("each API is asked for its models with its own headers", async () => {
  const provider = await startModelServer();
  const { ask } = await start();
  const models = async (kind: string): Promise<unknown> => {
    const connection = openai(provider, { kind, models: [] });
    return valueOf(await ask(checkConnection, { connection }), "checkModelConnection");
  };
  provider.reply((response) => response.end(listOf(["claude-sonnet-4-5"])));
  expect(await models("anthropic")).toMatchObject({ ok: true, models: ["claude-sonnet-4-5"] });
  provider.reply((response) => response.end(JSON.stringify({ models: [{ name: "models/gemini-2.5-pro" }] })));
  expect(await models("google")).toMatchObject({ ok: true, models: ["gemini-2.5-pro"] });
  provider.reply((response) => response.end(listOf(["gpt-4o"])));
  // Calls of Azure use names of deployments, which the list does not contain.
  expect(await models("azure")).toMatchObject({ ok: true, models: [] });
  expect(provider.requests).toMatchObject([
    { path: "/v1/models?limit=1000", headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" } },
    { path: "/v1/models?pageSize=1000", headers: { "x-goog-api-key": apiKey } },
    { path: "/v1/models", headers: { "api-key": apiKey } },
  ]);
  await expect(models("bedrock")).rejects.toThrow('connection.kind: the API "bedrock" has no list of models');
});

test("a failed check gives the problem without the key", async () => {
  const provider = await startModelServer();
  const { ask } = await start();
  const check = async (connection = openai(provider)): Promise<unknown> =>
    valueOf(await ask(checkConnection, { connection }), "checkModelConnection");
  provider.reply((response) => sendError(response, 401, `Wrong key ${apiKey}`));
  expect(await check()).toEqual({
    ok: false,
    problem: "keyRejected",
    message: `${new URL(provider.origin).host} rejected the key (401): Wrong key [secret]`,
    models: [],
  });
  provider.reply((response) => sendError(response, 404, "No such path"));
  expect(await check()).toMatchObject({
    problem: "modelNotFound",
    message: expect.stringContaining("does not know the path of the URL (404)") as string,
  });
  provider.reply((response) => response.end("<html></html>"));
  expect(await check()).toMatchObject({ ok: false, problem: "providerFailed", models: [] });
  await expect(check(openai(provider, { baseUrl: "http://10.0.0.1/v1" }))).rejects.toThrow("10.0.0.1");
});

test("a check of a changed connection uses the stored key, but never at another host", async () => {
  const [provider, other] = [await startModelServer(), await startModelServer()];
  const { create, ask } = await start();
  const { id } = await create(openai(provider));
  provider.reply((response) => response.end(listOf(["gpt-4o"])));
  const content = { name: "OpenAI", kind: "openai" };
  await ask(checkConnection, { id, connection: { ...content, baseUrl: `${provider.origin}/v1` } });
  expect(provider.requests).toMatchObject([{ headers: { authorization: `Bearer ${apiKey}` } }]);
  await expect(ask(checkConnection, { id, connection: { ...content, baseUrl: `${other.origin}/v1` } })).rejects.toThrow(
    "connection.apiKey: must be given again",
  );
  expect(other.requests).toEqual([]);
});

test("four checks of a project run at once, and further ones wait", async () => {
  const provider = await startModelServer();
  const { ask } = await start();
  const open: ServerResponse[] = [];
  let most = 0;
  const filled = Promise.withResolvers<void>();
  provider.reply((response) => {
    open.push(response);
    most = Math.max(most, open.length);
    if (open.length === 4) filled.resolve();
  });
  const checks = Array.from({ length: 6 }, () => ask(checkConnection, { connection: openai(provider) }));
  await filled.promise;
  await ask("{ modelConnections { id } }");
  for (let count = 0; count < 6; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each response makes room for the next request
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()?.end(listOf(["gpt-4o"]));
  }
  const results = await Promise.all(checks);
  expect(results.map((each) => valueOf(each, "checkModelConnection"))).toMatchObject(
    Array.from({ length: 6 }, () => ({ ok: true })),
  );
  expect(most).toBe(4);
});
