import { afterAll } from "vitest";
import type { PostgresServer } from "./launch-postgres.ts";
import { startPostgres } from "./postgres-server.ts";
import { emptyStore } from "./prepared-cluster.ts";

/**
 * For suites that hold whatever the store is: each call of what is returned makes an empty database on a PostgreSQL server
 * of the file's own where `THREADLINE_TEST_STORE` is `postgres`, and resolves to its URL; else to undefined, which is the
 * embedded store.
 */
export function testDatabases(): () => Promise<string | undefined> {
  if (process.env["THREADLINE_TEST_STORE"] !== "postgres") return async () => undefined;
  let started: Promise<PostgresServer> | undefined;
  let count = 0;
  afterAll(async () => {
    await (await started)?.stop();
  });
  return async () => {
    // Not in a hook: some suites ask for the service while they are collected.
    const server = await (started ??= startPostgres());
    return server.createDatabase(`test_${(count += 1)}`, emptyStore);
  };
}
