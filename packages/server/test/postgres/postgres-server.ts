import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchPostgres, type PostgresServer } from "./launch-postgres.ts";
import { userOfServer } from "./postgres-programs.ts";
import { preparedCluster } from "./prepared-cluster.ts";

/**
 * Starts a separate server. By default, it does not flush its files to disk, because most tests only need speed. Crash
 * tests set `durable`.
 */
export async function startPostgres({
  durable = false,
  remembersStatements = false,
}: {
  readonly durable?: boolean;
  /** Whether `pg_stat_statements` keeps the text of every statement. */
  readonly remembersStatements?: boolean;
} = {}): Promise<PostgresServer> {
  const { bin, data } = await preparedCluster();
  const folder = mkdtempSync(join(tmpdir(), "threadline-postgres-"));
  const user = userOfServer();
  if ("uid" in user) chownSync(folder, user.uid, user.gid);
  // Preserves the owner of the files, and shares their bytes if the file system supports it.
  execFileSync("cp", ["-Rp", data, join(folder, "data")]);
  const settings = [
    ...(durable ? [] : ["fsync=off", "full_page_writes=off"]),
    ...(remembersStatements
      ? ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.max=100000", "pg_stat_statements.track=all"]
      : []),
  ];
  const server = await launchPostgres({ bin, folder, settings });
  if (remembersStatements) await server.administer("CREATE EXTENSION pg_stat_statements");
  return server;
}
