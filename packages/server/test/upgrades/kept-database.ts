import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { openDiskFileStorage, readDiskFiles } from "../../src/files/disk-file-storage.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { findPostgres, type PostgresServer } from "../postgres/postgres-server.ts";
import { answersOf, seedFormat, withFolder } from "./kept-format.ts";

const execute = promisify(execFile);
/** The partitions that a store makes for days to come follow the clock. */
const now = (): number => Date.UTC(2026, 0, 1);

/** Makes a database of the present format as compressed SQL, with what a service answers of it. Files are not in it. */
export function makeDump(
  server: PostgresServer,
  name: string,
): Promise<{ readonly dump: Buffer; readonly answers: unknown }> {
  return withFolder(async (folder) => {
    const url = await server.createDatabase(name);
    const store = await openPostgresStore({ url, now });
    const files = await openDiskFileStorage(folder);
    try {
      await seedFormat(store, files);
      const answers = await answersOf(store, noFiles);
      const { stdout } = await execute(program("pg_dump"), ["--no-owner", "--no-privileges", asSuperuser(url)], {
        maxBuffer: 2 ** 26,
      });
      return { dump: gzipSync(stdout), answers };
    } finally {
      await store.close();
    }
  });
}

/** Restores such a dump and opens it with the present code, which brings it to the present format. */
export function openDump(server: PostgresServer, name: string, dump: Buffer): Promise<unknown> {
  return withFolder(async (folder) => {
    const url = await server.createDatabase(name);
    const path = join(folder, "dump.sql");
    await writeFile(path, gunzipSync(dump));
    const flags = ["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", `--file=${path}`, asSuperuser(url)];
    // The role owns what it makes.
    const env = { ...process.env, PGOPTIONS: "-c role=threadline" };
    await execute(program("psql"), flags, { env, maxBuffer: 2 ** 26 });
    const store = await openPostgresStore({ url, now });
    try {
      return await answersOf(store, noFiles);
    } finally {
      await store.close();
    }
  });
}

const noFiles = readDiskFiles("/nonexistent");

function program(name: string): string {
  return join(findPostgres() ?? "", name);
}

function asSuperuser(url: string): string {
  return url.replace("threadline@", "postgres@");
}
