import { setTimeout as pause } from "node:timers/promises";
import type { FaultPostgres } from "./fault-postgres.ts";
import { addFindings, type Findings, nothingFound } from "./history.ts";
import { spread } from "./random.ts";
import { lastLine, type Plant, type ServerOptions, spawnServer, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";
import { writeToBoth } from "./write-to-both.ts";

export interface PostgresMigrationReport {
  readonly kills: number;
  /** Number of kills after which the database had tables, but the migration was incomplete. */
  readonly halves: number;
  /** Distinct errors of restarts after a kill, in which the service exited before it was ready. */
  readonly failedStarts: readonly string[];
  /**
   * After each kill, the restarted service receives records. The findings compare the acknowledged records with the
   * stored ones.
   */
  readonly findings: Findings;
  /**
   * Number of statements that change the schema during a start: first all statements of the migration, then those that
   * create partitions.
   */
  readonly statements: number;
}

interface Options extends Pick<ServerOptions, "from"> {
  readonly postgres: FaultPostgres;
  readonly plants?: readonly Plant[] | undefined;
  readonly hasTime?: (() => boolean) | undefined;
}

const victims = ["connection", "service", "database"] as const;

/**
 * Interrupts the service while it creates its tables, each time during a different statement. Alternately kills the
 * database process of the connection, the service, and the whole database server. Then starts everything again without
 * planted bugs.
 */
export async function killPostgresMigrations(
  options: Options & {
    readonly kills: number;
    /** Number of statements, from the report of an earlier call. Default: they are counted in an additional start. */
    readonly statements?: number | undefined;
  },
): Promise<PostgresMigrationReport> {
  const { kills, hasTime = () => true } = options;
  const statements = options.statements ?? (await countStatements(options));
  const failedStarts = new Set<string>();
  let [done, halves, findings] = [0, 0, nothingFound];
  for (; done < kills && (done === 0 || hasTime()); done += 1) {
    const place = 1 + Math.floor(spread(done) * statements);
    const victim = victims[done % victims.length] ?? "connection";
    // oxlint-disable-next-line no-await-in-loop -- one kill after the other
    const { isHalf, start } = await killOne(options, place, victim);
    if (isHalf) halves += 1;
    if (typeof start === "string") failedStarts.add(start);
    else findings = addFindings(findings, start);
  }
  return { kills: done, halves, failedStarts: [...failedStarts], findings, statements };
}

/**
 * Makes the database count the statements that change its schema. Blocks statement number `place` until the connection
 * that executes this statement is closed.
 */
async function watchStatements(postgres: FaultPostgres, database: string, place: number): Promise<void> {
  await postgres.administer(
    `CREATE SCHEMA faults; CREATE SEQUENCE faults.statements;
     GRANT USAGE ON SCHEMA faults TO PUBLIC; GRANT ALL ON SEQUENCE faults.statements TO PUBLIC;
     CREATE FUNCTION faults.hold() RETURNS event_trigger LANGUAGE plpgsql AS $$
       BEGIN IF nextval('faults.statements') = ${place} THEN PERFORM pg_sleep(3600); END IF; END $$;
     CREATE EVENT TRIGGER hold ON ddl_command_end EXECUTE FUNCTION faults.hold()`,
    database,
  );
}

async function countStatements({ postgres, from }: Options): Promise<number> {
  const databaseUrl = await postgres.createDatabase();
  const database = nameOf(databaseUrl);
  await watchStatements(postgres, database, 0);
  await withFolder(async (dataDir) => (await startServer({ from, dataDir, databaseUrl })).stop());
  const [row] = await postgres.administer("SELECT last_value::int AS count FROM faults.statements", database);
  return (row as { count: number }).count;
}

async function killOne(
  { postgres, from, plants }: Options,
  place: number,
  victim: (typeof victims)[number],
): Promise<{ readonly isHalf: boolean; readonly start: Findings | string }> {
  const databaseUrl = await postgres.createDatabase();
  const database = nameOf(databaseUrl);
  await watchStatements(postgres, database, place);
  return withFolder(async (dataDir) => {
    const { child, ready } = spawnServer({ from, plants, dataDir, databaseUrl });
    const ended = new Promise((resolve) => child.once("close", resolve));
    const early = ready.then(() => "became ready" as const).catch(() => "ended" as const);
    const pid = await Promise.race([early, heldConnection(postgres, database)]);
    if (typeof pid === "string") throw new Error(`The service ${pid} before it reached statement ${place}.`);
    if (victim === "database") {
      await postgres.end("SIGKILL");
      await postgres.startAgain();
    } else if (victim === "connection") {
      process.kill(pid, "SIGKILL");
    } else {
      child.kill("SIGKILL");
      // PostgreSQL would finish the statement that the event trigger blocks, although its client was killed. So the
      // connection is closed.
      await postgres.administer(`SELECT pg_terminate_backend(${pid}, 10000)`, database);
    }
    await ended;
    const administer = (statement: string): Promise<unknown[]> =>
      untilAnswered(() => postgres.administer(statement, database));
    const tables = await administer("SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
    // The last statement of a migration sets the version. So tables without a version are the result of an incomplete
    // migration.
    const versions = tables.length === 0 ? [] : await administer("SELECT 1 FROM threadline_version WHERE version > 0");
    const isHalf = tables.length > 0 && versions.length === 0;
    await administer("DROP EVENT TRIGGER hold");
    const again = await startServer({ from, dataDir, databaseUrl }).catch(lastLine);
    if (typeof again === "string") return { isHalf, start: again };
    try {
      return { isHalf, start: await writeToBoth(again.url, again.url) };
    } finally {
      await again.stop();
    }
  });
}

async function heldConnection(postgres: FaultPostgres, database: string): Promise<number> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- polls
    const [row] = await postgres.administer(
      `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND wait_event = 'PgSleep'`,
    );
    if (row !== undefined) return (row as { pid: number }).pid;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(20);
  }
}

/**
 * Retries a query until it succeeds. PostgreSQL rejects queries while it recovers from the kill of one of its
 * processes.
 */
async function untilAnswered<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await ask();
    } catch (error) {
      if (!/terminat|recovery|starting up|not yet accepting|ECONN|ENOENT|shutting down/.test(String(error)))
        throw error;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await pause(50);
    }
  }
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}
