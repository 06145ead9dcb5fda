import { monotonicNow } from "../../clock.ts";
import type { Trouble } from "../trouble.ts";
import { type AdoptedFile, adoptFiles, hasOtherFiles } from "./adopt-files.ts";
import { formatName, parseName } from "./segment-file.ts";
import { readSpoolLines, type SpoolContent } from "./spool-lines.ts";
import type { Segment } from "./segment.ts";
import { WriterLock } from "./writer-lock.ts";
import { createWriter, type NodeModules, type Writer } from "./writer.ts";

/** What a {@link SegmentDisk} works with. */
export interface DiskParts {
  modules: NodeModules;
  folder: string;
  /** Stands for the service and key that the records are for. */
  destination: string;
  trouble: Trouble;
}

/** The files of one writer in the folder. It tells of what the disk refuses, and never throws after it was made. */
export class SegmentDisk {
  readonly #parts: DiskParts;
  readonly #writer: Writer;
  readonly #lock: WriterLock;
  #count = 0;

  constructor(parts: DiskParts) {
    this.#parts = parts;
    const { modules, folder } = parts;
    modules.fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#writer = createWriter(modules);
    this.#lock = new WriterLock({ modules, folder, writer: this.#writer });
  }

  /** Whether others have files in the folder that `adopt` may take over. */
  get hasOthers(): boolean {
    return hasOtherFiles({ ...this.#parts, self: this.#writer });
  }

  /** Takes over what writers that are gone left behind, oldest first. */
  async adopt(): Promise<Segment[]> {
    const files = await adoptFiles({ ...this.#parts, self: this.#writer, lock: this.#lock });
    return files.map((file) => ({
      ...emptySegment(file.path),
      bytes: file.bytes,
      ageMs: this.#ageOf(file),
      coldFrom: 0,
    }));
  }

  create(): Segment | undefined {
    const { modules, folder, destination } = this.#parts;
    this.#count += 1;
    const number = String(this.#count).padStart(8, "0");
    const name = formatName({
      created: Date.now(),
      uptime: modules.os.uptime() * 1000,
      number,
      destination,
      writer: this.#writer,
      liveness: this.#lock.hold(),
    });
    const path = modules.path.join(folder, name);
    try {
      return { ...emptySegment(path), file: modules.fs.openSync(path, "a", 0o600) };
    } catch (cause) {
      this.#tellUnwritable(cause);
      return undefined;
    }
  }

  /** Writes the lines that wait and the one that is given; false when the disk refuses. */
  write(segment: Segment, line: string): boolean {
    const { fs } = this.#parts.modules;
    const lines = segment.text + line;
    if (lines === "") return true;
    segment.text = "";
    try {
      // Never made anew: another process may have taken it over after `shutdown()`.
      const file = segment.file ?? fs.openSync(segment.path, fs.constants.O_APPEND | fs.constants.O_WRONLY);
      try {
        // What follows a torn line would be torn as well.
        writeAll(fs, file, segment.isTorn ? `\n${lines}` : lines);
      } finally {
        if (segment.file === undefined) fs.closeSync(file);
      }
      segment.isTorn = false;
      return true;
    } catch (cause) {
      segment.isTorn = !(cause instanceof WholeWriteError);
      // What is settled and not marked so is sent once more, at worst.
      if (segment.file !== undefined) this.#tellUnwritable(cause instanceof WholeWriteError ? cause.cause : cause);
      return false;
    }
  }

  /** What lies in the file and was not settled, in order; undefined when it cannot be read now. */
  read(segment: Segment): SpoolContent | undefined {
    const { modules, trouble } = this.#parts;
    try {
      return readSpoolLines(modules.zlib.crc32, modules.fs.readFileSync(segment.path, "utf8"));
    } catch (cause) {
      const message = `A file of the spool cannot be read, and is tried again: ${String(cause)}`;
      trouble.tell("spool unreadable", message, cause);
      return isMissing(cause) ? { records: [], damaged: 1 } : undefined;
    }
  }

  close(segment: Segment): void {
    if (segment.file === undefined) return;
    try {
      this.#parts.modules.fs.closeSync(segment.file);
    } catch {
      // What was written is written.
    }
    segment.file = undefined;
  }

  remove(segment: Segment): void {
    this.close(segment);
    try {
      this.#parts.modules.fs.rmSync(segment.path, { force: true });
    } catch (cause) {
      this.#parts.trouble.tell("spool", `A file of the spool cannot be removed: ${String(cause)}`, cause);
    }
  }

  /** Shows other systems that the files have a living writer. */
  touch(segments: readonly Segment[]): void {
    const now = new Date();
    for (const { path } of segments) {
      try {
        this.#parts.modules.fs.utimesSync(path, now, now);
      } catch {
        // It is gone, or the next time.
      }
    }
  }

  /** There are no files any more. */
  rest(): void {
    this.#lock.release();
  }

  /** From now on others may take the files over. */
  leave(segments: readonly Segment[]): void {
    const { fs, path } = this.#parts.modules;
    for (const segment of segments) {
      const parsed = parseName(path.basename(segment.path));
      if (parsed === undefined) continue;
      try {
        const to = path.join(path.dirname(segment.path), formatName({ ...parsed, liveness: "free" }));
        fs.renameSync(segment.path, to);
        segment.path = to;
      } catch {
        // It is found by its lock, which ends now.
      }
    }
    this.#lock.release();
  }

  /** Since its start by a clock that is never set, where it was begun on this running system. */
  #ageOf({ name: { writer, uptime, created } }: AdoptedFile): number {
    const isOwnSystem = writer.machine === this.#writer.machine;
    return isOwnSystem ? this.#parts.modules.os.uptime() * 1000 - uptime : Date.now() - created;
  }

  #tellUnwritable(cause: unknown): void {
    const message = `The spool cannot be written, records wait in memory alone: ${String(cause)}`;
    this.#parts.trouble.tell("spool", message, cause);
  }
}

function emptySegment(path: string): Segment {
  return {
    path,
    ageMs: 0,
    since: monotonicNow(),
    bytes: 0,
    next: 0,
    live: 0,
    coldFrom: undefined,
    cold: undefined,
    isUnreadable: false,
    file: undefined,
    isTorn: false,
    text: "",
  };
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "ENOENT";
}

/** The disk refused, and the file is as it was before. */
class WholeWriteError extends Error {}

/** A disk that fills up takes a part, which is taken back. */
function writeAll(fs: NodeModules["fs"], file: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(file, bytes, written);
  } catch (cause) {
    if (written > 0) fs.ftruncateSync(file, fs.fstatSync(file).size - written);
    throw new WholeWriteError("The disk took no whole line", { cause });
  }
}
