import { readdir, readFile } from "node:fs/promises";

interface Process {
  readonly parent: number;
  /** CPU time of the process and of its exited child processes, in seconds. */
  readonly seconds: number;
}

/**
 * Returns the CPU time of all processes of a PostgreSQL server, in seconds. `backend` is the id of any process that the
 * server started. The parent of this process is the server's main process.
 */
export async function postgresSeconds(backend: number): Promise<number> {
  const processes = new Map<number, Process>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // `text` is null if the process ended after `readdir` listed it.
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => null);
    if (text !== null) processes.set(Number(name), parse(text));
  }
  const postmaster = processes.get(backend)?.parent;
  return [...processes]
    .filter(([id, { parent }]) => id === postmaster || parent === postmaster)
    .reduce((sum, [, { seconds }]) => sum + seconds, 0);
}

/**
 * Parses `/proc/<pid>/stat`. The process name is in parentheses and may contain spaces. The fields after the name are
 * the state, the parent and, from the twelfth field on, CPU times in hundredths of a second.
 */
function parse(text: string): Process {
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, seconds: (user + system + childrenUser + childrenSystem) / 100 };
}
