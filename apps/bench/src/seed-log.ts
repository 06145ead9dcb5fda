import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore, type Store } from "threadline";
import { startServerProcess } from "./server-process.ts";
import { makeBatches, makeStep } from "./workload.ts";
import { toPastStep, toStepWrite } from "./writes.ts";

/** A data folder whose first project holds a large log. */
export interface SeededLog {
  readonly dataDir: string;
  readonly steps: number;
  /** At how many steps per second it was filled. */
  readonly rate: number;
}

/** The thread of 200 steps in every log. */
export const longThread = "seed-thread-of-200";
/** Days that a log goes back. */
export const loggedDays = 30;

const size = 100;
const day = 24 * 60 * 60_000;

/**
 * Hands on a log of so many steps. Without a folder it is made for this one use; a folder keeps it for the next one.
 * Nothing is left to be done in the background when it is handed on.
 */
export async function withSeededLog<Result>(
  options: { readonly steps: number; readonly dataDir: string | undefined },
  measure: (log: SeededLog) => Promise<Result>,
): Promise<Result> {
  const { steps, dataDir } = options;
  if (dataDir !== undefined) return measure(await openLog(dataDir, steps));
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  try {
    return await measure(await openLog(folder, steps));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openLog(dataDir: string, steps: number): Promise<SeededLog> {
  const note = join(dataDir, "seeded.json");
  if (!existsSync(note)) await startServerProcess(dataDir).then((server) => server.stop());
  const store = await openSqliteStore({ path: join(dataDir, "threadline.db") });
  try {
    if (!existsSync(note)) await writeFile(note, JSON.stringify({ steps, rate: await fill(store, steps) }));
    await drain(store);
  } finally {
    await store.close();
  }
  const log = JSON.parse(await readFile(note, "utf8")) as Omit<SeededLog, "dataDir">; // what was written above
  if (log.steps !== steps) throw new Error(`${dataDir} holds a log of ${log.steps} steps; choose another folder.`);
  return { ...log, dataDir };
}

/** Fills the first project with steps of the last days, straight through the store; resolves to the rate. */
async function fill(store: Store, steps: number): Promise<number> {
  const project = await store.projects.find("default");
  if (!project) throw new Error("the service made no project `default`");
  const [end, startedAt] = [Date.now(), performance.now()];
  for (let from = 0; from < steps; from += size) {
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
  }
  const rate = (steps * 1_000) / (performance.now() - startedAt);
  const long = Array.from({ length: 200 }, (_, number) => ({
    ...makeStep({ run: "long", number, startedAt: Date.UTC(2026, 0, 1) }),
    threadId: longThread,
  }));
  await store.steps.ingest(project.id, long.map(toStepWrite));
  return rate;
}

/** Waits until sums, indexes and costs have followed the writes. */
async function drain(store: Store): Promise<void> {
  await store.analytics.settle();
  for (let round = 0; ; round += 1) {
    const { search, sums, costs } = await store.backlog();
    if (search + sums + costs === 0) return;
    if (round % 60 === 0) console.error(`  ${search} steps to index, ${sums} records to sum`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
