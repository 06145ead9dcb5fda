import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf, startProcess } from "./start-process.ts";

// Only one service at a time can use a data folder, but several services can share a database.
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "threadline-start-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

test("a start beside a running instance prints its address and exits", async () => {
  const running = startProcess({ dataDir }, ["--port", "0", "--no-history"]);
  const closed = once(running, "close");
  const lines = await linesOf(running);
  const page = new URL(lines.find((line) => line.startsWith("See it"))?.split(/\s+/u)[2] ?? "");

  const second = startProcess({ dataDir }, ["--port", page.port]);
  const [output, [exitCode]] = await Promise.all([text(second.stdout), once(second, "close")]);
  expect(exitCode).toBe(0);
  expect(output).toContain(`A service with the same records already runs at ${page.origin}.`);
  expect(output).toContain(`See it    ${page.href}\nNote      This service was already running`);
  expect(output).not.toContain("Serving until");

  running.kill("SIGINT");
  expect(await closed).toEqual([0, null]);
});
