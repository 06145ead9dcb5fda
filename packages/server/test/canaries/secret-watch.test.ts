import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createApiKeySecret } from "../../src/access/api-key.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { createServer } from "../../src/create-server.ts";
import { openBrowser, setUp } from "../accounts/browser.ts";
import { describePostgres } from "../postgres/describe-postgres.ts";
import { startTestServer } from "../test-server.ts";
import { noteSecret, takeLeaks, watchFolder, watchText } from "./secret-watch.ts";

// Each test leaks a secret and removes the finding, so that this file does not fail.

test("a secret in any table and column is found when the database is closed", () => {
  noteSecret("planted-in-a-database");
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE innocent (a, b); INSERT INTO innocent VALUES (1, 'before planted-in-a-database after')");
  database.close();
  expect(takeLeaks()).toEqual(["The table innocent holds planted-in-a-database"]);
});

test("a key created by the service is found without being registered", async () => {
  const secret = createApiKeySecret();
  const store = await openSqliteStore({ path: ":memory:" });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  await store.steps.ingest("p", [{ id: "s", createdAt: 1, name: `step of ${secret}` }]);
  await store.close();
  expect(takeLeaks()).toContain(`The table steps holds the key ${secret}`);
});

test("a long random text that happens to contain the start of a key is not a leak", () => {
  const key = createApiKeySecret();
  watchText("The test", `${"v".repeat(40)}${key}${"v".repeat(42)}`);
  expect(takeLeaks()).toEqual([]);
  watchText("The test", `before ${key}`);
  expect(takeLeaks()).toEqual([`The test holds the key ${key}`]);
});

test("a secret in any log output is found", () => {
  noteSecret("planted-in-a-log");
  pino({}, { write: () => undefined }).info({ headers: { authorization: "planted-in-a-log" } }, "request");
  expect(takeLeaks()).toEqual(["The log holds planted-in-a-log"]);
});

test("a secret in a binary file is found", async () => {
  noteSecret("planted-in-a-file");
  const folder = await mkdtemp(join(tmpdir(), "threadline-canary-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "wal"), Buffer.from([0xff, 0xc3, ...Buffer.from("planted-in-a-file"), 0x80]));
  watchFolder(folder);
  expect(takeLeaks()).toEqual(["The file wal holds planted-in-a-file"]);
});

test("passwords, keys and sessions sent by tests are watched", async () => {
  const { server, graphql } = startTestServer();
  await openBrowser(server).post("/api/session/sign-in", { email: "eve@example.com", password: "planted-password" });
  const told = ["planted-password", "tl_test-key"];
  for (const secret of told)
    await graphql("mutation ($id: String!) { ingestStep(id: $id, name: $id) { ok } }", { id: secret });
  await server.close();
  const leaks = takeLeaks();
  for (const secret of told) expect(leaks).toContain(`The table steps holds ${secret}`);
});

test("keys and headers of model connections sent by tests are watched", async () => {
  const server = createServer({});
  onTestFinished(() => server.close());
  const browser = await setUp(server);
  const secrets = ["planted-model-key", "planted-header-value"] as const;
  const connection = {
    name: "c",
    kind: "openai",
    apiKey: secrets[0],
    headers: [{ name: "x-team", value: secrets[1] }],
  };
  await browser.graphql(
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    {
      project: "default",
      variables: { connection },
    },
  );
  for (const id of secrets) {
    await browser.graphql("mutation ($id: String!) { ingestStep(id: $id, name: $id) { ok } }", {
      project: "default",
      variables: { id },
    });
  }
  await server.close();
  const leaks = takeLeaks();
  for (const secret of secrets) {
    expect(leaks).toContain(`The table steps holds ${secret}`);
    expect(leaks).not.toContain(`The table model_connections holds ${secret}`);
  }
});

describePostgres("on PostgreSQL", (tests) => {
  test("data written to PostgreSQL is found in its log when the server stops, even if deleted", async () => {
    noteSecret("planted-in-postgres");
    const store = await tests().openStore();
    await store.projects.create({ id: "p", name: "p", createdAt: 1 });
    await store.steps.ingest("p", [{ id: "s", createdAt: 1, name: "before planted-in-postgres after" }]);
    await store.steps.delete("p", "s", 2);
    await store.close();
    await tests().server.stop();
    expect(takeLeaks().some((leak) => /^The file [\dA-F]{24} holds planted-in-postgres$/.test(leak))).toBe(true);
  });
});
