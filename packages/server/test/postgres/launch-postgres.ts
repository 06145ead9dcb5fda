import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { watchFolder } from "../canaries/secret-watch.ts";
import { userOfServer } from "./postgres-programs.ts";

/** A PostgreSQL server on loopback. */
export interface PostgresServer {
  readonly port: number;
  /** Returns the URL of a database. Its role owns the tables, and cannot bypass row-level security. */
  url(database: string): string;
  /** Creates a database, optionally from a template. Resolves to its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Opens a connection as the superuser. It is also closed when the server stops. */
  connect(database: string): Promise<Client>;
  /** Runs a statement as the superuser. */
  administer(statement: string, database?: string): Promise<unknown[]>;
  /** Stops the server by a signal (SIGINT: fast shutdown, SIGKILL: crash). Resolves when the process has ended. */
  end(signal: "SIGINT" | "SIGKILL"): Promise<void>;
  /** Restarts a stopped server with the same data and port. Resolves when it accepts connections. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

let tried = 0;

/**
 * Finds a free port. The system does not assign ports of this range, so the port stays free until the server starts. No
 * port is returned twice in a process.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + ((process.pid * 97 + tried) % 8_000);
    tried += 1;
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Starts a server on the cluster in `folder`. The folder is deleted when the server stops. */
export async function launchPostgres({
  bin,
  folder,
  settings,
}: {
  readonly bin: string;
  readonly folder: string;
  readonly settings: readonly string[];
}): Promise<PostgresServer> {
  const user = userOfServer();
  const data = join(folder, "data");
  const port = await freePort();
  const flags = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    ...settings,
  ];
  const launch = () => {
    const process = spawn(join(bin, "postgres"), ["-D", data, ...flags.flatMap((flag) => ["-c", flag])], {
      ...user,
      cwd: folder,
      stdio: "ignore",
    });
    return { process, exited: once(process, "exit") };
  };
  let { process: server, exited } = launch();
  const kill = (): boolean => server.kill("SIGQUIT");
  // Kills the server if the test process is killed.
  process.once("exit", kill);

  const connect = async (database: string): Promise<Client> => {
    // Connects through the socket in the server's folder, which no other server uses.
    const client = new Client({ host: folder, port, user: "postgres", database });
    client.on("error", () => {}); // emitted when the server ends
    await client.connect();
    return client;
  };
  const administer = async (statement: string, database = "postgres"): Promise<unknown[]> => {
    const client = await connect(database);
    try {
      return (await client.query(statement)).rows as unknown[];
    } finally {
      await client.end();
    }
  };
  const url = (database: string): string => `postgres://threadline@127.0.0.1:${port}/${database}`;

  await untilReady(() => administer("SELECT 1"), exited);
  return {
    port,
    url,
    connect,
    administer,
    async createDatabase(name, template = "template0") {
      await administer(`CREATE DATABASE "${name}" OWNER threadline TEMPLATE "${template}"`);
      return url(name);
    },
    async end(signal) {
      server.kill(signal);
      await exited;
    },
    async startAgain() {
      // A backend may run for some milliseconds after its server was killed, and keep the server's shared memory.
      for (;;) {
        ({ process: server, exited } = launch());
        try {
          // oxlint-disable-next-line no-await-in-loop -- one try after the other
          return await untilReady(() => administer("SELECT 1"), exited);
        } catch {
          // oxlint-disable-next-line no-await-in-loop -- sequential
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    async stop() {
      process.off("exit", kill);
      kill();
      await exited;
      // The write-ahead log contains all writes to all databases.
      if (existsSync(data)) watchFolder(join(data, "pg_wal"));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(probe: () => Promise<unknown>, exited: Promise<unknown>): Promise<void> {
  let over = false;
  void exited.then(() => (over = true));
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return void (await probe());
    } catch (error) {
      if (over) throw new Error("The PostgreSQL server ended at its start.", { cause: error });
      // oxlint-disable-next-line no-await-in-loop -- sequential
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
