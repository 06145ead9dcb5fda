import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { makeOnce } from "../make-once.ts";
import { launchPostgres } from "./launch-postgres.ts";
import { readyPostgres, userOfServer } from "./postgres-programs.ts";

/**
 * The folder of PostgreSQL's programs, and the data folder of a stopped server. Each test server starts with a copy of
 * the data folder.
 */
export interface PreparedCluster {
  readonly bin: string;
  readonly data: string;
}

/** Name of the prepared database, with all tables and no records. */
export const emptyStore = "migrated";

let made: Promise<PreparedCluster> | undefined;

/** Prepares a cluster: once per test run in the folder of `tooling/shared-folder.ts`, otherwise once per process. */
export function preparedCluster(): Promise<PreparedCluster> {
  made ??= prepareOnce();
  return made;
}

async function prepareOnce(): Promise<PreparedCluster> {
  const shared = process.env["THREADLINE_TEST_FOLDER"];
  if (shared === undefined) {
    const own = mkdtempSync(join(tmpdir(), "threadline-cluster-"));
    process.once("exit", () => rmSync(own, { recursive: true, force: true }));
    await prepare(own);
    return describeCluster(own);
  }
  const folder = await makeOnce(join(shared, "postgres"), prepare);
  return describeCluster(folder);
}

async function prepare(folder: string): Promise<void> {
  const user = userOfServer();
  if ("uid" in user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const bin = readyPostgres(folder);
  const data = join(folder, "data");
  const flags = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  execFileSync(join(bin, "initdb"), flags, { ...user, cwd: folder, stdio: "ignore" });
  const server = await launchPostgres({ bin, folder, settings: ["fsync=off"] });
  await server.administer("CREATE ROLE threadline LOGIN NOSUPERUSER NOBYPASSRLS");
  const store = await openPostgresStore({ url: await server.createDatabase(emptyStore) });
  await store.close();
  await server.end("SIGINT");
}

function describeCluster(folder: string): PreparedCluster {
  const program = join(folder, "program/bin");
  return { bin: existsSync(program) ? program : readyPostgres(folder), data: join(folder, "data") };
}
