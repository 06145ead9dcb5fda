import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- selects the store of the test
import { testDatabases } from "../../../packages/server/test/postgres/test-databases.ts";
import { customerRequests } from "./customer-requests.ts";
import { linesOf, startProcess } from "./start-process.ts";

const newDatabase = testDatabases();
let databaseUrl: string | undefined;
let dataDir: string;
beforeAll(async () => {
  databaseUrl = await newDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "threadline-start-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

const start = (...parameters: string[]) => startProcess({ dataDir, databaseUrl }, parameters);

test("start --help prints the options and starts nothing", async () => {
  const child = start("--help");
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(exitCode).toBe(0);
  expect(output.match(/^ {2}--[\w-]+/gmu)).toEqual([
    "  --port",
    "  --data-dir",
    "  --no-history",
    "  --record-again",
    "  --once",
    "  --remove-demo",
  ]);
  expect(await readdir(dataDir)).toEqual([]);
});

test("start --once prints what was recorded and ends, on another port when its own is taken", async () => {
  const other = createServer((_request, response) => response.end("[]")).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo; // not a string, because the server listens on a port
  const child = start("--once", "--port", String(port));
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "close")]);
  other.close();

  expect(exitCode).toBe(0);
  expect(output).toMatch(
    new RegExp(`^See it .+\nNote +Port ${port} is taken by something else, so this service is at http`, "mu"),
  );
  expect(output).toContain("support-questions (4 items)");
  expect(output).toMatch(/500 threads of the last 14 days/u);
  expect(output).toContain((await readFile(join(dataDir, "demo-key"), "utf8")).trim());
});

test("a second start finds the demo, adds nothing, and serves until it is interrupted", async () => {
  const child = start("--port", "0");
  const closed = once(child, "close");
  const lines = await linesOf(child);
  expect(lines.join("\n")).toContain("The demo is already recorded; nothing was added.");
  const url = lines.find((line) => line.startsWith("URL"))?.split(/\s+/u)[1];
  expect((await fetch(`${url}/health`)).status).toBe(200);

  const page = new URL(lines.find((line) => line.startsWith("See it"))?.split(/\s+/u)[2] ?? "");
  const [, projectId, threadId] = /^\/projects\/([^/]+)\/logs\/threads\/([^/]+)$/.exec(page.pathname) ?? [];
  const answer = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-threadline-project": projectId ?? "",
      origin: page.origin,
    },
    body: JSON.stringify({
      query: `{ viewer { role } threadDetail(id: "${threadId}") { id } threads { totalCount } }`,
    }),
  });
  expect(await answer.json()).toEqual({
    data: {
      viewer: { role: "owner" },
      threadDetail: { id: threadId },
      threads: { totalCount: customerRequests.length + 500 },
    },
  });

  child.kill("SIGINT");
  expect(await closed).toEqual([0, null]);
});

test("start --record-again adds the demo again", async () => {
  const child = start("--once", "--port", "0", "--record-again", "--no-history");
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(exitCode).toBe(0);
  expect(output).toContain("support-questions (8 items)");
});

test("start --remove-demo removes the demo and ends", async () => {
  const child = start("--port", "0", "--remove-demo");
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(exitCode).toBe(0);
  expect(output).toContain(`Removed ${2 * customerRequests.length + 500} threads and`);
});
