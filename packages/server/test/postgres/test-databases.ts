import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

/**
 * For suites that hold whatever the store is: each call of what is returned makes an empty database on a PostgreSQL server
 * of the file's own where `THREADLINE_TEST_STORE` is `postgres`, and resolves to its URL; else to undefined, which is the
 * embedded store.
 */
export function testDatabases(): () => Promise<string | undefined> {
  if (process.env["THREADLINE_TEST_STORE"] !== "postgres") return async () => undefined;
  let server: PostgresServer | undefined;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres();
    await (await openPostgresStore({ url: await server.createDatabase("migrated") })).close();
  }, 120_000);
  afterAll(() => server?.stop());
  return async () => {
    if (server === undefined) throw new Error("The server has not started.");
    return server.createDatabase(`test_${(count += 1)}`, "migrated");
  };
}
