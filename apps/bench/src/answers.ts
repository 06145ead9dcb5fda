import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";
import { sendBurst } from "./burst.ts";
import type { BurstResult } from "./burst.ts";
import { Bystander, formatTimes } from "./bystander.ts";
import type { Percentiles } from "./bystander.ts";
import { createProject, ordinaryRequests, seedThread } from "./other-project.ts";
import { benchKey, startServerProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";
import type { Row } from "./statistics.ts";

const burstSize = 1_000;
const unreadSockets = 120;
const nested = "steps(first: 100) { edges { node { thread { steps { input output } } } } }";
const bursts = [
  ["30 aliases", `{ ${Array.from({ length: 30 }, (_, index) => `a${index}: ${nested}`).join(" ")} }`],
  ["one alias", `{ ${nested} }`],
  ["a page of 2 MB", "{ steps(first: 100) { edges { node { input output } } } }"],
] as const;
const rounds = 3;
/**
 * Duration of a measurement without a burst, in seconds. The latencies during a burst are compared with those of this
 * measurement.
 */
const aloneSeconds = 5;

/**
 * Sends 1,000 concurrent requests with one key, each with a large response. Meanwhile, measures the latency of another
 * project's requests.
 */
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
  await seedThread(url, benchKey, 10_000);
  await seedThread(url, otherKey, 1_000);
  const row = (what: string, measured: string, target: string, met = true): Row => ({
    what: `${store}: ${what}`,
    measured,
    target,
    met,
  });
  const watch = (): Bystander => new Bystander(ordinaryRequests(url, otherKey));
  const alone = async (): Promise<Percentiles> => {
    const bystander = watch();
    await pause(aloneSeconds * 1_000);
    return bystander.stop([{ startedAt: 0, endedAt: Number.POSITIVE_INFINITY }]);
  };
  const during = async (burst: () => Promise<BurstResult>): Promise<[Percentiles, BurstResult[]]> => {
    const bystander = watch();
    const results: BurstResult[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await pause(500);
      // oxlint-disable-next-line no-await-in-loop -- as above
      results.push(await burst());
    }
    return [await bystander.stop(results), results];
  };
  await alone();
  const base = await alone();
  const rows = [row("another project, p95, alone", formatTimes(base), "(base)")];
  const control = await withControlServer((controlUrl) =>
    during(() => sendBurst({ url: controlUrl, key: benchKey, query: "{ __typename }", count: burstSize, unreadMs: 0 })),
  );
  rows.push(
    row(
      `another project with ${burstSize.toLocaleString("en")} requests to a server that refuses everything`,
      formatTimes(control[0], base),
      "(control)",
    ),
  );
  for (const [name, query] of bursts) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const [times, results] = await during(() =>
      sendBurst({ url, key: benchKey, query, count: burstSize, unreadMs: 0 }),
    );
    const last = results.at(-1);
    if (last === undefined) continue;
    rows.push(
      row(
        `${burstSize.toLocaleString("en")} x ${name}`,
        outcomesOf(last),
        "200, 400, 429",
        results.every(isDeliberate),
      ),
      row(
        `another project during ${rounds} bursts of ${name}`,
        formatTimes(times, base),
        "p95 <= 2 x alone",
        times.all <= 2 * base.all,
      ),
    );
  }
  const query = bursts[2][1];
  const unread = sendBurst({ url, key: benchKey, query, count: unreadSockets, unreadMs: 5_000 });
  await pause(4_000);
  const resident = await server.residentMegabytes();
  const { outcomes } = await unread;
  const peak = await server.peakMegabytes();
  const again = await alone();
  return [
    ...rows,
    row(
      `resident memory with ${unreadSockets} sockets that read nothing (${JSON.stringify(outcomes)})`,
      `${resident.toFixed(0)} MB`,
      "<= 1,500 MB",
      resident <= 1_500,
    ),
    row("maximum resident memory", `${peak.toFixed(0)} MB`, "<= 1,500 MB", peak <= 1_500),
    row("another project afterwards, p95", formatTimes(again, base), "(base)"),
  ];
}

function outcomesOf({ outcomes, bytes, startedAt, endedAt }: BurstResult): string {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} x ${outcome}`);
  return `${counts.join(", ")}; ${(bytes / 1e6).toFixed(0)} MB in ${((endedAt - startedAt) / 1_000).toFixed(1)} s`;
}

function isDeliberate({ outcomes }: BurstResult): boolean {
  return Object.keys(outcomes).every((outcome) => /^(200|400|429)\b/.test(outcome));
}

async function withControlServer<Result>(measureBeside: (url: string) => Promise<Result>): Promise<Result> {
  const child = fork(new URL("./control-server-process.ts", import.meta.url));
  try {
    const [port] = await once(child, "message");
    return await measureBeside(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}
