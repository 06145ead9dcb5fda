import { formatName, parseName, type SegmentName } from "./segment-file.ts";
import { type WriterLock, parseLockName } from "./writer-lock.ts";
import type { Liveness, NodeModules, Writer } from "./writer.ts";

/**
 * If a file has not changed for this time, in milliseconds, the process that wrote it is assumed to have ended. Used
 * only if no socket shows whether the process still runs.
 */
const IDLE_MS = 10 * 60_000;
/**
 * Minimum age at which a lock without a listening process is removed, in milliseconds. The process of a younger lock
 * may be just opening its socket. The sockets of other systems cannot be tested, so `FOREIGN_LOCK_IDLE_MS` applies to
 * their locks.
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

export function hasOtherFiles({ modules, folder, self, destination }: Omit<Adoption, "lock">): boolean {
  return modules.fs.readdirSync(folder).some((name) => {
    const parsed = parseName(name);
    return parsed?.destination === destination && parsed.writer.unique !== self.unique;
  });
}

/**
 * Takes over the files of writers that have ended, oldest first, by renaming them. If several processes try to take
 * over a file, only one succeeds.
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
    // Files of different writers may have the same number. The id of the previous writer makes the new number unique.
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
 * Compares the ages of two files. If both were written on this system, compares by uptime, because the wall clock may
 * be changed.
 */
function compare(left: SegmentName, right: SegmentName, { machine }: Writer): number {
  const isSame = left.writer.machine === machine && right.writer.machine === machine;
  return isSame ? left.uptime - right.uptime : left.created - right.created;
}

interface LockRemoval extends Pick<Adoption, "modules" | "folder" | "self"> {
  isHeld: (writer: Writer) => Promise<boolean>;
  gone: ReadonlySet<string>;
}

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
