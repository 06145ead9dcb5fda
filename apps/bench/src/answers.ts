import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";
import { sendBurst } from "./burst.ts";
import type { BurstResult } from "./burst.ts";
import { benchKey, startServerProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";
import { percentile } from "./statistics.ts";
import type { Row } from "./statistics.ts";

const burstSize = 1_000;
const unreadSockets = 120;
const nested = "steps(first: 100) { edges { node { thread { steps { input output } } } } }";
const bursts = [
  ["30 aliases", `{ ${Array.from({ length: 30 }, (_, index) => `a${index}: ${nested}`).join(" ")} }`],
  ["one alias", `{ ${nested} }`],
  ["a page of 2 MB", "{ steps(first: 100) { edges { node { input output } } } }"],
] as const;
/** Milliseconds between two requests of the other project. */
const interval = 50;
const watchSeconds = 10;

/** What becomes of 1,000 large answers that are asked for at once by one key, and of the reads of another project. */
export async function measureAnswers(): Promise<Row[]> {
  const embedded = await measureStore("embedded", []);
  if (findPostgres() === null) return embedded;
  const postgres = await startPostgres({ durable: true });
  try {
    return [
      ...embedded,
      ...(await measureStore("PostgreSQL", ["--database-url", await postgres.createDatabase("answers")])),
    ];
  } finally {
    await postgres.stop();
  }
}

async function measureStore(store: string, flags: readonly string[]): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const server = await startServerProcess(folder, ["--no-login", ...flags]);
  try {
    return await measure(server, store);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(server: ServerProcess, store: string): Promise<Row[]> {
  const { url } = server;
  const otherKey = await createProject(url);
  await seed(url, benchKey, 10_000);
  await seed(url, otherKey, 1_000);
  await watch(url, otherKey, 3);
  const before = percentile(await watch(url, otherKey, watchSeconds), 0.95);
  const row = (what: string, measured: string, target: string, met = true): Row => ({
    what: `${store}: ${what}`,
    measured,
    target,
    met,
  });
  const rows = [row("another project's read, p95, alone", `${before.toFixed(1)} ms`, "(base)")];
  for (const [name, query] of bursts) {
    const watching = watch(url, otherKey, watchSeconds);
    await pause(500);
    const result = await sendBurst({ url, key: benchKey, query, count: burstSize, unreadMs: 0 });
    const times = await watching;
    const [p95, slowest] = [percentile(times, 0.95), Math.max(...times)];
    rows.push(
      row(`${burstSize.toLocaleString("en")} x ${name}`, outcomesOf(result), "200, 400, 429", isDeliberate(result)),
      row(
        `another project's read in ${watchSeconds} s with ${name}`,
        `p95 ${p95.toFixed(1)} ms, slowest ${slowest.toFixed(0)} ms`,
        "p95 <= 2 x alone",
        p95 <= 2 * before,
      ),
    );
  }
  const query = bursts[2][1];
  const unread = sendBurst({ url, key: benchKey, query, count: unreadSockets, unreadMs: 5_000 });
  await pause(4_000);
  const resident = await server.residentMegabytes();
  const { outcomes } = await unread;
  const peak = await server.peakMegabytes();
  const again = await watch(url, otherKey, 3);
  return [
    ...rows,
    row(
      `resident memory with ${unreadSockets} sockets that read nothing (${JSON.stringify(outcomes)})`,
      `${resident.toFixed(0)} MB`,
      "<= 1,500 MB",
      resident <= 1_500,
    ),
    row("resident memory at most", `${peak.toFixed(0)} MB`, "<= 1,500 MB", peak <= 1_500),
    row("another project's read after it, p95", `${percentile(again, 0.95).toFixed(1)} ms`, "(base)"),
  ];
}

function outcomesOf({ outcomes, bytes, seconds }: BurstResult): string {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} x ${outcome}`);
  return `${counts.join(", ")}; ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`;
}

function isDeliberate({ outcomes }: BurstResult): boolean {
  return Object.keys(outcomes).every((outcome) => /^(200|400|429)\b/.test(outcome));
}

/**
 * Milliseconds of each read of a project, one every `interval`, whether or not the earlier ones are answered. A read that is
 * refused counts as endless.
 */
async function watch(url: string, key: string, seconds: number): Promise<number[]> {
  const query = "{ steps(first: 20) { edges { node { id name input output } } } }";
  const reads: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let due = 0; due < seconds * 1_000; due += interval) {
    const wait = startedAt + due - performance.now();
    if (wait > 0) await pause(wait);
    const sentAt = performance.now();
    const elapsed = post(url, key, query).then(() => performance.now() - sentAt);
    reads.push(elapsed.catch(() => Number.POSITIVE_INFINITY));
  }
  return Promise.all(reads);
}

async function createProject(url: string): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin" };
  const created = await post(url, null, 'mutation { createProject(name: "other") { id } }', {}, headers);
  const { id } = (created as { createProject: { id: string } }).createProject;
  const made = await post(
    url,
    null,
    'mutation { createApiKey(name: "other", scopes: [ingest, read]) { secret } }',
    {},
    { ...headers, "x-threadline-project": id },
  );
  return (made as { createApiKey: { secret: string } }).createApiKey.secret;
}

/** One thread of 100 steps. */
async function seed(url: string, key: string, length: number): Promise<void> {
  const content = "x".repeat(length);
  const steps = Array.from({ length: 100 }, (_, index) => ({
    id: `s${index}`,
    threadId: "t",
    type: "run",
    name: `step ${index}`,
    input: { content },
    output: { content },
  }));
  await post(url, key, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", { steps });
}

async function post(
  url: string,
  key: string | null,
  query: string,
  variables: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === null ? {} : { "x-api-key": key }), ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500));
  return data;
}
