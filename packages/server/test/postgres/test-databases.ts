import { afterAll } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

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
    const server = await (started ??= start());
    return server.createDatabase(`test_${(count += 1)}`, template);
  };
}

const template = "migrated";

async function start(): Promise<PostgresServer> {
  const server = await startPostgres();
  await (await openPostgresStore({ url: await server.createDatabase(template) })).close();
  return server;
}
