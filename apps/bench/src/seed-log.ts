import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openSqliteStore, type Store } from "threadline";
import { maxWaiting, openFilledStore } from "../../../packages/server/test/postgres/open-filled-store.ts";
import { startServerProcess } from "./server-process.ts";
import { makeBatches, makeStep } from "./workload.ts";
import { toPastStep, toStepWrite } from "./writes.ts";

/** A data folder whose first project has a large log. */
export interface SeededLog {
  readonly dataDir: string;
  /** Command-line options for a server that uses the log. */
  readonly flags: readonly string[];
  readonly steps: number;
  /** Rate at which the log was filled, in steps per second. */
  readonly rate: number;
}

/** Id of the thread with 200 steps that every log contains. */
export const longThread = "seed-thread-of-200";
export const loggedDays = 30;

const size = 100;
const batchesAtOnce = 4;
const day = 24 * 60 * 60_000;

export interface LogOptions {
  readonly steps: number;
  /** Folder in which the log is kept for later runs. Undefined for a temporary folder. */
  readonly dataDir: string | undefined;
  /**
   * URL of a PostgreSQL database. The database must be empty, or contain the log of an earlier run with the same
   * `dataDir`. Undefined for the embedded store.
   */
  readonly databaseUrl?: string | undefined;
}

/** Runs a callback with a log of `steps` steps, after the background work on the log is done. */
export async function withSeededLog<Result>(
  { dataDir, ...options }: LogOptions,
  measure: (log: SeededLog) => Promise<Result>,
): Promise<Result> {
  if (dataDir !== undefined) return measure(await openLog(dataDir, options));
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  try {
    return await measure(await openLog(folder, options));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openLog(dataDir: string, { steps, databaseUrl }: Omit<LogOptions, "dataDir">): Promise<SeededLog> {
  const note = join(dataDir, "seeded.json");
  const flags = databaseUrl === undefined ? [] : ["--database-url", databaseUrl];
  if (!existsSync(note)) await startServerProcess(dataDir, flags).then((server) => server.stop());
  const store = await (databaseUrl === undefined
    ? openSqliteStore({ path: join(dataDir, "threadline.db") })
    : openFilledStore(databaseUrl));
  try {
    if (!existsSync(note)) {
      const batches = databaseUrl === undefined ? 1 : batchesAtOnce;
      await writeFile(note, JSON.stringify({ steps, rate: await fill(store, steps, batches) }));
    }
    await drain(store, databaseUrl === undefined ? 0 : maxWaiting);
  } finally {
    await store.close();
  }
  if (databaseUrl !== undefined) await vacuum(databaseUrl);
  // The file was written above, in this run or an earlier one.
  const log = JSON.parse(await readFile(note, "utf8")) as Pick<SeededLog, "steps" | "rate">;
  if (log.steps !== steps) throw new Error(`${dataDir} has a log of ${log.steps} steps; choose another folder.`);
  return { ...log, dataDir, flags };
}

/** Runs the maintenance that the database would run within minutes. */
async function vacuum(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("VACUUM (ANALYZE)");
  await client.end();
}

/** Fills the first project with steps of the last days, directly through the store. Resolves to the rate. */
async function fill(store: Store, steps: number, atOnce: number): Promise<number> {
  const project = await store.projects.find("default");
  if (!project) throw new Error("project `default` not found");
  const [end, startedAt] = [Date.now(), performance.now()];
  const fillBatch = async (from: number): Promise<void> => {
    const [batch = []] = makeBatches({ run: "seed", batches: 1, size, from });
    const createdAt = (index: number): number => Math.floor(end - loggedDays * day * (1 - (from + index) / steps));
    const writes = batch.map((step, index) => toPastStep(toStepWrite(step), from + index, createdAt(index)));
    await store.steps.ingest(project.id, writes);
    const users = [...new Set(batch.map(({ threadId }) => threadId))].map((id, place) =>
      store.threads.update(project.id, {
        id,
        createdAt: createdAt(0),
        participant: `user-${(from / 20 + place) % 1_000}`,
        newUserId: `user-id-${(from / 20 + place) % 1_000}`,
      }),
    );
    await Promise.all(users);
    if (from % 100_000 === 0) console.error(`  seeded ${from} of ${steps} steps`);
  };
  for (let from = 0; from < steps; from += size * atOnce) {
    const starts = Array.from({ length: atOnce }, (_, index) => from + index * size);
    await Promise.all(starts.filter((start) => start < steps).map(fillBatch));
  }
  const rate = (steps * 1_000) / (performance.now() - startedAt);
  const long = Array.from({ length: 200 }, (_, number) => ({
    ...makeStep({ run: "long", number, startedAt: Date.UTC(2026, 0, 1) }),
    threadId: longThread,
  }));
  await store.steps.ingest(project.id, long.map(toStepWrite));
  return rate;
}

/**
 * Waits until the background work of the store is done, but accepts up to `most` steps that are not in the search index
 * yet.
 */
export async function drain(store: Store, most: number): Promise<void> {
  await store.analytics.settle();
  for (let round = 0; ; round += 1) {
    const { search, sums, costs } = await store.backlog();
    if (search <= most && sums + costs === 0) return;
    if (round % 60 === 0) console.error(`  ${search} steps to index, ${sums} records to sum`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
