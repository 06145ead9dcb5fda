import { readdir, readFile } from "node:fs/promises";

interface Process {
  readonly parent: number;
  /** Seconds of the processor, its ended children included. */
  readonly seconds: number;
}

/** Seconds of the processor that a PostgreSQL server has taken in all of its processes; `backend` is one of them. */
export async function postgresSeconds(backend: number): Promise<number> {
  const processes = new Map<number, Process>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // One that has ended meanwhile is nobody's.
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => null);
    if (text !== null) processes.set(Number(name), parse(text));
  }
  const postmaster = processes.get(backend)?.parent;
  return [...processes]
    .filter(([id, { parent }]) => id === postmaster || parent === postmaster)
    .reduce((sum, [, { seconds }]) => sum + seconds, 0);
}

/** Behind the name, which may hold spaces: state, parent, and from the twelfth on the times in hundredths of a second. */
function parse(text: string): Process {
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, seconds: (user + system + childrenUser + childrenSystem) / 100 };
}
