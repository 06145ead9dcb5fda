import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { apiKeyRecord } from "../../src/access/api-key.ts";
import { listen } from "../../src/http/listen.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";

test("TRACE does not echo the request", async () => {
  const server = createServer();
  onTestFinished(() => server.close());
  const listener = await listen(server, { port: 0, replaceGlobals: true });
  onTestFinished(() => listener.close());
  const { port, hostname } = new URL(listener.url);
  for (const path of ["/", "/api/graphql", "/health"]) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `TRACE ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-api-key: CANARY\r\nconnection: close\r\n\r\n`,
    );
    // oxlint-disable-next-line no-await-in-loop -- one connection after the other
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d|501) /);
    expect(answer).not.toContain("CANARY");
  }
});

test("denied actions are logged with actor and action, without request data", async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const store = await openSqliteStore({ path: ":memory:" });
  const server = createServer({ store, logger });
  onTestFinished(() => server.close());
  const { project } = await server.ready;
  const secret = "tl_only-records";
  await store.projects.createKey({
    ...apiKeyRecord({ id: "key-1", projectId: project.id, name: "k", secret, createdAt: 1 }),
    scopes: ["ingest"],
  });
  const query = 'mutation { CANARY1: deleteThread(id: "CANARY2") { id } }';
  const answer = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "x-api-key": secret, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  expect(await answer.text()).toContain("FORBIDDEN");
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === "refused");
  expect(told).toMatchObject([
    { level: 40, code: "FORBIDDEN", actor: "key key-1", projectId: project.id, permissions: ["write"] },
  ]);
  expect(told[0]?.["requestId"]).toBe(answer.headers.get("x-request-id"));
  expect(lines.join("")).not.toContain("CANARY");
});

test("invalid requests are logged with code and actor, without request data", async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const server = createServer({ apiKey: "tl_test-key", logger });
  onTestFinished(() => server.close());
  const ask = (query: string): Promise<Response> =>
    server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "x-api-key": "tl_test-key", "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
  await ask('mutation { CANARY1: upsertThread(id: "") { id } CANARY2: upsertThread(id: "") { id } }');
  await ask("{ CANARY3 }");
  await ask("{ threads { totalCount } }");
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === "refused");
  expect(told.map(({ level, code, count }) => [level, code, count])).toEqual([
    [30, "BAD_USER_INPUT", 2],
    [30, "GRAPHQL_VALIDATION_FAILED", 1],
  ]);
  expect(told.every(({ actor, projectId }) => /^key ./.test(String(actor)) && projectId !== undefined)).toBe(true);
  expect(lines.join("")).not.toContain("CANARY");
});
