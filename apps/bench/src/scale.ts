import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { views } from "./dashboard.ts";
import { generateLoad } from "./load-generator.ts";
import { batchSize } from "./numbered-batch.ts";
import { type LogOptions, longThread, withSeededLog } from "./seed-log.ts";
import { postGraphQL, type ServerProcess, startServerProcess } from "./server-process.ts";
import { median, percentile, type Row } from "./statistics.ts";

const sizes = [10_000, 100_000, 1_000_000, 5_000_000];
/** How far costs may be apart beside the growth of the logarithm: trees are as deep as that. */
const tolerance = 1.3;
/** Reads of each kind in a round, after as many as it takes until code and pages are warm. */
const samples = 150;
const warmUp = 30;
/** In turn with the other logs. */
const rounds = 3;

/** What one thing costs at one size: a time of a read in milliseconds, or of a step in microseconds. */
interface Cost {
  readonly what: string;
  /** Milliseconds of the 95th percentile of a read, microseconds of a written step. */
  readonly wall: number;
  /** The same of the processor, on the average. */
  readonly cpu: number;
}

/**
 * The costs of writing and of reading at several sizes of a log, each up to so many steps. All logs are filled before the
 * first is measured, so that the machine is the same for all; `dataDir` keeps them, with the steps that arrived.
 */
export async function measureScale({ steps: most, dataDir }: LogOptions): Promise<Row[]> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "threadline-bench-")));
  try {
    const logs = sizes.filter((size) => size <= most).map((steps) => ({ steps, dataDir: join(folder, String(steps)) }));
    for (const log of logs) await withSeededLog(log, async () => {});
    return await compareLogs(logs);
  } finally {
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function compareLogs(logs: readonly { readonly steps: number; readonly dataDir: string }[]): Promise<Row[]> {
  const read: Cost[][][] = logs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { steps, dataDir }] of logs.entries()) {
      read[index]?.push(await withServer(dataDir, (server) => measureReads(server, steps)));
    }
  }
  const measured: { readonly size: number; readonly costs: readonly Cost[] }[] = [];
  for (const [index, { steps: size, dataDir }] of logs.entries()) {
    // At the end, as it makes the logs longer.
    const costs = [await withServer(dataDir, measureIngestion), ...medians(read[index] ?? [])];
    measured.push({ size, costs });
    for (const { what, wall, cpu } of costs) {
      console.error(`  ${size.toLocaleString("en")}: ${what} ${wall.toFixed(1)}, CPU ${cpu.toFixed(1)}`);
    }
  }
  const [base] = measured;
  if (!base) throw new Error(`The smallest log has ${sizes[0]} steps; give --steps at least that.`);
  return base.costs.map(({ what, wall: least }, index) => {
    const row = measured.map(({ size, costs }) => ({ size, cost: costs[index] ?? base.costs[index]! }));
    return {
      what,
      measured: row.map(({ size, cost }) => `${name(size)}: ${describe(what, cost)}`).join("; "),
      target: `<= ${tolerance} x log-growth`,
      met: row.every(({ size, cost }) => cost.wall <= least * allowance(size, base.size)),
    };
  });
}

function allowance(size: number, base: number): number {
  return (tolerance * Math.log(size)) / Math.log(base);
}

const name = (size: number): string => (size < 1_000_000 ? `${size / 1_000}k` : `${size / 1_000_000}M`);

const ingestion = "ingestion, 8 connections";

function describe(what: string, { wall, cpu }: Cost): string {
  return what === ingestion
    ? `${(1e6 / wall).toFixed(0)} steps/s (CPU ${cpu.toFixed(0)} us a step)`
    : `${wall.toFixed(1)} ms (CPU ${cpu.toFixed(1)} ms)`;
}

async function withServer<Result>(
  dataDir: string,
  measure: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await startServerProcess(dataDir);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function measureIngestion(server: ServerProcess): Promise<Cost> {
  const { url } = server;
  const before = await server.cpuSeconds();
  const load = await generateLoad({ url, run: "scale", seconds: 8, connections: 8, rate: null, yields: false });
  const cpuSeconds = (await server.cpuSeconds()) - before;
  const written = load.acknowledged.length * batchSize;
  const wall = 1e6 / (load.acknowledgedPerSecond * batchSize);
  return { what: ingestion, wall, cpu: (cpuSeconds * 1e6) / written };
}

async function measureReads(server: ServerProcess, size: number): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const { what, body } of reads(size)) costs.push(await measureRead(server, what, body));
  return costs;
}

async function measureRead(server: ServerProcess, what: string, body: string): Promise<Cost> {
  for (let index = 0; index < warmUp; index += 1) await postGraphQL(server.url, body);
  const times: number[] = [];
  const before = await server.cpuSeconds();
  for (let index = 0; index < samples; index += 1) times.push(await postGraphQL(server.url, body));
  const cpu = (((await server.cpuSeconds()) - before) * 1_000) / samples;
  return { what: `${what}, p95`, wall: percentile(times, 0.95), cpu };
}

/** Of each thing that was measured in every round. */
function medians([first = [], ...more]: readonly (readonly Cost[])[]): Cost[] {
  return first.map((cost, index) => {
    const all = [cost, ...more.flatMap((costs) => costs[index] ?? [])];
    return { what: cost.what, wall: median(all.map(({ wall }) => wall)), cpu: median(all.map(({ cpu }) => cpu)) };
  });
}

/** The main lists, each with as many records at every size, and the statistics that are always on the screen. */
function reads(size: number): { readonly what: string; readonly body: string }[] {
  const query = `query ($filters: [stepsInputType!]) { steps(first: 50, filters: $filters) { totalCount edges { node {
    id threadId parentId type name startTime endTime createdAt error input output metadata tags } } } }`;
  const list = (what: string, ...filters: unknown[]): { readonly what: string; readonly body: string } => ({
    what,
    body: JSON.stringify({ query, variables: { filters } }),
  });
  const thread = `{ threadDetail(id: "${longThread}") { id steps { id type name input output metadata } } }`;
  const shown = [
    "logs: statistics of all steps",
    "logs: ten facets of all steps",
    "dashboard: volume and errors, 30 days",
  ];
  return [
    list("page of 50 steps"),
    list("page of 50 of one type", { field: "type", operator: "eq", value: "tool" }),
    list("page of 50 of one name", { field: "name", operator: "eq", value: "tool 5" }),
    list("page of 50 by metadata, 1 in 100", { field: "metadata", operator: "eq", value: "enterprise", path: "plan" }),
    list("the one with a text", { field: "content", operator: "ilike", value: `order A-${Math.floor(size / 3)}` }),
    { what: "thread of 200 steps", body: JSON.stringify({ query: thread }) },
    ...views().filter(({ what }) => shown.includes(what)),
  ];
}
