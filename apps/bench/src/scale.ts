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
/**
 * Tolerance for the growth of a cost. A cost may grow like the logarithm of the log's size, as a lookup in an index
 * tree does, times this factor.
 */
const tolerance = 1.3;
const samples = 150;
const warmUp = 30;
const rounds = 3;

interface Cost {
  readonly what: string;
  /** Duration: for a read, the 95th percentile in milliseconds; for writes, the time per step in microseconds. */
  readonly wall: number;
  /** Average CPU time, in the same unit as `wall`. */
  readonly cpu: number;
}

/**
 * Measures how the costs of writes and reads grow with the size of the log. All logs are filled before the first
 * measurement, so that filling does not disturb it. With `dataDir`, the logs are kept for the next run.
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
    // Ingestion is measured last, because it adds to the logs.
    const costs = [await withServer(dataDir, measureIngestion), ...medians(read[index] ?? [])];
    measured.push({ size, costs });
    for (const { what, wall, cpu } of costs) {
      console.error(`  ${size.toLocaleString("en")}: ${what} ${wall.toFixed(1)}, CPU ${cpu.toFixed(1)}`);
    }
  }
  const [base] = measured;
  if (!base) throw new Error(`The smallest log has ${sizes[0]} steps; set --steps to at least that.`);
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
    ? `${(1e6 / wall).toFixed(0)} steps/s (CPU ${cpu.toFixed(0)} us per step)`
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

function medians([first = [], ...more]: readonly (readonly Cost[])[]): Cost[] {
  return first.map((cost, index) => {
    const all = [cost, ...more.flatMap((costs) => costs[index] ?? [])];
    return { what: cost.what, wall: median(all.map(({ wall }) => wall)), cpu: median(all.map(({ cpu }) => cpu)) };
  });
}

/**
 * Returns the requests to measure: lists, a long thread, and the statistics on the pages of logs and dashboards. Each
 * list returns the same number of records at every size.
 */
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
    list("page of the one step with a text", {
      field: "content",
      operator: "ilike",
      value: `order A-${Math.floor(size / 3)}`,
    }),
    { what: "thread of 200 steps", body: JSON.stringify({ query: thread }) },
    ...views().filter(({ what }) => shown.includes(what)),
  ];
}
