import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDiskFileStorage, readDiskFiles } from "../../src/files/disk-file-storage.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { runCommand, type Running, runWithKills, startCommand } from "../migrate/run-command.ts";
import { contents, everything, manySteps, moving, seedMove } from "../migrate/seed-move.ts";
import { describePostgres, type PostgresTests } from "./describe-postgres.ts";

async function makeRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "threadline-migrate-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

async function openAndClose<Result>(store: Store, job: (store: Store) => Promise<Result>): Promise<Result> {
  try {
    return await job(store);
  } finally {
    await store.close();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Kills a run in the middle of the first batch that would store more than `count` steps. */
async function killAfterSteps(
  { server }: PostgresTests,
  { database, count, start }: { readonly database: string; readonly count: number; start(): Running },
): Promise<void> {
  await server.administer(
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(*) FROM steps) > ${count} THEN PERFORM pg_advisory_xact_lock(1); END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER hold AFTER INSERT ON steps FOR EACH STATEMENT EXECUTE FUNCTION hold()`,
    database,
  );
  const holder = await connect(server.url(database));
  await holder.query("SELECT pg_advisory_lock(1)");
  const cut = start();
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event = 'advisory' AND query LIKE '%steps%'`;
  await expect.poll(async () => (await server.administer(waiting)).length).toBeGreaterThan(0);
  cut.kill();
  expect(await cut.finished).toMatchObject({ signal: "SIGKILL" });
  await holder.query("SELECT pg_advisory_unlock(1)");
  await server.administer("DROP TRIGGER hold ON steps; DROP FUNCTION hold()", database);
}

describePostgres("migrate-data between a data folder and PostgreSQL", (tests) => {
  test("moves everything there and back, despite killed runs", async () => {
    const root = await makeRoot();
    const [from, files, back] = [join(root, "from"), join(root, "files"), join(root, "back")];
    const seeded = await openAndClose(await openSqliteStore({ path: join(from, "threadline.db") }), async (store) => {
      await seedMove(store, await openDiskFileStorage(join(from, "files")), manySteps);
      return everything(store);
    });
    const url = await tests().server.createDatabase("moved", "migrated");
    // The superuser counts the rows, because row-level security hides them from the role.
    const progress = async (): Promise<number> => {
      const [row] = await tests().server.administer("SELECT count(*)::int AS count FROM steps", "moved");
      return (row as { count: number }).count;
    };
    const there = ["migrate-data", "--from", from, "--to-files", files, "--project", "support"];
    const start = (): ReturnType<typeof startCommand> => startCommand(there, { THREADLINE_MIGRATE_TO: url });
    // One run is always killed between two batches of steps. On slow machines, others may finish before they are
    // killed.
    await killAfterSteps(tests(), { database: "moved", count: 600, start });
    expect(await progress()).toBeGreaterThan(0);
    expect(await progress()).toBeLessThan(1_451);
    const moved = await runWithKills(start, { progress, every: 300 });
    expect(moved).toMatchObject({ code: 0, notices: expect.stringContaining("Source and target are equal") });
    expect(moved.output).toMatch(/^step +1451 +1451 +([0-9a-f]{16}) +\1 +equal$/m);
    const shared = await openPostgresStore({ url, readOnly: true });
    expect(await openAndClose(shared, everything)).toEqual(seeded);
    expect(await contents(readDiskFiles(files))).toEqual(await contents(readDiskFiles(join(from, "files"))));

    const again = ["migrate-data", "--from", url, "--from-files", files, "--to", back];
    expect(await runCommand(again)).toMatchObject({ code: 0 });
    const embedded = await openSqliteStore({ path: join(back, "threadline.db") });
    expect(await openAndClose(embedded, everything)).toEqual(seeded);
    expect(await contents(readDiskFiles(join(back, "files")))).toEqual(await contents(readDiskFiles(files)));
  });

  test("a run that is killed within a batch leaves nothing of it", async () => {
    const root = await makeRoot();
    const from = join(root, "from");
    const seeded = await openAndClose(await openSqliteStore({ path: join(from, "threadline.db") }), async (store) => {
      await seedMove(store, await openDiskFileStorage(join(from, "files")));
      return everything(store);
    });
    const url = await tests().server.createDatabase("held", "migrated");
    const store = await openPostgresStore({ url });
    await openAndClose(store, () => store.projects.create(moving, []));
    const holder = await connect(url);
    const command = [
      "migrate-data",
      "--from",
      from,
      "--to",
      url,
      "--to-files",
      join(root, "files"),
      "--project",
      "support",
    ];
    for (const table of ["tombstones", "step_payloads", "prompt_versions", "audit_events"]) {
      await holder.query("BEGIN");
      await holder.query(`LOCK TABLE ${table} IN SHARE MODE`);
      const cut = startCommand(command);
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = 'held' AND wait_event_type = 'Lock'";
      await expect.poll(async () => (await tests().server.administer(waiting)).length).toBeGreaterThan(0);
      cut.kill();
      expect(await cut.finished).toMatchObject({ signal: "SIGKILL" });
      await holder.query("ROLLBACK");
    }
    expect(await runCommand(command)).toMatchObject({ code: 0 });
    expect(await openAndClose(await openPostgresStore({ url, readOnly: true }), everything)).toEqual(seeded);
  });

  test("a source is opened read-only, and only in the format of this version", async () => {
    const url = await tests().server.createDatabase("source", "migrated");
    const store = await openPostgresStore({ url, readOnly: true });
    await expect(openAndClose(store, () => store.projects.create(moving))).rejects.toThrow("is opened read-only");
    const empty = await tests().server.createDatabase("empty");
    const nothing = await runCommand(["migrate-data", "--from", empty, "--to", join(await makeRoot(), "to")]);
    expect(nothing).toMatchObject({ code: 1, notices: expect.stringContaining("contains no Threadline records") });
    expect(
      await tests().server.administer("SELECT 1 FROM pg_tables WHERE tablename LIKE 'threadline%'", "empty"),
    ).toEqual([]);
    await tests().server.administer("UPDATE threadline_version SET version = 99", "source");
    const newer = await runCommand(["migrate-data", "--from", url, "--to", join(await makeRoot(), "to")]);
    expect(newer).toMatchObject({ code: 1, notices: expect.stringContaining("has the format 99") });
  });

  test("a missing location of files is reported, without the password", async () => {
    const from = join(await makeRoot(), "from");
    await openAndClose(await openSqliteStore({ path: join(from, "threadline.db") }), async (store) =>
      seedMove(store, await openDiskFileStorage(join(from, "files"))),
    );
    const url = await tests().server.createDatabase("fileless", "migrated");
    const secret = url.replace("threadline@", "threadline:hidden-word@");
    const { code, output, notices } = await runCommand(["migrate-data", "--from", from, "--to", secret]);
    expect({ code, notices }).toMatchObject({ code: 1, notices: expect.stringContaining("--to-files") });
    expect(output + notices).not.toContain("hidden-word");
  });
});
