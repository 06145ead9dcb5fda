import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { migrations } from "../../src/store/sqlite/schema.ts";
import type { MovedRecord, Store } from "../../src/store/store.ts";

/** A database as one version of Threadline left it, and what was in it. */
export interface KeptFormat {
  /** The file, compressed by gzip. */
  readonly database: Buffer;
  readonly records: readonly MovedRecord[];
}

/** The number of the format that this version writes. */
export const presentFormat: number = migrations.length;
const project = "upgraded";

/** Makes a database of the present format that holds every kind of record. */
export function makeFormat(): Promise<KeptFormat> {
  return withFile(async (path) => {
    const store = await openSqliteStore({ path, now: () => 1_000 });
    await store.projects.create({ id: project, name: project, createdAt: 1 });
    await seedEveryKind(store, project);
    await store.analytics.settle();
    const records = await recordsOf(store);
    await store.close();
    return { database: gzipSync(await readFile(path)), records };
  });
}

/** Opens a kept database with the present code, which brings it to the present format, and reads everything. */
export function openFormat({ database }: Pick<KeptFormat, "database">): Promise<readonly MovedRecord[]> {
  return withFile(async (path) => {
    await writeFile(path, gunzipSync(database));
    const store = await openSqliteStore({ path });
    try {
      await store.check();
      return await recordsOf(store);
    } finally {
      await store.close();
    }
  });
}

async function recordsOf(store: Store): Promise<MovedRecord[]> {
  const records: MovedRecord[] = [];
  for await (const record of store.moveOut(project)) records.push(record);
  return records;
}

async function withFile<Result>(job: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-format-"));
  try {
    return await job(join(folder, "threadline.db"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
