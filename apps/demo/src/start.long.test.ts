import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerRequests } from "./customer-requests.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "threadline-start-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

function start(...parameters: string[]) {
  const { THREADLINE_API_KEY: _key, OPENAI_API_KEY: _openaiKey, ...env } = process.env;
  const command = ["--conditions=@threadline/source", join(import.meta.dirname, "start.ts"), "--data-dir", dataDir];
  return spawn(process.execPath, [...command, ...parameters], { env, stdio: ["ignore", "pipe", "inherit"] });
}

/** Reads the output of a start up to its last line. */
async function linesOf(child: ReturnType<typeof start>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith("Serving until")) break;
  }
  return lines;
}

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
  const { port } = other.address() as AddressInfo; // a TCP server that listens has an address
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
  expect(lines.join("\n")).toContain("The demo is there already; nothing was added.");
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

  const third = start("--port", page.port);
  const [output, [exitCode]] = await Promise.all([text(third.stdout), once(third, "close")]);
  expect(exitCode).toBe(0);
  expect(output).toContain(`A service runs at ${page.origin} already, on the same records.`);
  expect(output).toContain(`See it    ${page.href}\nNote      This is the service that was running already`);
  expect(output).not.toContain("Serving until");

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
