import { readdir, readFile } from "node:fs/promises";

interface Process {
  readonly parent: number;
  /** CPU time in seconds. Includes child processes that have already exited. */
  readonly seconds: number;
}

/**
 * Returns the CPU time of all processes of a PostgreSQL server, in seconds. `backend` is the process id of any
 * connection.
 */
export async function postgresSeconds(backend: number): Promise<number> {
  const processes = new Map<number, Process>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // Null if the process has ended in the meantime.
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => null);
    if (text !== null) processes.set(Number(name), parse(text));
  }
  const postmaster = processes.get(backend)?.parent;
  return [...processes]
    .filter(([id, { parent }]) => id === postmaster || parent === postmaster)
    .reduce((sum, [, { seconds }]) => sum + seconds, 0);
}

/**
 * Parses `/proc/<pid>/stat`. After the process name, which may contain spaces, it contains the state, the parent and,
 * from the twelfth field on, times in hundredths of a second.
 */
function parse(text: string): Process {
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, seconds: (user + system + childrenUser + childrenSystem) / 100 };
}
