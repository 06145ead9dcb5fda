import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore, type Store } from "threadline";
import { maxWaiting, openFilledStore } from "../../../packages/server/test/postgres/open-filled-store.ts";
import type { PostgresServer } from "../../../packages/server/test/postgres/launch-postgres.ts";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";
import { drain } from "./seed-log.ts";
import type { Report, Row } from "./statistics.ts";
import { makeVariedSteps } from "./varied-steps.ts";
import { makeBatches } from "./workload.ts";
import { toStepWrite } from "./writes.ts";

const count = 20_000;
const batchSize = 100;
/** Maximum number of bytes on disk per byte of JSON. */
const target = 1.2;

/** Size of each table with its indexes, in bytes. */
type TableSizes = ReadonlyMap<string, number>;
type StepWrite = ReturnType<typeof toStepWrite>;

interface Workload {
  readonly name: string;
  readonly steps: readonly { readonly id: string }[];
  readonly writes: readonly StepWrite[];
}

/**
 * Measures the disk space of steps with all indexes, relative to the JSON that clients send. The payloads in the
 * embedded store are compressed first, which the service would do after a day.
 */
export async function measureDisk(): Promise<Report> {
  const bench = makeBatches({ run: "disk", batches: 1, size: count }).flat();
  const varied = makeVariedSteps(count);
  const workloads: readonly Workload[] = [
    { name: "the steps of these benchmarks", steps: bench, writes: bench.map(toStepWrite) },
    {
      name: "steps with varied words",
      steps: varied,
      writes: varied.map((step) => ({ ...toStepWrite(step), takesContentOfGeneration: true })),
    },
  ];
  const rows: Row[] = [];
  const details: string[] = [];
  const note = (store: string, { name, steps }: Workload, sizes: TableSizes): void => {
    const json = steps.reduce((sum, step) => sum + Buffer.byteLength(JSON.stringify(step)), 0) / count;
    const stored = [...sizes.values()].reduce((sum, size) => sum + size, 0) / count;
    rows.push({
      what: `${store}: ${name}`,
      measured: `${stored.toFixed(0)} bytes per step of ${json.toFixed(0)} = ${(stored / json).toFixed(2)} x`,
      target: `<= ${target} x`,
      met: stored / json <= target,
    });
    details.push(`${store}, ${name}:\n\n${formatSizes(sizes)}`);
  };
  for (const workload of workloads) note("embedded", workload, await measureFile(workload));
  if (findPostgres() === null) return { rows, details: details.join("\n\n") };
  const postgres = await startPostgres();
  try {
    for (const [index, workload] of workloads.entries()) {
      note("PostgreSQL", workload, await measureDatabase(postgres, `disk_${index}`, workload));
    }
  } finally {
    await postgres.stop();
  }
  return { rows, details: details.join("\n\n") };
}

async function fill(store: Store, { writes }: Workload, maxBacklog: number): Promise<void> {
  const { id } = await store.projects.create({ id: "disk", name: "disk", createdAt: Date.now() });
  for (let from = 0; from < writes.length; from += batchSize) {
    await store.steps.ingest(id, writes.slice(from, from + batchSize));
  }
  await drain(store, maxBacklog);
}

async function measureFile(workload: Workload): Promise<TableSizes> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const path = join(folder, "threadline.db");
  try {
    const store = await openSqliteStore({ path, packingAge: 0 });
    try {
      await fill(store, workload, 0);
    } finally {
      await store.close();
    }
    const file = new DatabaseSync(path, { readOnly: true });
    try {
      const sizes = file
        .prepare(
          `SELECT coalesce(s.tbl_name, 'schema') AS name, sum(d.pgsize) AS bytes FROM dbstat('main', 1) d
           LEFT JOIN sqlite_schema s ON s.name = d.name GROUP BY 1
           UNION ALL SELECT 'free pages', freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`,
        )
        .all() as unknown as SizeRow[]; // the query selects `name` and `bytes`
      return toSizes(sizes);
    } finally {
      file.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureDatabase(postgres: PostgresServer, name: string, workload: Workload): Promise<TableSizes> {
  const store = await openFilledStore(await postgres.createDatabase(name));
  try {
    await fill(store, workload, maxWaiting);
  } finally {
    await store.close();
  }
  await postgres.administer("VACUUM", name);
  const sql = `
    SELECT coalesce(i.inhparent, c.oid)::regclass::text AS name, sum(pg_total_relation_size(c.oid)) AS bytes
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1`;
  return toSizes((await postgres.administer(sql, name)) as SizeRow[]); // the query selects `name` and `bytes`
}

interface SizeRow {
  readonly name: string;
  readonly bytes: number | string;
}

function toSizes(rows: readonly SizeRow[]): TableSizes {
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Formats the sizes of the largest tables. The last row is the sum of all other tables. */
function formatSizes(sizes: TableSizes): string {
  const sorted = [...sizes].toSorted(([, a], [, b]) => b - a);
  const [large, small] = [sorted.slice(0, 8), sorted.slice(8)];
  const others = small.reduce((sum, [, bytes]) => sum + bytes, 0);
  const lines = [...large, ["others", others] as const].map(
    ([name, bytes]) => `| \`${name}\` | ${(bytes / count).toFixed(0)} |`,
  );
  return ["| table with indexes | bytes per step |", "|---|---|", ...lines].join("\n");
}
