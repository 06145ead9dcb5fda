import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer as createSocketServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** Path of the command `threadline` in the build. */
export const command: string = join(import.meta.dirname, "../../../packages/server/dist/threadline.js");
export const metricsToken = "bench-metrics";
export const benchKey = "tl_bench_key_that_only_lives_on_loopback_0000";

/** A separate process that runs `threadline serve` from the build. */
export interface ServerProcess {
  readonly url: string;
  /** Time from the start of the process to the first success of `/ready`, in milliseconds. */
  readonly readyAfterMs: number;
  residentMegabytes(): Promise<number>;
  peakMegabytes(): Promise<number>;
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createSocketServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo; // a TCP server has an address
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts the service. `flags` are additional options such as `--no-login`; `env` contains environment variables. */
export async function startServerProcess(
  dataDir: string,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [
      command,
      "serve",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--data-dir",
      dataDir,
      "--log-level",
      "error",
      ...flags,
    ],
    { env: { ...process.env, THREADLINE_API_KEY: benchKey, ...env }, stdio: ["ignore", "ignore", "inherit"] },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const deadline = startedAt + 60_000;
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null)
      throw new Error(`threadline serve exited with code ${child.exitCode} before it was ready`);
    if (performance.now() > deadline) throw new Error("threadline serve was not ready within 60 s");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const readyAfterMs = performance.now() - startedAt;
  const readMegabytes = async (field: string): Promise<number> => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  };
  return {
    url,
    readyAfterMs,
    residentMegabytes: () => readMegabytes("VmRSS"),
    peakMegabytes: () => readMegabytes("VmHWM"),
    cpuSeconds: async () => {
      const text = await readFile(`/proc/${child.pid}/stat`, "utf8");
      // The fields after the process name, which may contain spaces. They include utime and stime, in hundredths of a
      // second.
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * Posts a GraphQL body. Rejects on any error. Resolves to the time until the whole response has arrived, in
 * milliseconds.
 */
export async function postGraphQL(url: string, body: string | Uint8Array<ArrayBuffer>): Promise<number> {
  return (await post(url, body)).elapsed;
}

export async function readGraphQL<Data>(url: string, query: string): Promise<Data> {
  return (await post(url, JSON.stringify({ query }))).data as Data; // the fields that the query selects
}

/** Counts the steps of the given threads in the first project. */
export async function countSteps(url: string, threads: readonly string[]): Promise<number> {
  const query = "query ($filters: [stepsInputType!]) { steps(first: 1, filters: $filters) { totalCount } }";
  const filters = [{ field: "threadId", operator: "in", value: threads }];
  const { data } = await post(url, JSON.stringify({ query, variables: { filters } }));
  return (data as { steps: { totalCount: number } }).steps.totalCount; // the fields that the query selects
}

export async function countStored(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/threadline_steps_total\{outcome="stored"\} (\d+)/.exec(await response.text())?.[1] ?? 0);
}

async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<{ readonly elapsed: number; readonly data: unknown }> {
  const startedAt = performance.now();
  const headers = { "content-type": "application/json", "x-api-key": benchKey };
  const response = await fetch(`${url}/api/graphql`, { method: "POST", headers, body });
  const text = await response.text();
  const elapsed = performance.now() - startedAt;
  const answer = JSON.parse(text) as { data?: unknown; errors?: unknown }; // a GraphQL response
  if (!response.ok || answer.errors) throw new Error(`HTTP ${response.status}: ${JSON.stringify(answer.errors)}`);
  return { elapsed, data: answer.data };
}
