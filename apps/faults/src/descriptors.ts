import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "./client.ts";
import { checkIntegrity } from "./derived.ts";
import { type Findings, History } from "./history.ts";
import { IdleConnections } from "./idle-connections.ts";
import { Load, type FailedRequest } from "./load.ts";
import { type ServerOptions, startServer } from "./server-process.ts";

export interface DescriptorReport {
  readonly findings: Findings;
  readonly damages: readonly string[];
  /** Number of connections that the service closed because it had no descriptor for them. */
  readonly endedConnections: number;
  /** Distinct responses to requests on open connections: writes, a list and an upload. */
  readonly answers: readonly string[];
  /**
   * Number of new connections whose request succeeded after the idle connections were closed. The test opens `asked`
   * connections.
   */
  readonly taken: number;
  readonly asked: number;
}

const availableDescriptors = 24;
const idleConnections = 120;

/**
 * Limits the file descriptors of a service while clients write. Opens idle connections until the service has no free
 * descriptors, and then closes these connections. The service must recover within `patience` milliseconds.
 */
export async function takeDescriptors(
  options: Pick<ServerOptions, "from" | "plants"> & { readonly patience?: number },
): Promise<DescriptorReport> {
  const { patience = 30_000, from, plants } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-descriptors-"));
  const server = await startServer({ from, plants, dataDir });
  const client = new Client(server.url);
  const history = new History();
  const answers = new Set<string>();
  let [batches, failures] = [0, 0];
  const load = new Load({
    client,
    history,
    rest: 5,
    onAcknowledged: () => (batches += 1),
    onFailure(failure) {
      failures += 1;
      answers.add(describe(failure));
    },
  });
  const heard = (): Promise<void> => {
    const [batchesBefore, failuresBefore] = [batches, failures];
    return until(() => batches >= batchesBefore + 20 || failures >= failuresBefore + 8);
  };
  let idle: IdleConnections | undefined;
  load.start();
  try {
    await heard();
    const uploadUrl = await signUpload(client);
    const upload = async (): Promise<number> => (await client.put(uploadUrl, Buffer.from("file"), "text/plain")).status;
    leaveDescriptors(server.pid, availableDescriptors);
    const before = descriptorsOf(server.pid).length;
    const connections = new IdleConnections(server.url, idleConnections);
    idle = connections;
    await until(() => connections.ended >= 20);
    const held = descriptorsOf(server.pid).length - before;
    await heard();
    const list = await client.execute("{ steps(first: 20) { totalCount } }").then(describe, describeFailure);
    answers.add(`list: ${list}`);
    answers.add(`upload: ${await upload().then(String, describeFailure)}`);
    const endedConnections = connections.ended;
    connections.close();

    // The requests use only three quarters of the descriptors, because the service also needs descriptors for files.
    const asked = Math.floor(held * 0.75);
    const taken = await askAtOnce(server.url, asked, performance.now() + patience);
    if (taken === asked) {
      await heard();
      answers.add(`list afterwards: ${describe(await client.execute("{ steps(first: 20) { totalCount } }"))}`);
      answers.add(`upload afterwards: ${await upload()}`);
    }
    await load.stop();
    await server.stop(taken === asked ? "SIGTERM" : "SIGKILL");
    const again = await startServer({ dataDir, from });
    client.url = again.url;
    const findings = history.compare(await client.readSteps());
    await again.stop();
    const damages = checkIntegrity(join(dataDir, "threadline.db"));
    return { findings, damages, endedConnections, answers: [...answers].toSorted(), taken, asked };
  } finally {
    idle?.close();
    await load.stop();
    client.close();
    await server.stop("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  }
}

function descriptorsOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/fd`).map(Number);
}

/**
 * Limits the process so that it can open only `count` more descriptors. `prlimit` does not limit how many descriptors
 * are open: it requires that each new descriptor has a number below the limit. So the limit must have `count` unused
 * numbers below it.
 */
function leaveDescriptors(pid: number, count: number): void {
  const taken = new Set(descriptorsOf(pid));
  let limit = 0;
  for (let left = count; left > 0; limit += 1) if (!taken.has(limit)) left -= 1;
  execFileSync("prlimit", ["--pid", String(pid), `--nofile=${limit}:`]);
}

/**
 * Sends one request on each of `count` new connections. Retries until all succeed, or until the deadline. Returns the
 * number of successes.
 */
async function askAtOnce(url: string, count: number, deadline: number): Promise<number> {
  for (;;) {
    const clients = Array.from({ length: count }, () => new Client(url));
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const answered = await Promise.all(
      clients.map((each) =>
        each.get("/health").then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    );
    for (const each of clients) each.close();
    const taken = answered.filter(Boolean).length;
    if (taken === count || performance.now() > deadline) return taken;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(100);
  }
}

async function signUpload(client: Client): Promise<string> {
  const request = { fileName: "a.txt", contentType: "text/plain", uploadType: "raw" };
  const { text } = await client.post("/api/upload/file", JSON.stringify(request));
  return (JSON.parse(text) as { put: { url: string } }).put.url; // response format of the route
}

function describe({ status, ...answer }: FailedRequest | { readonly status: number; readonly text: string }): string {
  const text = "reason" in answer ? answer.reason : answer.text;
  if (status === null) return describeFailure(text);
  const [, message] = /"message":"([^"]*)"/.exec(text) ?? [];
  return message === undefined ? String(status) : `${status} ${message}`;
}

function describeFailure(error: unknown): string {
  const [code] = /\bE[A-Z]{3,}\b|socket hang up|No answer/.exec(String(error)) ?? [];
  return `no answer (${code ?? String(error)})`;
}

async function until(holds: () => boolean): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- polls
  while (!holds()) await pause(5);
}
