import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { describePostgres } from "./describe-postgres.ts";

/** Timeout of statements outside of migrations, in milliseconds. */
const statementTimeout = 500;
const longer = statementTimeout + 100;
/** Key of the advisory lock that migrations hold: the ASCII codes of "Thrd". */
const migrationLock = 0x54687264;

describePostgres("a migration that exceeds the statement timeout", (tests) => {
  test("does not time out", async () => {
    const { server } = tests();
    const url = await server.createDatabase("slow");
    await server.administer(
      `CREATE SCHEMA slow; GRANT USAGE ON SCHEMA slow TO PUBLIC;
       CREATE FUNCTION slow.down() RETURNS event_trigger LANGUAGE plpgsql AS $$
         BEGIN IF EXISTS (SELECT 1 FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'public.steps')
         THEN PERFORM pg_sleep(${longer / 1_000}); END IF; END $$;
       CREATE EVENT TRIGGER slow ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION slow.down()`,
      "slow",
    );
    const store = await openPostgresStore({ url, statementTimeout });
    await expect(store.check()).resolves.toBeUndefined();
    await store.close();
  });

  test("makes other replicas wait", async () => {
    const { server } = tests();
    const url = await server.createDatabase("waiting");
    const holder = new Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`SELECT pg_advisory_lock(${migrationLock})`);
    const opening = openPostgresStore({ url, statementTimeout });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = 'waiting' AND wait_event = 'advisory'
      AND clock_timestamp() - query_start > interval '${longer} milliseconds'`;
    await expect.poll(() => server.administer(waiting)).toHaveLength(1);
    await holder.query(`SELECT pg_advisory_unlock(${migrationLock})`);
    const store = await opening;
    await expect(store.check()).resolves.toBeUndefined();
    await store.close();
  });
});
