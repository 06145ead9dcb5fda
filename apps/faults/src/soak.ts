import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "./client.ts";
import { findFakeTime } from "./clock.ts";
import { addFindings, type Findings, nothingFound, type StoredStep } from "./history.ts";
import { Load } from "./load.ts";
import { seededRandom } from "./random.ts";
import { SampledHistory } from "./sampled-history.ts";
import { type Plant, type ServerProcess, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";

const day = 86_400_000;
const noon = day / 2;
/** Retention of the service, in days. The service keeps the steps of the current day and of the two days before it. */
const retentionDays = 2;
/** Maximum time to wait until all steps of a period are counted, or are deleted, in milliseconds. */
const maxCounting = 300_000;
const lanes = 4;
const batchSize = 25;

export const reads = ["page", "thread", "text", "statistics", "chart"] as const;
type Read = (typeof reads)[number];

/** Measurements in a part of the run. Latencies are 95th percentiles in milliseconds. */
export interface SoakSample {
  readonly period: number;
  /** Number of steps acknowledged per second. */
  readonly rate: number;
  /** Median resident memory in megabytes. */
  readonly memory: number;
  /** Latency of a write, from the first attempt to send a batch to its acknowledgment. */
  readonly write: number;
  readonly read: Readonly<Record<Read, number>>;
  /** Size of the data folder, in megabytes. */
  readonly disk: number;
}

export interface SoakReport {
  readonly samples: readonly SoakSample[];
  readonly acknowledged: number;
  /**
   * Number of acknowledged steps minus number of stored steps, for each time that a period's steps are counted.
   * Positive numbers are lost steps, negative ones are duplicates. Only periods within the retention are counted.
   */
  readonly missing: readonly number[];
  /** Counts of steps that are still stored although their period is older than the retention. */
  readonly expired: readonly number[];
  /** Comparison of the sampled steps with the stored ones. */
  readonly findings: Findings;
  readonly restarts: number;
  readonly failedReads: readonly string[];
}

export interface SoakOptions {
  readonly from: "build" | "sources";
  readonly periods: number;
  /** Duration of a period, in milliseconds. At most half a day, because a period starts at noon. */
  readonly periodLength: number;
  readonly samplesPerPeriod: number;
  /** Rate of the writes as a share of the maximum rate, from 0 to 1. */
  readonly share: number;
  readonly plants?: readonly Plant[] | undefined;
  readonly tell?: ((text: string) => void) | undefined;
}

/**
 * Writes and reads steps for a long time, which is divided into periods. At the start of each period, the service
 * starts with its clock set to the next day. So the retention deletes steps during the whole run, and the database
 * stops growing.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const library = findFakeTime();
  if (library === null) throw new Error("libfaketime is not installed; on Debian: apt-get install faketime.");
  const { from, plants, periods, periodLength, samplesPerPeriod, share, tell } = options;
  return withFolder(async (dataDir) => {
    const random = seededRandom(1);
    const history = new SampledHistory(random);
    const client = new Client("");
    const firstDay = Math.floor(Date.now() / day);
    const noonOf = (period: number): number => (firstDay + period) * day + noon;
    const meter = new Meter(client, dataDir);
    const missing: number[] = [];
    const expired: number[] = [];
    let findings = nothingFound;
    let rest: number | undefined;
    let load: Load | undefined;
    let server: ServerProcess | undefined;
    // oxlint-disable no-await-in-loop -- one period after the other
    try {
      for (let period = 0; period < periods; period += 1) {
        // Starts at noon, so that the period is within one day.
        const offset = Math.round((noonOf(period) - Date.now()) / 1_000);
        server = await startServer({
          from,
          plants,
          dataDir,
          flags: ["--retention-days", String(retentionDays)],
          env: {
            LD_PRELOAD: library,
            FAKETIME: `${offset < 0 ? "" : "+"}${offset}`,
            FAKETIME_DONT_FAKE_MONOTONIC: "1",
            DONT_FAKE_MONOTONIC: "1",
          },
        });
        client.url = server.url;
        history.startPeriod();
        rest ??= await restFor(share, client, history, Math.min(20_000, periodLength / 4));
        load ??= new Load({
          client,
          history,
          lanes,
          batchSize,
          rest,
          isUndated: true,
          firstNumber: pacedNumbers,
          onAcknowledged: (waited) => meter.wrote(waited),
        });
        load.start();
        meter.since = noonOf(period) - 7 * day;
        for (let sample = 0; sample < samplesPerPeriod; sample += 1) {
          await meter.measure(period, server.pid, periodLength / samplesPerPeriod);
        }
        await load.stop();
        const kept = Math.max(0, period - retentionDays);
        for (let each = 0; each <= period; each += 1) {
          const isKept = each >= kept;
          const wanted = isKept ? history.acknowledged(each) : 0;
          const stored = await countSteps(client, noonOf(each) - noon, wanted);
          if (isKept) missing.push(wanted - stored);
          else expired.push(stored);
        }
        for (let each = kept; each <= period; each += 1) {
          const steps = await readSteps(client, history.sampled(each));
          findings = addFindings(findings, history.compare(each, steps));
        }
        await server.stop();
        tell?.(`period ${period + 1} of ${periods}, ${history.acknowledged(period)} steps`);
      }
    } finally {
      await load?.stop();
      client.close();
      await server?.stop("SIGKILL");
    }
    // oxlint-enable no-await-in-loop
    const counts = Array.from({ length: periods }, (_, period) => history.acknowledged(period));
    const acknowledged = counts.reduce((sum, count) => sum + count, 0);
    const { samples, failedReads } = meter;
    return { samples, acknowledged, missing, expired, findings, restarts: periods - 1, failedReads };
  });
}

/** First step number at the reduced rate. Smaller numbers belong to the steps that measured the maximum rate. */
const pacedNumbers = 1_000_000;

/**
 * Measures the maximum rate of the writes. Returns the delay that each client must make between two batches so that the
 * clients write at the given share of this rate. The delay is in milliseconds.
 */
async function restFor(share: number, client: Client, history: SampledHistory, duration: number): Promise<number> {
  let batches = 0;
  const load = new Load({ client, history, lanes, batchSize, isUndated: true, onAcknowledged: () => (batches += 1) });
  const start = performance.now();
  load.start();
  await pause(duration);
  await load.stop();
  const perBatch = (performance.now() - start) / batches;
  // At the maximum rate, a client needs `lanes * perBatch` for a batch and its response. At a rate of `share`, a
  // batch takes `1 / share` times as long. The delay is the difference.
  return Math.max(0, lanes * perBatch * (1 / share - 1));
}

class Meter {
  readonly samples: SoakSample[] = [];
  readonly failedReads: string[] = [];
  readonly #client: Client;
  readonly #dataDir: string;
  /** First time for which {@link Meter.measure} reads time series, in epoch milliseconds. */
  since = 0;
  #writes: number[] = [];

  constructor(client: Client, dataDir: string) {
    this.#client = client;
    this.#dataDir = dataDir;
  }

  wrote(waited: number): void {
    this.#writes.push(waited);
  }

  async measure(period: number, pid: number, duration: number): Promise<void> {
    this.#writes = [];
    const memory: number[] = [];
    const times: Record<Read, number[]> = { page: [], thread: [], text: [], statistics: [], chart: [] };
    const start = performance.now();
    // oxlint-disable no-await-in-loop -- one read after the other, as a person reads
    while (performance.now() < start + duration) {
      for (const read of reads) times[read].push(await this.#read(read));
      memory.push(await residentMegabytes(pid));
      await pause(200);
    }
    // oxlint-enable no-await-in-loop
    const seconds = (performance.now() - start) / 1_000;
    this.samples.push({
      period,
      rate: (this.#writes.length * batchSize) / seconds,
      memory: quantile(memory, 0.5),
      write: quantile(this.#writes, 0.95),
      read: {
        page: quantile(times.page, 0.95),
        thread: quantile(times.thread, 0.95),
        text: quantile(times.text, 0.95),
        statistics: quantile(times.statistics, 0.95),
        chart: quantile(times.chart, 0.95),
      },
      disk: await folderMegabytes(this.#dataDir),
    });
  }

  async #read(read: Read): Promise<number> {
    const start = performance.now();
    const { status, body } = await this.#client.execute(
      documents[read],
      read === "chart" ? { from: new Date(this.since).toISOString() } : {},
    );
    const [error] = body.errors ?? [];
    if (status !== 200 || error) this.failedReads.push(`${read}: ${status} ${error?.message ?? ""}`);
    return performance.now() - start;
  }
}

const documents: Readonly<Record<Read, string>> = {
  page: "{ steps(first: 50) { totalCount edges { node { id name type input output metadata tags } } } }",
  thread: "{ threads(first: 1) { edges { node { id steps { id name input output } } } } }",
  text: `{ steps(first: 20, filters: [{ field: "content", operator: ilike, value: "working days" }]) { edges { node { id } } } }`,
  statistics: "{ statistics(resource: steps) { errorCount latencyP95 } }",
  chart: "query ($from: DateTime!) { timeSeries(from: $from, metrics: [stepCount], groupBy: name) { times } }",
};

/** Counts the steps of a day repeatedly, until their number is `wanted`, or until the timeout. Returns the number. */
async function countSteps(client: Client, start: number, wanted: number): Promise<number> {
  const filters = [
    { field: "createdAt", operator: "gte", value: new Date(start).toISOString() },
    { field: "createdAt", operator: "lt", value: new Date(start + day).toISOString() },
  ];
  const query = "query ($filters: [stepsInputType!]) { steps(first: 1, filters: $filters) { totalCount } }";
  const end = performance.now() + maxCounting;
  // oxlint-disable no-await-in-loop -- polls
  for (;;) {
    const { body, text } = await client.execute(query, { filters });
    const count = (body.data?.["steps"] as { readonly totalCount: number } | undefined)?.totalCount; // the query selects this field
    if (count === undefined) throw new Error(`The steps cannot be counted: ${text}`);
    if (count === wanted || performance.now() > end) return count;
    // Pauses, because the retention takes time, and because the service caches a count above 10,000 for up to ten
    // seconds.
    await pause(1_000);
  }
  // oxlint-enable no-await-in-loop
}

async function readSteps(client: Client, ids: readonly string[]): Promise<StoredStep[]> {
  const query = "query ($id: String!) { step(id: $id) { id name input output error metadata } }";
  const found = await Promise.all(
    ids.map(async (id) => (await client.execute(query, { id })).body.data?.["step"] as StoredStep | null | undefined), // the query selects this field
  );
  return found.filter((step) => step !== null && step !== undefined);
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_000;
}

async function folderMegabytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0, // the file was deleted in the meantime
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
