import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { findProgram } from "../requirements.ts";
import { userOfServer } from "./postgres-programs.ts";
import { freePort, type PostgresServer } from "./launch-postgres.ts";

export interface Pooler {
  /** Returns the URL of a database behind the pooler. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts pgbouncer with transaction pooling and a limited number of connections. */
export async function startPooler(server: PostgresServer, connections: number): Promise<Pooler> {
  const program = findProgram("pgbouncer");
  if (program === null) throw new Error("pgbouncer is not installed; on Debian: apt-get install pgbouncer.");
  const user = userOfServer();
  const folder = mkdtempSync(join(tmpdir(), "threadline-pooler-"));
  const port = await freePort();
  writeFileSync(join(folder, "users"), '"threadline" ""\n');
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users")}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 100
`,
  );
  if ("uid" in user)
    for (const name of ["", "users", "pgbouncer.ini"]) chownSync(join(folder, name), user.uid, user.gid);
  const pooler = spawn(program, ["-q", join(folder, "pgbouncer.ini")], { ...user, cwd: folder, stdio: "ignore" });
  const exited = once(pooler, "exit");
  const kill = (): boolean => pooler.kill("SIGKILL");
  process.once("exit", kill);
  const url = (database: string): string => `postgres://threadline@127.0.0.1:${port}/${database}`;
  await untilReady(url("migrated"), exited);
  return {
    url,
    async stop() {
      process.off("exit", kill);
      kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, exited: Promise<unknown>): Promise<void> {
  let isOver = false;
  void exited.then(() => (isOver = true));
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await client.connect();
      // oxlint-disable-next-line no-await-in-loop -- sequential
      return await client.end();
    } catch (error) {
      if (isOver) throw new Error("pgbouncer ended at its start.", { cause: error });
      // oxlint-disable-next-line no-await-in-loop -- sequential
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
