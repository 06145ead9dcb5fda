import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { openSqliteStore, type Store } from "threadline";
import { views } from "./dashboard.ts";
import { startLoad } from "./live-load.ts";
import { drain, loggedDays, type LogOptions } from "./seed-log.ts";
import { command, postGraphQL, readGraphQL, type ServerProcess, startServerProcess } from "./server-process.ts";
import { percentile, type Row } from "./statistics.ts";
import { makeVariedSteps } from "./varied-steps.ts";
import { toPastStep, toStepWrite } from "./writes.ts";

const run = promisify(execFile);
const batchSize = 100;
const samples = 40;
/** Number of steps per second that arrive during the reads, the backup and the retention. */
const liveRate = 100;
const day = 24 * 60 * 60_000;

/**
 * Measures what a machine needs for an embedded store with `steps` steps: disk, startup, memory, reads, backup, VACUUM,
 * retention, and deletion of a project. The steps contain varied words, so that they compress like real texts.
 */
export async function measureSizing({ steps, dataDir }: LogOptions): Promise<Row[]> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "threadline-bench-")));
  const log = join(folder, "log");
  const copy = join(folder, "copy");
  const rows: Row[] = [];
  const tell = (what: string, measured: string): void => {
    console.error(`  ${what}: ${measured}`);
    rows.push({ what, measured, target: "(none)", met: true });
  };
  try {
    const { rate, json } = await seed(log, steps);
    const bytes = statSync(databaseOf(log)).size;
    tell("steps stored, without HTTP", `${rate.toFixed(0)} steps/s`);
    tell("disk", `${perStep(bytes, steps)} per step of ${json.toFixed(0)} bytes of JSON`);
    const server = await startServerProcess(log);
    try {
      tell("ready after", `${server.readyAfterMs.toFixed(0)} ms`);
      tell("resident memory then", `${(await server.residentMegabytes()).toFixed(0)} MB`);
      const live = startLoad(server, liveRate);
      for (const { what, body } of reads(steps)) tell(`${what}, p95`, milliseconds(await sample(server, body)));
      await rm(copy, { recursive: true, force: true });
      const backup = await timed(() => run(process.execPath, [command, "backup", copy, "--data-dir", log]));
      tell("`threadline backup`", `${seconds(backup)}, ${perStep(statSync(databaseOf(copy)).size, steps)} per step`);
      await live.stop();
      tell("maximum resident memory", `${(await server.peakMegabytes()).toFixed(0)} MB`);
    } finally {
      await server.stop();
    }
    await measureRetention(copy, tell);
    await measureVacuum(copy, tell);
    await measureDeletion(copy, tell);
    return rows;
  } finally {
    await rm(dataDir === undefined ? folder : copy, { recursive: true, force: true });
  }
}

type Tell = (what: string, measured: string) => void;

async function seed(dataDir: string, steps: number): Promise<{ readonly rate: number; readonly json: number }> {
  const note = join(dataDir, "seeded.json");
  if (existsSync(note)) return JSON.parse(await readFile(note, "utf8")) as { rate: number; json: number }; // written below, in an earlier run
  await startServerProcess(dataDir).then((server) => server.stop());
  const store = await openSqliteStore({ path: databaseOf(dataDir), packingAge: 0 });
  try {
    const { id } = await defaultProject(store);
    const [end, startedAt] = [Date.now(), performance.now()];
    let json = 0;
    for (let from = 0; from < steps; from += batchSize) {
      const batch = makeVariedSteps(batchSize, from);
      json += batch.reduce((sum, step) => sum + Buffer.byteLength(JSON.stringify(step)), 0);
      const writes = batch.map((step, index) => {
        const createdAt = Math.floor(end - loggedDays * day * (1 - (from + index) / steps));
        return { ...toPastStep(toStepWrite(step), from + index, createdAt), takesContentOfGeneration: true };
      });
      await store.steps.ingest(id, writes);
      if (from % 100_000 === 0) console.error(`  seeded ${from} of ${steps} steps`);
    }
    const found = { rate: (steps * 1_000) / (performance.now() - startedAt), json: json / steps };
    await drain(store, 0);
    await writeFile(note, JSON.stringify(found));
    return found;
  } finally {
    await store.close();
  }
}

interface Read {
  readonly what: string;
  readonly body: string;
}

function page(what: string, ...filters: unknown[]): Read {
  const query = `query ($filters: [stepsInputType!]) { steps(first: 50, filters: $filters) { totalCount edges { node {
    id threadId type name startTime endTime error input output metadata tags } } } }`;
  return { what, body: JSON.stringify({ query, variables: { filters } }) };
}

function reads(steps: number): Read[] {
  const middle = Math.floor(steps / 2);
  const thread = `{ threadDetail(id: "thread-${Math.floor(middle / 20)}") { id steps { id type name input output } } }`;
  return [
    page("page of 50 steps"),
    page("page of 50 of one name", { field: "name", operator: "eq", value: "tool 1" }),
    page("page of the one step with a metadata value", {
      field: "metadata",
      operator: "eq",
      value: `request-${middle}`,
      path: "requestId",
    }),
    page("page of 50 with a text", { field: "content", operator: "ilike", value: "compress" }),
    { what: "thread of 20 steps", body: JSON.stringify({ query: thread }) },
    ...views(),
  ];
}

async function sample(server: ServerProcess, body: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < samples; index += 1) times.push(await postGraphQL(server.url, body));
  return percentile(times, 0.95);
}

/** Measures how retention deletes the older half of the steps, while steps arrive and pages are read. */
async function measureRetention(dataDir: string, tell: Tell): Promise<void> {
  const server = await startServerProcess(dataDir, ["--retention-days", String(loggedDays / 2)]);
  try {
    const body = reads(2)[0]?.body ?? "";
    const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString();
    // Counts only the older half of the seeded steps, which the retention deletes. The steps of the live load start on
    // January 1, 2026, so they are outside this range.
    const query = `{ steps(first: 1, filters: [
      { field: "startTime", operator: gt, value: "${daysAgo(loggedDays + 1)}" }
      { field: "startTime", operator: lt, value: "${daysAgo(loggedDays / 2 + 1)}" }
    ]) { totalCount } }`;
    const left = async (): Promise<number> =>
      (await readGraphQL<{ steps: { totalCount: number } }>(server.url, query)).steps.totalCount;
    const live = startLoad(server, liveRate);
    const [startedAt, before] = [performance.now(), await left()];
    const times: number[] = [];
    while ((await left()) > 0) times.push(await postGraphQL(server.url, body));
    const elapsed = performance.now() - startedAt;
    await live.stop();
    tell(
      "retention during writes and reads",
      `${before.toLocaleString("en")} steps in ${seconds(elapsed)} = ${((before * 1_000) / elapsed).toFixed(0)} steps/s; page of 50 at the same time, p95 ${milliseconds(percentile(times, 0.95))}`,
    );
  } finally {
    await server.stop();
  }
}

async function measureVacuum(dataDir: string, tell: Tell): Promise<void> {
  const path = databaseOf(dataDir);
  const before = statSync(path).size;
  const file = new DatabaseSync(path);
  const elapsed = await timed(async () => file.exec("VACUUM"));
  file.close();
  tell(
    "VACUUM after that, service stopped",
    `${seconds(elapsed)}: ${gigabytes(before)} to ${gigabytes(statSync(path).size)}`,
  );
}

/** Measures the deletion of the project, while another project is written. */
async function measureDeletion(dataDir: string, tell: Tell): Promise<void> {
  const store = await openSqliteStore({ path: databaseOf(dataDir) });
  try {
    const project = await defaultProject(store);
    const count = await store.steps.count(project.id, {});
    await store.projects.create({ id: "other", name: "other", createdAt: Date.now() });
    const times: number[] = [];
    let isDone = false;
    const writing = (async () => {
      for (let from = 0; !isDone; from += 10) {
        times.push(await timed(() => store.steps.ingest("other", makeVariedSteps(10, from).map(toStepWrite))));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const elapsed = await timed(async () => {
      await store.projects.delete(project.id, Date.now());
      await store.projects.settle();
    });
    isDone = true;
    await writing;
    tell(
      "deletion of the project",
      `${count.toLocaleString("en")} steps in ${seconds(elapsed)}; batch of 10 of another project at the same time, p95 ${milliseconds(percentile(times, 0.95))}`,
    );
  } finally {
    await store.close();
  }
}

async function defaultProject(store: Store): Promise<{ readonly id: string }> {
  const project = await store.projects.find("default");
  if (!project) throw new Error("project `default` not found");
  return project;
}

async function timed(job: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await job();
  return performance.now() - startedAt;
}

const databaseOf = (dataDir: string): string => join(dataDir, "threadline.db");
const perStep = (bytes: number, steps: number): string => `${gigabytes(bytes)} = ${(bytes / steps).toFixed(0)} bytes`;
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`;
