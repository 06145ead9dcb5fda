import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { Client } from "pg";
import { openDiskFileStorage, readDiskFiles } from "../../src/files/disk-file-storage.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { findPostgresClient } from "../postgres/postgres-programs.ts";
import type { PostgresServer } from "../postgres/launch-postgres.ts";
import { answersOf, seedFormat, withFolder } from "./kept-format.ts";

const execute = promisify(execFile);
/** Fixed clock, because the partitions of future days depend on it. */
const now = (): number => Date.UTC(2026, 0, 1);

/**
 * Dumps a database of the current format as compressed SQL, together with the responses of a service. Excludes files.
 */
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
      const program = join(findPostgresClient() ?? "", "pg_dump");
      const flags = ["--no-owner", "--no-privileges", asSuperuser(url)];
      const { stdout } = await execute(program, flags, { maxBuffer: 2 ** 26 });
      return { dump: gzipSync(stdout), answers };
    } finally {
      await store.close();
    }
  });
}

/** Restores a dump, and opens the database with the current code, which upgrades it. */
export function openDump(server: PostgresServer, name: string, dump: Buffer): Promise<unknown> {
  return withFolder(async (folder) => {
    const url = await server.createDatabase(name);
    await restore(gunzipSync(dump).toString(), { url: asSuperuser(url), folder });
    const store = await openPostgresStore({ url, now });
    try {
      return await answersOf(store, noFiles);
    } finally {
      await store.close();
    }
  });
}

const noFiles = readDiskFiles("/nonexistent");

/** Restores a dump like `psql`, which the npm package of PostgreSQL does not contain. */
async function restore(
  dump: string,
  { url, folder }: { readonly url: string; readonly folder: string },
): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    // Sets the role of the service, which must own the created objects.
    await client.query("SET role = threadline");
    let restored = 0;
    for (const match of dump.matchAll(/^(COPY .*) FROM stdin;\n([^]*?)^\\\.\n/gm)) {
      const [block, copy = "", rows = ""] = match;
      // oxlint-disable no-await-in-loop -- in the order of the dump
      await client.query(withoutCommands(dump.slice(restored, match.index)));
      restored = match.index + block.length;
      // The server runs as another user, which must be able to read the file.
      const path = join(folder, "rows");
      await chmod(folder, 0o755);
      await writeFile(path, rows);
      await client.query(`RESET role; ${copy} FROM '${path}'; SET role = threadline`);
      // oxlint-enable no-await-in-loop
    }
    await client.query(withoutCommands(dump.slice(restored)));
  } finally {
    await client.end();
  }
}

function withoutCommands(sql: string): string {
  return sql.replaceAll(/^\\.*$/gm, "");
}

function asSuperuser(url: string): string {
  return url.replace("threadline@", "postgres@");
}
