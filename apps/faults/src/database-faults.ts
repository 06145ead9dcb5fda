import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "./client.ts";
import type { FaultPostgres } from "./fault-postgres.ts";
import { type Findings, History } from "./history.ts";
import { Load, type FailedRequest } from "./load.ts";
import { type ServerOptions, startServer } from "./server-process.ts";

export interface DatabaseReport {
  readonly runs: number;
  readonly findings: Findings;
  /** Number of rejections by message. */
  readonly refusals: ReadonlyMap<string, number>;
  /**
   * Maximum time from the moment when the restarted database responds until the service acknowledges a write, in
   * milliseconds.
   */
  readonly slowestRecovery: number;
  readonly connections: number;
}

export type StoppableDatabase = Pick<FaultPostgres, "administer" | "createDatabase" | "end" | "startAgain">;

type Options = Pick<ServerOptions, "from"> & {
  readonly postgres: StoppableDatabase;
  /** Returns whether there is time for another fault. Default: always true. */
  readonly hasTime?: (() => boolean) | undefined;
};

/** Causes a fault while clients write. Resolves when the database responds again. */
type Disturbance = (situation: {
  readonly run: number;
  readonly database: string;
  readonly refused: () => Promise<void>;
}) => Promise<void>;

/** Restarts PostgreSQL, alternately with a normal stop and with SIGKILL. */
export function restartDatabase(options: Options & { readonly runs: number }): Promise<DatabaseReport> {
  const { postgres } = options;
  return disturb(options, async ({ run, refused }) => {
    await postgres.end(run % 2 === 0 ? "SIGKILL" : "SIGINT");
    await refused();
    await postgres.startAgain();
  });
}

/**
 * Like {@link restartDatabase}, but PostgreSQL acknowledges commits up to 30 seconds before it syncs them to the disk
 * (three times `wal_writer_delay`). The service refuses to start with this setting. So the setting is stored first, but
 * PostgreSQL applies it only at its first restart, when the service is already running.
 */
export async function restartWithoutSync(options: Options & { readonly runs: number }): Promise<DatabaseReport> {
  const { postgres } = options;
  await postgres.administer("ALTER SYSTEM SET synchronous_commit = off");
  await postgres.administer("ALTER SYSTEM SET wal_writer_delay = '10s'");
  try {
    return await restartDatabase(options);
  } finally {
    await postgres.administer("ALTER SYSTEM RESET ALL");
    await postgres.administer("SELECT pg_reload_conf()");
  }
}

/** Locks the table `steps`, which all clients write to, for the given time. */
export function lockTable(
  options: Options & { readonly runs: number; readonly seconds: number },
): Promise<DatabaseReport> {
  const { postgres, seconds } = options;
  return disturb(options, async ({ database }) => {
    await postgres.administer(
      `DO $$ BEGIN LOCK TABLE steps IN ACCESS EXCLUSIVE MODE; PERFORM pg_sleep(${seconds}); END $$`,
      database,
    );
  });
}

/**
 * Suspends the PostgreSQL processes of the service's connections for the given time, so that its queries get no
 * response.
 */
export function holdBackends(
  options: Options & { readonly runs: number; readonly seconds: number },
): Promise<DatabaseReport> {
  const { postgres, seconds } = options;
  return disturb(options, async ({ database }) => {
    const rows = await postgres.administer(
      `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND application_name = 'threadline'`,
    );
    const pids = (rows as { pid: number }[]).map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await pause(seconds * 1_000);
    for (const pid of pids) process.kill(pid, "SIGCONT");
  });
}

async function disturb(
  options: Options & { readonly runs: number },
  disturbance: Disturbance,
): Promise<DatabaseReport> {
  const { runs, postgres, from, hasTime = () => true } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-database-"));
  const databaseUrl = await postgres.createDatabase();
  const database = new URL(databaseUrl).pathname.slice(1);
  const server = await startServer({ from, dataDir, databaseUrl });
  const client = new Client(server.url);
  const history = new History();
  const failures: FailedRequest[] = [];
  let batches = 0;
  const load = new Load({
    client,
    history,
    rest: 5,
    onAcknowledged: () => (batches += 1),
    onFailure: (failure) => failures.push(failure),
  });
  const acknowledged = async (more: number): Promise<void> => {
    const before = batches;
    // oxlint-disable-next-line no-await-in-loop -- polls
    while (batches < before + more) await pause(5);
  };
  const refused = async (): Promise<void> => {
    const before = failures.length;
    // oxlint-disable-next-line no-await-in-loop -- as above
    while (failures.length < before + 4) await pause(5);
  };
  let [slowestRecovery, connections, done] = [0, 0, 0];
  load.start();
  try {
    for (let run = 1; run <= runs && (run === 1 || hasTime()); run += 1) {
      // oxlint-disable no-await-in-loop -- one disturbance after the other
      await acknowledged(8);
      await disturbance({ run, database, refused });
      const answeringSince = performance.now();
      await acknowledged(1);
      slowestRecovery = Math.max(slowestRecovery, performance.now() - answeringSince);
      const [row] = await postgres.administer(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = '${database}' AND application_name LIKE 'threadline%'`,
      );
      connections = Math.max(connections, (row as { count: number }).count);
      done = run;
      // oxlint-enable no-await-in-loop
    }
    await load.stop();
    const findings = history.compare(await client.readSteps());
    await server.stop();
    const refusals = new Map<string, number>();
    for (const failure of failures.map(describeFailure)) refusals.set(failure, (refusals.get(failure) ?? 0) + 1);
    return { runs: done, findings, refusals, slowestRecovery, connections };
  } finally {
    await load.stop();
    client.close();
    await server.stop("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Describes a rejected request by its status and message, so that equal rejections can be counted. Mentions a missing
 * `Retry-After` of a 503 response.
 */
export function describeFailure({ status, reason, retryAfter }: FailedRequest): string {
  if (status === null) return "no answer";
  const [, message] = /"message":"([^"]*)"/.exec(reason) ?? [];
  const lack = status === 503 && retryAfter === null ? " (without Retry-After)" : "";
  return `${status}${lack}: ${message ?? reason}`;
}
