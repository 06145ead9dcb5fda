import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";
import { generateLoad, type LoadOrder, type LoadResult } from "./load-generator.ts";
import { batchSize, NumberedBatch, threadsOf } from "./numbered-batch.ts";
import {
  countSteps,
  countStored,
  metricsToken,
  postGraphQL,
  type ServerProcess,
  startServerProcess,
} from "./server-process.ts";
import { percentile, type Row } from "./statistics.ts";

/** Rate of the overload, as a multiple of the service's maximum rate. */
const excess = 10;
const loadSeconds = 20;
const ratedSeconds = 10;
const connections = 1_000;
const runs = 3;
/** Maximum time to an acknowledgment in normal operation, in milliseconds. */
const quickAnswer = 250;

/** Measures an overload of the embedded store, and of PostgreSQL if that is installed and not excluded. */
export async function measureOverloads(isEmbeddedAlone: boolean): Promise<Row[]> {
  const embedded = await measureOverload("embedded", async () => []);
  if (isEmbeddedAlone || findPostgres() === null) return embedded;
  const postgres = await startPostgres({ durable: true });
  try {
    const flags = async (run: number) => ["--database-url", await postgres.createDatabase(`overload_${run}`)];
    return [...embedded, ...(await measureOverload("PostgreSQL", flags))];
  } finally {
    await postgres.stop();
  }
}

interface Overload {
  /** Rate at which steps were stored during the overload, in percent of the maximum rate. */
  readonly share: number;
  readonly rates: readonly Row[];
  /** Rows that do not concern throughput: rejected requests, lost steps, memory and recovery. */
  readonly outcome: readonly Row[];
}

/** Measures the same overload several times. Returns the rows of the run with the median throughput. */
async function measureOverload(name: string, flags: (run: number) => Promise<readonly string[]>): Promise<Row[]> {
  const overloads: Overload[] = [];
  for (let run = 0; run < runs; run += 1) overloads.push(await overloadOnce(name, await flags(run)));
  const sorted = overloads.toSorted((one, other) => one.share - other.share);
  const { rates = [], outcome = [] } = sorted[Math.floor(runs / 2)] ?? {};
  const measured = sorted.map(({ share }) => `${share.toFixed(0)} %`).join(", ");
  return [
    ...rates,
    { what: `${name}: stored during the overload, in each of ${runs} runs`, measured, target: "(base)", met: true },
    ...outcome.map((row, index) => ({ ...row, met: overloads.every((each) => each.outcome[index]?.met) })),
  ];
}

async function overloadOnce(name: string, flags: readonly string[]): Promise<Overload> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const server = await startServerProcess(folder, flags, { THREADLINE_METRICS_TOKEN: metricsToken });
  try {
    return await overload(server, name);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function overload(server: ServerProcess, name: string): Promise<Overload> {
  const { url } = server;
  const rated = (run: string): Promise<Phase> => watch(server, ratedSeconds, { run, connections: 16, rate: null });
  await generateLoad({ url, run: "warm", seconds: 3, connections: 16, rate: null, yields: true });
  const before = await rated("before");
  const rate = (excess * before.stepsPerSecond) / batchSize;
  const during = await watch(server, loadSeconds, { run: "during", connections, rate });
  const recovery = await untilRecovered(url);
  const after = await rated("after");
  const memory = await server.peakMegabytes();
  const missing = await countMissing(url, { before, during, after });

  const ratedSteps = (before.stepsPerSecond + after.stepsPerSecond) / 2;
  const share = (100 * during.stepsPerSecond) / ratedSteps;
  const { load } = during;
  const offered = (load.sent * batchSize) / loadSeconds;
  const failures = Object.entries(load.failures).map(([what, count]) => `, ${count} x ${what}`);
  const row = (what: string, measured: string, target: string, met = true): Row => ({
    what: `${name}: ${what}`,
    measured,
    target,
    met,
  });
  const rates = [
    row(
      "maximum rate over 16 connections, before and after the overload",
      `${before.stepsPerSecond.toFixed(0)} and ${after.stepsPerSecond.toFixed(0)} steps/s, ack p99 ${p99(before)}`,
      ">= 2,000 steps/s",
      ratedSteps >= 2_000,
    ),
    row(
      `offered over ${connections.toLocaleString("en")} connections for ${loadSeconds} s`,
      `${offered.toFixed(0)} steps/s = ${(offered / before.stepsPerSecond).toFixed(1)} x, wanted ${excess} x`,
      "(load)",
    ),
    row(
      "stored during the overload",
      `${during.stepsPerSecond.toFixed(0)} steps/s = ${share.toFixed(0)} % of the maximum rate, ack p99 ${p99(during)}`,
      ">= 90 %",
      share >= 90,
    ),
    row(
      "service CPU per stored step, at the maximum rate and in the overload",
      `${before.cpuMicros.toFixed(0)} us and ${during.cpuMicros.toFixed(0)} us`,
      "(base)",
    ),
    row(
      "CPUs that the senders use on the same machine, at the maximum rate and in the overload",
      `${senders(before, ratedSeconds)} and ${senders(during, loadSeconds)} of ${cpus().length}`,
      "(base)",
    ),
  ];
  const outcome = [
    row(
      "the rest",
      `${load.refused} x 429 with Retry-After (up to ${load.maxRetryAfter} s)${failures.join("")}`,
      "429 with Retry-After",
      failures.length === 0,
    ),
    row("acknowledged but not stored", `${missing} steps`, "0", missing === 0),
    row("maximum resident memory", `${memory.toFixed(0)} MB`, "<= 1,000 MB", memory <= 1_000),
    row(
      "time until responses are as fast as before",
      `${(recovery / 1_000).toFixed(1)} s`,
      "<= 10 s",
      recovery <= 10_000,
    ),
  ];
  return { share, rates, outcome };
}

/** Results of sending batches for some time. The first quarter of this time is a warm-up and does not count. */
interface Phase {
  readonly load: LoadResult;
  readonly stepsPerSecond: number;
  /** CPU time per stored step, in microseconds. */
  readonly cpuMicros: number;
}

/**
 * Sends batches to the service, and measures how fast the service stores them. The number of stored steps is read from
 * the service. The senders cannot count them, because they are overloaded and process the responses late.
 */
async function watch(
  server: ServerProcess,
  seconds: number,
  order: Omit<LoadOrder, "url" | "seconds" | "yields">,
): Promise<Phase> {
  const look = async (): Promise<{ readonly at: number; readonly stored: number; readonly cpu: number }> => {
    const stored = await countStored(server.url);
    return { at: performance.now(), stored, cpu: await server.cpuSeconds() };
  };
  const running = generateLoad({ url: server.url, seconds, yields: true, ...order });
  await pause(seconds * 250);
  const from = await look();
  await pause(seconds * 700);
  const to = await look();
  const stored = to.stored - from.stored;
  return {
    load: await running,
    stepsPerSecond: (stored * 1_000) / (to.at - from.at),
    cpuMicros: ((to.cpu - from.cpu) * 1e6) / stored,
  };
}

const senders = ({ load }: Phase, seconds: number): string => (load.cpuSeconds / seconds).toFixed(2);

const p99 = ({ load }: Phase): string => `${percentile(load.times, 0.99).toFixed(0)} ms`;

/** Returns the time until ten consecutive batches are acknowledged quickly, in milliseconds. */
async function untilRecovered(url: string): Promise<number> {
  const batches = new NumberedBatch("recovery");
  const startedAt = performance.now();
  for (let [number, quick, since] = [0, 0, startedAt]; ; number += 1) {
    const sentAt = performance.now();
    const elapsed = await postGraphQL(url, batches.body(number)).catch(() => Number.POSITIVE_INFINITY);
    if (elapsed > quickAnswer) [quick, since] = [0, performance.now()];
    else if ((quick += 1) === 10) return since - startedAt;
    if (elapsed === Number.POSITIVE_INFINITY) await pause(50);
    if (sentAt - startedAt > 60_000) return Number.POSITIVE_INFINITY;
  }
}

async function countMissing(url: string, phases: { readonly [run: string]: Phase }): Promise<number> {
  let missing = 0;
  for (const [run, { load }] of Object.entries(phases)) {
    const numbers = load.acknowledged;
    for (let from = 0; from < numbers.length; from += 20) {
      const some = numbers.slice(from, from + 20);
      const found = await countSteps(
        url,
        some.flatMap((number) => threadsOf(run, number)),
      );
      missing += some.length * batchSize - found;
    }
  }
  return missing;
}
