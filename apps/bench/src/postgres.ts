import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import type { PostgresServer } from "../../../packages/server/test/postgres/launch-postgres.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";
import { readBatches, upsertBatches } from "./bare-upserts.ts";
import { generateLoad } from "./load-generator.ts";
import { batchSize } from "./numbered-batch.ts";
import { postgresSeconds } from "./postgres-processor.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { median, type Row } from "./statistics.ts";

const connections = 8;
const rounds = 3;
const seconds = 8;
const bareBatches = 300;
/**
 * Minimum number of CPUs for which the target of two replicas applies. With fewer CPUs, the database, the replicas and
 * the senders compete for CPU time.
 */
const roomyProcessors = 6;

interface Rate {
  readonly stepsPerSecond: number;
  /** CPU time per ingested step outside the database, in microseconds. */
  readonly cpuMicros: number;
  readonly databaseMicros: number;
}

/**
 * Compares durable ingestion into PostgreSQL with a bare loop of upserts of the same rows. Also measures two replicas.
 */
export async function measurePostgres(): Promise<Row[]> {
  if (findPostgres() === null) {
    return [{ what: "everything", measured: "PostgreSQL is not installed", target: "(none)", met: true }];
  }
  const postgres = await startPostgres({ durable: true });
  try {
    const rates: { readonly bare: Rate; readonly one: Rate; readonly two: Rate }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const name = `bench_${round}`;
      const one = await measureService(postgres, `${name}_one`, 1);
      const bare = await measureBare(postgres, `${name}_bare`, `${name}_one`);
      const two = await measureService(postgres, `${name}_two`, 2);
      rates.push({ bare, one, two });
    }
    return toRows(rates);
  } finally {
    await postgres.stop();
  }
}

function toRows(rates: readonly { readonly bare: Rate; readonly one: Rate; readonly two: Rate }[]): Row[] {
  const of = (which: "bare" | "one" | "two", field: keyof Rate): number =>
    median(rates.map((rate) => rate[which][field]));
  const describe = (which: "bare" | "one" | "two"): string =>
    `${of(which, "stepsPerSecond").toFixed(0)} steps/s, CPU ${of(which, "cpuMicros").toFixed(0)} us per step (${of(which, "databaseMicros").toFixed(0)} us of it in PostgreSQL)`;
  const share = of("one", "stepsPerSecond") / of("bare", "stepsPerSecond");
  const cpuShare = of("bare", "cpuMicros") / of("one", "cpuMicros");
  const gain = of("two", "stepsPerSecond") / of("one", "stepsPerSecond");
  const hasRoom = cpus().length >= roomyProcessors;
  return [
    {
      what: `bare upserts of the same rows, ${connections} connections`,
      measured: describe("bare"),
      target: "(base)",
      met: true,
    },
    {
      what: `\`ingestSteps\` over HTTP, ${connections} connections`,
      measured: `${describe("one")} = ${(100 * share).toFixed(0)} % of the bare loop, ${(100 * cpuShare).toFixed(0)} % by CPU`,
      target: ">= 55 %, >= 75 % by CPU",
      met: share >= 0.55 && cpuShare >= 0.75,
    },
    {
      what: "the same over two replicas",
      measured: `${describe("two")} = ${gain.toFixed(2)} x one${hasRoom ? "" : `; ${cpus().length} cores have no room for two`}`,
      target: `>= 1.5 x with ${roomyProcessors} cores or more`,
      met: !hasRoom || gain >= 1.5,
    },
  ];
}

async function measureService(postgres: PostgresServer, database: string, replicas: number): Promise<Rate> {
  const flags = ["--database-url", await postgres.createDatabase(database)];
  const folders = await Promise.all(
    Array.from({ length: replicas }, () => mkdtemp(join(tmpdir(), "threadline-bench-"))),
  );
  const servers: ServerProcess[] = [];
  try {
    for (const folder of folders) servers.push(await startServerProcess(folder, flags));
    const load = (run: string, length: number): Promise<number> => loadAll(servers, run, length);
    await load("warm", 2);
    const database0 = await databaseSeconds(postgres);
    const services0 = await secondsOf(servers);
    const startedAt = performance.now();
    const batches = await load("run", seconds);
    const elapsed = performance.now() - startedAt;
    const inDatabase = (await databaseSeconds(postgres)) - database0;
    const inServices = (await secondsOf(servers)) - services0;
    return toRate(batches, elapsed, { inDatabase, outside: inServices });
  } finally {
    for (const server of servers) await server.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

async function loadAll(servers: readonly ServerProcess[], run: string, length: number): Promise<number> {
  const loads = await Promise.all(
    servers.map(({ url }, index) =>
      generateLoad({
        url,
        run: `${run}-${index}`,
        seconds: length,
        connections: connections / servers.length,
        rate: null,
        yields: false,
      }),
    ),
  );
  return loads.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
}

async function secondsOf(servers: readonly ServerProcess[]): Promise<number> {
  const all = await Promise.all(servers.map((server) => server.cpuSeconds()));
  return all.reduce((sum, each) => sum + each, 0);
}

async function databaseSeconds(postgres: PostgresServer): Promise<number> {
  // The checkpointer runs as long as its PostgreSQL server, so its process id identifies the server.
  const [row] = (await postgres.administer("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")) as {
    readonly pid: number;
  }[];
  return postgresSeconds(row?.pid ?? 0);
}

/**
 * Measures how fast rows can be written directly to PostgreSQL. Reads the rows that the service stored in the database
 * `from`, and writes them to a new database in which the service has only created its tables.
 */
async function measureBare(postgres: PostgresServer, database: string, from: string): Promise<Rate> {
  const asSuperuser = (name: string): string => postgres.url(name).replace("threadline@", "postgres@");
  const url = await postgres.createDatabase(database);
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  try {
    await startServerProcess(folder, ["--database-url", url]).then((server) => server.stop());
    const batches = await readBatches(asSuperuser(from), { batches: bareBatches, size: batchSize });
    const [warm, measured] = [batches.slice(0, 20), batches.slice(20)];
    await upsertBatches(asSuperuser(database), warm, connections);
    const database0 = await databaseSeconds(postgres);
    const outside0 = process.cpuUsage();
    const elapsed = await upsertBatches(asSuperuser(database), measured, connections);
    const { user, system } = process.cpuUsage(outside0);
    const inDatabase = (await databaseSeconds(postgres)) - database0;
    return toRate(measured.length, elapsed, { inDatabase, outside: (user + system) / 1e6 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calculates the rates. `elapsed` is in milliseconds, CPU times are in seconds. */
function toRate(
  batches: number,
  elapsed: number,
  { inDatabase, outside }: { readonly inDatabase: number; readonly outside: number },
): Rate {
  const steps = batches * batchSize;
  return {
    stepsPerSecond: (steps * 1_000) / elapsed,
    cpuMicros: ((inDatabase + outside) * 1e6) / steps,
    databaseMicros: (inDatabase * 1e6) / steps,
  };
}
