import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateLoad, type LoadResult } from "./load-generator.ts";
import { batchSize, NumberedBatch, threadsOf } from "./numbered-batch.ts";
import { countSteps, postGraphQL, type ServerProcess, startServerProcess } from "./server-process.ts";
import { percentile, type Row } from "./statistics.ts";

/** Times of what the service can take. */
const excess = 10;
const loadSeconds = 20;
const ratedSeconds = 10;
const connections = 1_000;
/** Milliseconds that an acknowledgement takes at most when nothing is amiss. */
const quickAnswer = 250;

/** What became of an overload of one service. */
export async function measureOverload(options: {
  /** Starts the service on an empty folder, with more flags where it needs some. */
  readonly name: string;
  readonly flags?: readonly string[];
}): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const server = await startServerProcess(folder, options.flags);
  try {
    return await overload(server, options.name);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function overload(server: ServerProcess, name: string): Promise<Row[]> {
  const { url } = server;
  const rated = (run: string): Promise<LoadResult> =>
    generateLoad({ url, run, seconds: ratedSeconds, connections: 16, rate: null });
  await generateLoad({ url, run: "warm", seconds: 3, connections: 16, rate: null });
  const before = await rated("before");
  const rate = excess * before.acknowledgedPerSecond;
  const load = await generateLoad({ url, run: "load", seconds: loadSeconds, connections, rate });
  const recovery = await untilRecovered(url);
  const after = await rated("after");
  const memory = await server.peakMegabytes();
  const missing = await countMissing(url, {
    before: before.acknowledged,
    load: load.acknowledged,
    after: after.acknowledged,
  });

  const ratedRate = (before.acknowledgedPerSecond + after.acknowledgedPerSecond) / 2;
  const share = (100 * load.acknowledgedPerSecond) / ratedRate;
  const offered = load.sent / loadSeconds;
  const failures = Object.entries(load.failures).map(([what, count]) => `${count} x ${what}`);
  const row = (what: string, measured: string, target: string, met: boolean): Row => ({
    what: `${name}: ${what}`,
    measured,
    target,
    met,
  });
  return [
    row(
      "rated, 16 connections, before and after the load",
      `${steps(before.acknowledgedPerSecond)} and ${steps(after.acknowledgedPerSecond)} steps/s, ack p99 ${percentile(before.times, 0.99).toFixed(0)} ms`,
      ">= 2,000 steps/s",
      ratedRate * batchSize >= 2_000,
    ),
    row(
      `offered over ${connections.toLocaleString("en")} connections for ${loadSeconds} s`,
      `${steps(offered)} steps/s = ${(offered / before.acknowledgedPerSecond).toFixed(1)} x (wanted ${excess} x), ${load.unsent} batches held back as all connections waited`,
      "(load)",
      true,
    ),
    row(
      "acknowledged meanwhile",
      `${steps(load.acknowledgedPerSecond)} steps/s = ${share.toFixed(0)} % of the rated, ack p99 ${percentile(load.times, 0.99).toFixed(0)} ms`,
      ">= 90 %",
      share >= 90,
    ),
    row(
      "the rest",
      `${load.refused} x 429 with Retry-After (up to ${load.longestRetryAfter} s)${failures.length > 0 ? `, ${failures.join(", ")}` : ""}`,
      "429 with Retry-After",
      failures.length === 0,
    ),
    row("acknowledged and not stored", `${missing} steps`, "0", missing === 0),
    row("resident memory at most", `${memory.toFixed(0)} MB`, "<= 1,000 MB", memory <= 1_000),
    row("answers as quickly as before after", `${(recovery / 1_000).toFixed(1)} s`, "<= 10 s", recovery <= 10_000),
  ];
}

const steps = (batches: number): string => (batches * batchSize).toFixed(0);

/** Milliseconds until ten batches in turn were acknowledged, each of them quickly. */
async function untilRecovered(url: string): Promise<number> {
  const batches = new NumberedBatch("recovery");
  const startedAt = performance.now();
  for (let [number, quick, since] = [0, 0, startedAt]; ; number += 1) {
    const sentAt = performance.now();
    const elapsed = await postGraphQL(url, batches.body(number)).catch(() => Number.POSITIVE_INFINITY);
    if (elapsed > quickAnswer) [quick, since] = [0, performance.now()];
    else if ((quick += 1) === 10) return since - startedAt;
    if (elapsed === Number.POSITIVE_INFINITY) await new Promise((resolve) => setTimeout(resolve, 50));
    if (sentAt - startedAt > 60_000) return Number.POSITIVE_INFINITY;
  }
}

/** How many steps of acknowledged batches the service does not have. */
async function countMissing(url: string, runs: { readonly [run: string]: readonly number[] }): Promise<number> {
  let missing = 0;
  for (const [run, numbers] of Object.entries(runs)) {
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
