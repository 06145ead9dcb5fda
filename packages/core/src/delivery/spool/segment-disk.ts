import { monotonicNow } from "../../clock.ts";
import type { ErrorReporter } from "../error-reporter.ts";
import { type AdoptedFile, adoptFiles, hasOtherFiles } from "./adopt-files.ts";
import { formatName, parseName } from "./segment-file.ts";
import { readSpoolLines, type SpoolContent } from "./spool-lines.ts";
import type { Segment } from "./segment.ts";
import { WriterLock } from "./writer-lock.ts";
import { createWriter, type NodeModules, type Writer } from "./writer.ts";

export interface DiskParts {
  modules: NodeModules;
  folder: string;
  /** Hash of the service URL and the API key. A file contains only records for this URL and key. */
  destination: string;
  reporter: ErrorReporter;
}

/** The spool files of one writer. Disk errors are reported; only the constructor throws. */
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

  get hasOthers(): boolean {
    return hasOtherFiles({ ...this.#parts, self: this.#writer });
  }

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
      this.#reportUnwritable(cause);
      return undefined;
    }
  }

  /** Appends `segment.text` and `line` to the file. Returns false if the disk fails. */
  write(segment: Segment, line: string): boolean {
    const { fs } = this.#parts.modules;
    const lines = segment.text + line;
    if (lines === "") return true;
    segment.text = "";
    try {
      // Without `O_CREAT`, opening the file fails if it no longer exists. After `shutdown()`, another process may have
      // adopted the file by renaming it. A second file must not be created at the old path.
      const file = segment.file ?? fs.openSync(segment.path, fs.constants.O_APPEND | fs.constants.O_WRONLY);
      try {
        // If the previous write failed, the file may end with an incomplete line. A line break ends that line. Without
        // it, readers would also skip the next line.
        writeAll(fs, file, segment.isTorn ? `\n${lines}` : lines);
      } finally {
        if (segment.file === undefined) fs.closeSync(file);
      }
      segment.isTorn = false;
      return true;
    } catch (cause) {
      segment.isTorn = !(cause instanceof WholeWriteError);
      // Errors are reported only for an open file. A closed file gets only lines that mark records as stored or
      // dropped. If such a line is missing, a later process at worst sends the records again.
      if (segment.file !== undefined) this.#reportUnwritable(cause instanceof WholeWriteError ? cause.cause : cause);
      return false;
    }
  }

  /**
   * Returns the records of a file that are not marked as stored or dropped, in order. Undefined if the file cannot be
   * read now.
   */
  read(segment: Segment): SpoolContent | undefined {
    const { modules, reporter } = this.#parts;
    try {
      return readSpoolLines(modules.zlib.crc32, modules.fs.readFileSync(segment.path, "utf8"));
    } catch (cause) {
      const message = `A spool file cannot be read; retrying: ${String(cause)}`;
      reporter.reportThrottled("spool unreadable", message, cause);
      return isMissing(cause) ? { records: [], damaged: 1 } : undefined;
    }
  }

  close(segment: Segment): void {
    if (segment.file === undefined) return;
    try {
      this.#parts.modules.fs.closeSync(segment.file);
    } catch {
      // An error of `closeSync` is ignored, because the data is already written.
    }
    segment.file = undefined;
  }

  remove(segment: Segment): void {
    this.close(segment);
    try {
      this.#parts.modules.fs.rmSync(segment.path, { force: true });
    } catch (cause) {
      this.#parts.reporter.reportThrottled("spool", `A spool file cannot be removed: ${String(cause)}`, cause);
    }
  }

  /** Updates the modification times of the files, which shows other systems that the writer is alive. */
  touch(segments: readonly Segment[]): void {
    const now = new Date();
    for (const { path } of segments) {
      try {
        this.#parts.modules.fs.utimesSync(path, now, now);
      } catch {
        // The error is ignored, because `touch` is called again after the next interval.
      }
    }
  }

  releaseLock(): void {
    this.#lock.release();
  }

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
        // The error is ignored. The file name then does not contain `free`. Other writers can still adopt the file,
        // because the lock is released below.
      }
    }
    this.#lock.release();
  }

  /**
   * Returns the age of a file in milliseconds. If the file was written on this system since the system started, the age
   * is computed from the uptime. Unlike the wall clock, the uptime is never changed.
   */
  #ageOf({ name: { writer, uptime, created } }: AdoptedFile): number {
    const isOwnSystem = writer.machine === this.#writer.machine;
    return isOwnSystem ? this.#parts.modules.os.uptime() * 1000 - uptime : Date.now() - created;
  }

  #reportUnwritable(cause: unknown): void {
    const message = `The spool cannot be written; records are kept in memory only: ${String(cause)}`;
    this.#parts.reporter.reportThrottled("spool", message, cause);
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

class WholeWriteError extends Error {}

/** Writes the whole text. If the disk is full, removes what was written, and throws a `WholeWriteError`. */
function writeAll(fs: NodeModules["fs"], file: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(file, bytes, written);
  } catch (cause) {
    if (written > 0) fs.ftruncateSync(file, fs.fstatSync(file).size - written);
    throw new WholeWriteError("The line could not be written", { cause });
  }
}
