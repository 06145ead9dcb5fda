import { afterAll } from "vitest";
import type { PostgresServer } from "./launch-postgres.ts";
import { startPostgres } from "./postgres-server.ts";
import { emptyStore } from "./prepared-cluster.ts";

/**
 * For suites that are independent of the store: each call of the returned function creates an empty database on a separate PostgreSQL server
 * if `THREADLINE_TEST_STORE` is `postgres`, and resolves to its URL; otherwise to undefined, for the
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
    // Not in a hook: some suites start the service while they are collected.
    const server = await (started ??= startPostgres());
    return server.createDatabase(`test_${(count += 1)}`, emptyStore);
  };
}
