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
  /** Hash of the URL of the service and the key that the records are for. */
  destination: string;
  reporter: ErrorReporter;
}

/** The files of one writer in the folder. Reports disk errors; only the constructor throws. */
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

  /** Whether the folder has files of other writers that `adopt` may adopt. */
  get hasOthers(): boolean {
    return hasOtherFiles({ ...this.#parts, self: this.#writer });
  }

  /** Adopts the files of writers that have ended, oldest first. */
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

  /** Writes the pending lines and the given one; returns false on a disk error. */
  write(segment: Segment, line: string): boolean {
    const { fs } = this.#parts.modules;
    const lines = segment.text + line;
    if (lines === "") return true;
    segment.text = "";
    try {
      // The file is opened without creating it, because another process may have adopted it after `shutdown()`.
      const file = segment.file ?? fs.openSync(segment.path, fs.constants.O_APPEND | fs.constants.O_WRONLY);
      try {
        // After an incomplete line, starts a new one. Otherwise, readers would skip the text together with the
        // incomplete line.
        writeAll(fs, file, segment.isTorn ? `\n${lines}` : lines);
      } finally {
        if (segment.file === undefined) fs.closeSync(file);
      }
      segment.isTorn = false;
      return true;
    } catch (cause) {
      segment.isTorn = !(cause instanceof WholeWriteError);
      // At worst, records that are already settled are sent again.
      if (segment.file !== undefined) this.#reportUnwritable(cause instanceof WholeWriteError ? cause.cause : cause);
      return false;
    }
  }

  /** Returns the unsettled records of a file, in order; undefined when the file cannot be read now. */
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
      // An error is harmless, because the data is already written.
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

  /** Updates the modification times of the files, to show other systems that their writer is alive. */
  touch(segments: readonly Segment[]): void {
    const now = new Date();
    for (const { path } of segments) {
      try {
        this.#parts.modules.fs.utimesSync(path, now, now);
      } catch {
        // `touch` is called again after the next interval.
      }
    }
  }

  /** Releases the lock when no files are left. */
  releaseLock(): void {
    this.#lock.release();
  }

  /** Allows other writers to adopt the files. */
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
        // Releasing the lock, below, also shows that the file is free.
      }
    }
    this.#lock.release();
  }

  /**
   * Returns the age of a file in milliseconds. If the file was written on this system since the system started, the age
   * is measured by uptime.
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

/** A disk error after which the file is unchanged. */
class WholeWriteError extends Error {}

/** Writes the whole text or nothing: if the disk is full, a partial write is removed again. */
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
