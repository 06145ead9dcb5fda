import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { describePostgres } from "../postgres/describe-postgres.ts";
import { closedPort, examine, missingFolder } from "./examine.ts";

const dataDir = missingFolder;
let count = 0;

describePostgres(
  "the doctor on a PostgreSQL database",
  (tests) => {
    /** Creates a database of the service, and breaks it with statements. Resolves to its URL. */
    async function broken(...statements: string[]): Promise<string> {
      const name = `doctor_${(count += 1)}`;
      const url = await tests().server.createDatabase(name, "migrated");
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const statement of statements) await tests().server.administer(statement, name);
      return url;
    }

    /** Changes a setting of the server until the end of the test. */
    async function during(statement: string, undo: string): Promise<void> {
      onTestFinished(async () => void (await tests().server.administer(undo)));
      await tests().server.administer(statement);
    }

    /** Returns the startup warnings of a service, on the terminal and in the log. */
    async function warningsOf(databaseUrl: string) {
      const logged: { readonly level: number; readonly msg: string }[] = [];
      const logger = pino({ level: "warn" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
      const server = createServer({ databaseUrl, logger, apiKey: "key-of-a-test", webDir: false });
      onTestFinished(() => server.close());
      return { reported: (await server.ready).warnings, logged };
    }

    test("passes a database without problems", async () => {
      const databaseUrl = await broken();
      expect(await warningsOf(databaseUrl)).toEqual({ reported: [], logged: [] });
      const found = await examine({ databaseUrl, dataDir, port: await closedPort() });
      expect(Object.values(found).filter((finding) => finding?.level === "failure")).toEqual([]);
      const names = [
        "database",
        "database-version",
        "fsync",
        "full-page-writes",
        "synchronous-commit",
        "indexes",
        "vacuum",
      ];
      for (const check of [
        ...names,
        "database-role",
        "row-security",
        "database-tls",
        "connections",
        "clock",
        "backlog",
      ]) {
        expect(found[check]).toMatchObject({ level: "ok", advice: null });
      }
    });

    test("does not change a database without tables", async () => {
      const databaseUrl = await tests().server.createDatabase("untouched");
      for (let times = 0; times < 2; times += 1) {
        // oxlint-disable-next-line no-await-in-loop -- the second run sees the effects of the first
        const found = await examine({ databaseUrl, dataDir });
        expect(found["database-version"]).toMatchObject({
          level: "warning",
          message: "The database has no tables of Threadline yet.",
        });
      }
    });

    test("reports a database that does not respond, is missing, or has another encoding", async () => {
      const closed = `postgres://threadline:hidden-word@127.0.0.1:${await closedPort()}/threadline`;
      const refused = await examine({ databaseUrl: closed, dataDir });
      expect(refused["database"]).toMatchObject({
        level: "failure",
        message: expect.stringContaining("cannot be reached"),
      });
      expect(JSON.stringify(refused)).not.toContain("hidden-word");
      const missing = await examine({ databaseUrl: tests().server.url("nowhere"), dataDir });
      expect(missing["database"]?.message).toContain("does not exist");
      const sql =
        "CREATE DATABASE latin OWNER threadline TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'";
      await tests().server.administer(sql);
      const latin = await examine({ databaseUrl: tests().server.url("latin"), dataDir });
      expect(latin["database"]).toMatchObject({ level: "failure", message: expect.stringContaining("LATIN1") });
    });

    test("reports a database of a newer or older version", async () => {
      const newer = await examine({
        databaseUrl: await broken("UPDATE threadline_version SET version = 999"),
        dataDir,
      });
      expect(newer["database-version"]).toMatchObject({ level: "failure" });
      const older = await examine({ databaseUrl: await broken("UPDATE threadline_version SET version = 0"), dataDir });
      expect(older["database-version"]).toMatchObject({ level: "warning" });
    });

    test("reports a table without row-level security, and an invalid index", async () => {
      const open = await broken("ALTER TABLE steps NO FORCE ROW LEVEL SECURITY");
      const security = (await examine({ databaseUrl: open, dataDir }))["row-security"];
      expect(security).toMatchObject({ level: "failure", message: "Row-level security is disabled for steps." });
      const spoilt = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'accounts_pkey'::regclass";
      const indexes = (await examine({ databaseUrl: await broken(spoilt), dataDir }))["indexes"];
      expect(indexes).toMatchObject({ level: "failure", message: expect.stringContaining("accounts_pkey") });
    });

    test("reports a role that bypasses row-level security", async () => {
      await during("ALTER ROLE threadline BYPASSRLS", "ALTER ROLE threadline NOBYPASSRLS");
      expect((await examine({ databaseUrl: await broken(), dataDir }))["database-role"]?.level).toBe("failure");
    });

    test("reports a role with too few connections for one server", async () => {
      await during("ALTER ROLE threadline CONNECTION LIMIT 10", "ALTER ROLE threadline CONNECTION LIMIT -1");
      const databaseUrl = await broken();
      expect((await examine({ databaseUrl, dataDir }))["connections"]?.level).toBe("failure");
      expect((await examine({ databaseUrl, dataDir, databaseConnections: 4 }))["connections"]?.level).toBe("ok");
    });

    test("reports commits that are acknowledged before they are durable", async () => {
      await during(
        "ALTER ROLE threadline SET synchronous_commit = off",
        "ALTER ROLE threadline RESET synchronous_commit",
      );
      expect((await examine({ databaseUrl: await broken(), dataDir }))["synchronous-commit"]?.level).toBe("failure");
    });

    test("reports unsafe durability settings, as does the service at startup", async () => {
      const { administer } = tests().server;
      const databaseUrl = await broken();
      for (const setting of ["fsync", "full_page_writes"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await during(`ALTER SYSTEM SET ${setting} = off`, `ALTER SYSTEM RESET ${setting}`);
      }
      await administer("SELECT pg_reload_conf()");
      await expect.poll(async () => (await examine({ databaseUrl, dataDir }))["fsync"]?.level).toBe("failure");
      const found = await examine({ databaseUrl, dataDir }, { deep: true });
      expect(found["full-page-writes"]?.level).toBe("failure");
      expect(found["integrity"]).toMatchObject({
        level: "warning",
        message: "Data pages have no checksums, so damage by the disk is not detected.",
      });
      const { reported, logged } = await warningsOf(databaseUrl);
      expect(reported).toEqual([
        expect.stringMatching(/fsync = off.*Set fsync = on, and restart PostgreSQL\.$/),
        expect.stringMatching(
          /full_page_writes = off.*Set full_page_writes = on, and reload the configuration of PostgreSQL\.$/,
        ),
      ]);
      expect(logged.map(({ level, msg }) => ({ level, msg }))).toEqual(reported.map((msg) => ({ level: 40, msg })));
    });

    test("reports a clock that differs from the clock of the database", async () => {
      const databaseUrl = await broken();
      const startedAt = Date.now();
      const { clock } = await examine({ databaseUrl, dataDir }, { now: () => Date.now() + 60_000 });
      expect(clock).toMatchObject({ level: "warning", message: expect.stringMatching(/differ by \d+ s/) });
      const [, apart] = /by (\d+) s/.exec(clock?.message ?? "") ?? [];
      // The database may have read its clock at any moment of the check.
      expect(Math.abs(Number(apart) - 60)).toBeLessThanOrEqual(0.5 + (Date.now() - startedAt) / 2_000);
    });
  },
  { durable: true },
);
