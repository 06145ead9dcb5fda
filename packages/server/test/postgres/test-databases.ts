import { afterAll } from "vitest";
import { type CitusCluster, citusUrl, openCitus } from "./citus-cluster.ts";
import type { PostgresServer } from "./launch-postgres.ts";
import { startPostgres } from "./postgres-server.ts";
import { emptyStore } from "./prepared-cluster.ts";

/**
 * For suites that are independent of the store. `THREADLINE_TEST_STORE` selects it. With `postgres`, each call of the
 * returned function creates an empty database on a separate server and resolves to its URL. With `citus`, each call
 * deletes all records of the cluster. Otherwise it resolves to undefined, for the embedded store.
 */
export function testDatabases(): () => Promise<string | undefined> {
  const store = process.env["THREADLINE_TEST_STORE"];
  if (store === "postgres") return serverDatabases();
  if (store === "citus") return clusterDatabase();
  return async () => undefined;
}

// Not in hooks: some suites start the service while they are collected.
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
