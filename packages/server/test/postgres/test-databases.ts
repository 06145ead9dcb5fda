import { afterAll } from "vitest";
import { type CitusCluster, citusUrl, openCitus } from "./citus-cluster.ts";
import type { PostgresServer } from "./launch-postgres.ts";
import { startPostgres } from "./postgres-server.ts";
import { emptyStore } from "./prepared-cluster.ts";

/**
 * Returns a function that provides databases to suites that are independent of the store. `THREADLINE_TEST_STORE`
 * selects the store. With `postgres`, each call creates an empty database on a separate server and resolves to its URL.
 * With `citus`, each call deletes all records of the cluster. Otherwise, each call resolves to undefined, for the
 * embedded store.
 */
export function testDatabases(): () => Promise<string | undefined> {
  const store = process.env["THREADLINE_TEST_STORE"];
  if (store === "postgres") return serverDatabases();
  if (store === "citus") return clusterDatabase();
  return async () => undefined;
}

// The server is not started in a hook, because some suites start the service while they are collected.
function serverDatabases(): () => Promise<string> {
  let started: Promise<PostgresServer> | undefined;
  let count = 0;
  afterAll(async () => {
    await (await started)?.stop();
  });
  return async () => {
    const server = await (started ??= startPostgres());
    return server.createDatabase(`test_${(count += 1)}`, emptyStore);
  };
}

function clusterDatabase(): () => Promise<string> {
  let opened: Promise<CitusCluster> | undefined;
  afterAll(async () => {
    await (await opened)?.close();
  });
  return async () => {
    const cluster = await (opened ??= openCitus(citusUrl ?? ""));
    await cluster.empty();
    return cluster.url;
  };
}
