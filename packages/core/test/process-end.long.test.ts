import { spawn, spawnSync } from "node:child_process";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../../server/test/requirements.ts";
import { byInputs } from "../../server/test/test-inputs.ts";
import { Threadline } from "../src/index.ts";
import { closedPort } from "./closed-port.ts";
import type { Ending } from "./recording-process.ts";

const apiKey = "tl_test_key";
const COUNT = 50;

async function startListening(port = 0) {
  const server = createServer({ apiKey });
  const listener = await listen(server, { port });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const client = new Threadline({ apiKey, url: listener.url });
  const stored = async () => {
    const ids: string[] = [];
    for (let after: string | undefined; ;) {
      const { data, pageInfo } = await client.api.getSteps({ first: 100, after });
      ids.push(...data.map(({ id }) => id));
      if (!pageInfo.hasNextPage) return ids;
      after = pageInfo.endCursor ?? undefined;
    }
  };
  return { url: listener.url, stored };
}

async function spoolFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-spool-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface HostOptions {
  ending: Ending;
  url: string;
  spool?: string;
  /** Signal to send once `afterLines` lines were printed. */
  signal?: NodeJS.Signals;
  afterLines?: number;
  count?: number;
  prefix?: string;
  exitTimeoutMs?: number;
  /** Function that is awaited before the signal is sent. */
  whenReady?: () => Promise<void>;
  /** Command that starts the application, instead of Node. */
  launcher?: readonly string[];
}

/** Runs a command in its own PID namespace, as in a container. */
const NAMESPACE = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"];
const hasNamespaces = spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), "true"]).status === 0;

/** Options for tests in which the service is down. The timeout is short, because no record can be sent. */
const DOWN = { exitTimeoutMs: 2_000 };

async function runHost({ ending, url, spool = "", signal, afterLines = 1, ...options }: HostOptions) {
  const { count = COUNT, prefix = "s", exitTimeoutMs = 50_000, launcher = [], whenReady } = options;
  const script = join(import.meta.dirname, "recording-process.ts");
  const parameters = [script, ending, String(count), spool, prefix, String(exitTimeoutMs)];
  const command = [...launcher, process.execPath, "--conditions=@threadline/source", "--no-warnings", ...parameters];
  const host = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, THREADLINE_URL: url, THREADLINE_API_KEY: apiKey },
  });
  let stderr = "";
  let stdout = "";
  host.stderr.on("data", (chunk) => (stderr += String(chunk)));
  let failure: unknown;
  let isReady = false;
  host.stdout.on("data", (chunk) => {
    stdout += String(chunk);
    if (!signal || isReady || stdout.split("\n").length <= afterLines) return;
    isReady = true;
    (whenReady?.() ?? Promise.resolve())
      .catch((error: unknown) => (failure = error))
      .finally(() => host.kill(signal))
      .catch(() => undefined);
  });
  const [code, endedBy] = await new Promise<[number | null, string | null]>((resolve) => {
    host.once("close", (...result) => resolve(result));
  });
  if (failure !== undefined) throw failure;
  return { code, endedBy, stdout, stderr };
}

const expected = ["s-run", ...Array.from({ length: COUNT - 1 }, (_, index) => `s-${index + 1}`)].toSorted();

test("a process delivers everything before its normal end, without a flush or a spool", async () => {
  const { url, stored } = await startListening();
  await expect(runHost({ ending: "natural", url })).resolves.toMatchObject({ code: 0, stderr: "" });
  expect((await stored()).toSorted()).toStrictEqual(expected);
});

test("the normal end of a process is not delayed for long while the service is down", async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const { code } = await runHost({ ending: "natural", url, ...DOWN });
  expect(code).toBe(0);
});

test.each(["natural", "shutdown"] as const)("a hanging request does not keep the process alive: %s", async (ending) => {
  const silent = createHttpServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const { code } = await runHost({ ending, url: `http://127.0.0.1:${port}`, exitTimeoutMs: 200 });
  expect(code).toBe(0);
});

const FAILS = { code: 1, stderr: expect.stringContaining("the host fails") };
const ENDINGS = [
  ["process.exit() in the turn that records", { ending: "exit" }, { code: 3 }],
  ["process.exit() later", { ending: "exit later" }, { code: 3 }],
  ["an uncaught exception in the turn that records", { ending: "uncaught" }, FAILS],
  ["an unhandled rejection in the turn that records", { ending: "rejection" }, FAILS],
  ["SIGTERM in the turn that records", { ending: "SIGTERM" }, { endedBy: "SIGTERM" }],
  ["SIGINT in the turn that records", { ending: "SIGINT" }, { endedBy: "SIGINT" }],
  ["SIGKILL in the turn that records", { ending: "SIGKILL" }, { endedBy: "SIGKILL" }],
  ["SIGTERM", { ending: "wait for a signal", signal: "SIGTERM" }, { endedBy: "SIGTERM" }],
  ["SIGINT", { ending: "wait for a signal", signal: "SIGINT" }, { endedBy: "SIGINT" }],
  ["SIGKILL", { ending: "wait for a signal", signal: "SIGKILL" }, { endedBy: "SIGKILL" }],
] as const;
const triedEndings = byInputs<readonly (typeof ENDINGS)[number][]>({
  few: ENDINGS.filter((_, index) => index % 4 === 2),
  many: ENDINGS,
  all: ENDINGS,
});

interface Again {
  port: number;
  spool: string;
  launcher?: readonly string[];
}

/** Starts the service and the application again. Resolves to the ids of the stored records. */
async function startAgain({ port, spool, launcher = [] }: Again) {
  const { url, stored } = await startListening(port);
  const { stdout } = await runHost({ ending: "natural", url, spool, count: 1, prefix: "next", launcher });
  await expect(readdir(spool)).resolves.toStrictEqual([]);
  return { delivered: Number(stdout), stored: (await stored()).toSorted() };
}

test.each([["its natural end", { ending: "natural" }, { code: 0, stderr: "" }], ...triedEndings] as const)(
  "with a spool, %s loses and duplicates nothing: the next process delivers",
  async (_way, ending, outcome) => {
    const port = await closedPort();
    const spool = await spoolFolder();
    await expect(runHost({ ...ending, ...DOWN, url: `http://127.0.0.1:${port}`, spool })).resolves.toMatchObject(
      outcome,
    );
    await expect(startAgain({ port, spool })).resolves.toStrictEqual({
      delivered: COUNT + 1,
      stored: ["next-run", ...expected].toSorted(),
    });
  },
);

const lastExits = ["exit in a listener", "exit while open", "exit while running", "exit while awaited"] as const;

test.each(
  byInputs<readonly (typeof lastExits)[number][]>({ few: lastExits.slice(0, 1), many: lastExits, all: lastExits }),
)("with a spool, the last record is not lost: %s", async (ending) => {
  const port = await closedPort();
  const spool = await spoolFolder();
  await expect(runHost({ ending, url: `http://127.0.0.1:${port}`, spool })).resolves.toMatchObject({ code: 3 });
  await expect(startAgain({ port, spool })).resolves.toStrictEqual({
    delivered: COUNT + 2,
    stored: ["next-run", ...expected, `s-${COUNT}`].toSorted(),
  });
});

test.each(byInputs({ few: [40], some: [1, 173], many: [1, 40, 173, 400], all: [1, 40, 173, 400] }))(
  "with a spool, SIGKILL during delivery after %i records loses none",
  async (afterLines) => {
    const { url, stored } = await startListening();
    const spool = await spoolFolder();
    const killed = { ending: "record until killed", signal: "SIGKILL", afterLines } as const;
    const { stdout, endedBy } = await runHost({ ...killed, url, spool });
    expect(endedBy).toBe("SIGKILL");
    await runHost({ ending: "natural", url, spool, count: 1, prefix: "next" });
    const said = stdout.split("\n").slice(0, -1);
    expect(said.length).toBeGreaterThanOrEqual(afterLines);
    const ids = await stored();
    expect(ids).toEqual(expect.arrayContaining(said));
    expect(new Set(ids).size).toBe(ids.length);
    expect(await readdir(spool)).toStrictEqual([]);
  },
);

test.each(triedEndings)(
  "without a spool, %s loses pending records, and the process ends as it does without the SDK",
  async (_way, ending, outcome) => {
    const { url, stored } = await startListening();
    await expect(runHost({ ...ending, url })).resolves.toMatchObject(outcome);
    // Without a spool, these endings lose records. This shows that the tests above are meaningful.
    expect(await stored()).toStrictEqual([]);
  },
);

test("a running process keeps its files, so that two can share a folder", async () => {
  const port = await closedPort();
  const url = `http://127.0.0.1:${port}`;
  const spool = await spoolFolder();
  const living = new Threadline({ apiKey, url, spool, delivery: { flushIntervalMs: 60_000 } });
  await living.step({ id: "living", name: "living", type: "tool" }).wrap(() => "done");
  await runHost({ ending: "exit", url, spool });

  const { stored } = await startListening(port);
  await runHost({ ending: "natural", url, spool, count: 1, prefix: "next" });
  expect((await stored()).toSorted()).toStrictEqual(["next-run", ...expected].toSorted());
  await expect(living.shutdown()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 0 });
  expect(await stored()).toContain("living");
  expect(await readdir(spool)).toStrictEqual([]);
});

test(
  "running containers that share a folder, host name and process ids do not adopt each other's files",
  needs("the right to make namespaces", hasNamespaces),
  async () => {
    const port = await closedPort();
    const url = `http://127.0.0.1:${port}`;
    const spool = await spoolFolder();
    const namesOf = async () => (await readdir(spool)).filter((name) => name.endsWith(".spool"));
    // The first process of a PID namespace has the id 1, as in a container.
    const container = { url, spool, launcher: NAMESPACE };
    await runHost({
      ...container,
      ending: "wait for a signal",
      signal: "SIGKILL",
      async whenReady() {
        const before = await namesOf();
        expect(before).toHaveLength(1);
        await runHost({ ...container, ...DOWN, ending: "natural", count: 1, prefix: "other" });
        expect(await namesOf()).toEqual(expect.arrayContaining(before));
      },
    });
    await expect(startAgain({ port, spool, launcher: NAMESPACE })).resolves.toStrictEqual({
      delivered: COUNT + 2,
      stored: ["next-run", "other-run", ...expected].toSorted(),
    });
  },
);
