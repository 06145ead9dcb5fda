import { formatName, parseName, type SegmentName } from "./segment-file.ts";
import { type WriterLock, parseLockName } from "./writer-lock.ts";
import type { Liveness, NodeModules, Writer } from "./writer.ts";

/**
 * Minimum age of a file's modification time before the file is adopted, in milliseconds. Only applies to writers
 * without a socket, and to writers on other systems.
 */
const IDLE_MS = 10 * 60_000;
/**
 * Age at which a lock without files is removed, in milliseconds. On the same system, the age only protects a new writer
 * that does not listen yet. The sockets of another system are not reachable, so its locks are kept longer.
 */
const LOCK_IDLE_MS = 60_000;
const FOREIGN_LOCK_IDLE_MS = 24 * 3_600_000;

export interface Adoption {
  modules: NodeModules;
  folder: string;
  self: Writer;
  lock: WriterLock;
  destination: string;
}

export interface AdoptedFile {
  path: string;
  name: SegmentName;
  bytes: number;
}

/** Whether the folder has files that other writers wrote for the same destination. */
export function hasOtherFiles({ modules, folder, self, destination }: Omit<Adoption, "lock">): boolean {
  return modules.fs.readdirSync(folder).some((name) => {
    const parsed = parseName(name);
    return parsed?.destination === destination && parsed.writer.unique !== self.unique;
  });
}

/**
 * Adopts files whose writers have ended, oldest first. Each file is adopted by only one process, even if several try.
 */
export async function adoptFiles({ modules, folder, self, lock, destination }: Adoption): Promise<AdoptedFile[]> {
  const { fs, path } = modules;
  const held = new Map<string, Promise<boolean>>();
  const isHeld = (writer: Writer): Promise<boolean> => {
    const known = held.get(writer.unique) ?? lock.isHeld(writer);
    held.set(writer.unique, known);
    return known;
  };
  const isFree = async (name: string, { liveness, writer }: SegmentName): Promise<boolean> => {
    if (liveness === "free") return true;
    if (liveness === "socket" && writer.machine === self.machine) return !(await isHeld(writer));
    return Date.now() - fs.statSync(path.join(folder, name)).mtimeMs >= IDLE_MS;
  };
  const take = (name: string, parsed: SegmentName, liveness: Liveness): AdoptedFile => {
    // The name contains the id of the previous writer, so that it is unique.
    const number = `${parsed.number}-${parsed.writer.unique}`;
    const to = path.join(folder, formatName({ ...parsed, number, writer: self, liveness }));
    fs.renameSync(path.join(folder, name), to);
    return { path: to, name: parsed, bytes: fs.statSync(to).size };
  };

  const found = fs.readdirSync(folder).flatMap((name) => {
    const parsed = parseName(name);
    const isOurs = parsed?.destination === destination && parsed.writer.unique !== self.unique;
    return isOurs ? [{ name, parsed }] : [];
  });
  const free = await Promise.all(found.map(({ name, parsed }) => isFree(name, parsed).catch(() => false)));
  const adopted = found
    .filter((_file, index) => free[index])
    .toSorted((left, right) => compare(left.parsed, right.parsed, self))
    .flatMap(({ name, parsed }) => {
      try {
        return [take(name, parsed, lock.hold())];
      } catch {
        // Another process adopted the file first.
        return [];
      }
    });
  const gone = new Set(found.filter((_file, index) => free[index]).map(({ parsed }) => parsed.writer.unique));
  await removeLocks({ modules, folder, self, isHeld, gone });
  return adopted;
}

/**
 * Compares the ages of two files: by uptime if both were written on this system, because the wall clock may be changed.
 */
function compare(left: SegmentName, right: SegmentName, { machine }: Writer): number {
  const isSame = left.writer.machine === machine && right.writer.machine === machine;
  return isSame ? left.uptime - right.uptime : left.created - right.created;
}

interface LockRemoval extends Pick<Adoption, "modules" | "folder" | "self"> {
  isHeld: (writer: Writer) => Promise<boolean>;
  /** Ids of writers that have ended. */
  gone: ReadonlySet<string>;
}

/** Removes the socket files of processes that were killed. */
async function removeLocks({ modules: { fs, path }, folder, self, isHeld, gone }: LockRemoval): Promise<void> {
  const isLeft = async (writer: Writer, idleMs: number): Promise<boolean> => {
    if (gone.has(writer.unique)) return true;
    if (writer.machine !== self.machine) return idleMs > FOREIGN_LOCK_IDLE_MS;
    return idleMs > LOCK_IDLE_MS && !(await isHeld(writer));
  };
  for (const name of fs.readdirSync(folder)) {
    const writer = parseLockName(name);
    if (writer === undefined || writer.unique === self.unique) continue;
    const file = path.join(folder, name);
    try {
      const idleMs = Date.now() - fs.statSync(file).mtimeMs;
      if (await isLeft(writer, idleMs)) fs.rmSync(file, { force: true });
    } catch {
      // Another process has removed the lock.
    }
  }
}
