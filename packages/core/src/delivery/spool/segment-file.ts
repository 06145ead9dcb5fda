import { isAlive, type NodeModules, type Writer } from "./writer.ts";

/** What the name of a file tells. */
export interface SegmentName {
  /** When it was begun, in epoch milliseconds. */
  readonly created: number;
  /** Tells apart the files of one millisecond; in order. */
  readonly number: string;
  /** The service and key that its records are for. */
  readonly destination: string;
  readonly writer: Writer;
}

/** A file of another machine that shares the folder is taken over when nobody has written to it for so long. */
const FOREIGN_IDLE_MS = 10 * 60_000;

/** Names sort by time. */
export function formatName({ created, number, destination, writer }: SegmentName): string {
  const { host, pid, start, thread, unique } = writer;
  return `${String(created).padStart(14, "0")}-${number}~${destination}~${host}~${pid}~${start}~${thread}~${unique}.spool`;
}

export function parseName(name: string): SegmentName | undefined {
  const match = /^(\d{14})-([\w-]+)~(\w+)~([\w.-]*)~(\d+)~(\d*)~(\d+)~(\w+)\.spool$/.exec(name);
  if (match === null) return undefined;
  const [, created, number = "", destination = "", host = "", pid, start = "", thread, unique = ""] = match;
  const writer = { host, pid: Number(pid), start, thread: Number(thread), unique };
  return { created: Number(created), number, destination, writer };
}

/** What adoption needs. */
export interface Adoption {
  modules: NodeModules;
  folder: string;
  self: Writer;
  destination: string;
}

/** A file that was taken over. */
export interface AdoptedFile {
  path: string;
  created: number;
  bytes: number;
}

/** Takes over the files whose writers are gone, oldest first. Of several processes that try, one gets each file. */
export function adoptFiles({ modules, folder, self, destination }: Adoption): AdoptedFile[] {
  const { fs, path } = modules;
  return fs
    .readdirSync(folder)
    .toSorted()
    .flatMap((name): AdoptedFile[] => {
      const parsed = parseName(name);
      if (parsed?.destination !== destination) return [];
      const from = path.join(folder, name);
      const number = `${parsed.number}-${parsed.writer.unique}`;
      const to = path.join(folder, formatName({ ...parsed, number, writer: self }));
      try {
        const { size, mtimeMs } = fs.statSync(from);
        const isForeign = parsed.writer.host !== self.host;
        const isInUse = isForeign ? Date.now() - mtimeMs < FOREIGN_IDLE_MS : isAlive(modules, parsed.writer, self);
        if (isInUse) return [];
        fs.renameSync(from, to);
        return [{ path: to, created: parsed.created, bytes: size }];
      } catch {
        // Another process was faster.
        return [];
      }
    });
}
