import { DeliveryError } from "../delivery-error.ts";
import type { Trouble } from "../trouble.ts";
import { adoptFiles, formatName } from "./segment-file.ts";
import { readSpoolLines, type SpooledRecord } from "./spool-lines.ts";
import type { Segment } from "./spool-port.ts";
import { closeWriter, type NodeModules, openWriter, type Writer } from "./writer.ts";

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
  #count = 0;

  constructor(parts: DiskParts) {
    this.#parts = parts;
    const { modules, folder } = parts;
    modules.fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#writer = openWriter(modules);
  }

  /** Takes over what writers that are gone left behind, oldest first. */
  adopt(): Segment[] {
    const { modules, folder, destination } = this.#parts;
    const files = adoptFiles({ modules, folder, self: this.#writer, destination });
    return files.map(({ path, created, bytes }) => ({
      ...emptySegment(path, created),
      bytes,
      coldFrom: 0,
    }));
  }

  create(): Segment | undefined {
    const { modules, folder, destination } = this.#parts;
    const created = Date.now();
    this.#count += 1;
    const number = String(this.#count).padStart(8, "0");
    const path = modules.path.join(folder, formatName({ created, number, destination, writer: this.#writer }));
    try {
      return { ...emptySegment(path, created), file: modules.fs.openSync(path, "a", 0o600) };
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
      segment.isTorn = true;
      // What is settled and not marked so is sent once more, at worst.
      if (segment.file !== undefined) this.#tellUnwritable(cause);
      return false;
    }
  }

  /** What lies in the file and was not settled, in order. */
  read(segment: Segment): SpooledRecord[] {
    const { modules, trouble } = this.#parts;
    try {
      const { records, damaged } = readSpoolLines(modules.zlib.crc32, modules.fs.readFileSync(segment.path, "utf8"));
      if (damaged > 0) {
        trouble.report(new DeliveryError(`${damaged} damaged lines of the spool were left out: ${segment.path}`));
      }
      return records;
    } catch (cause) {
      trouble.report(new DeliveryError(`A file of the spool cannot be read: ${String(cause)}`, { cause }));
      return [];
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

  /** From now on others may take the files over. */
  leave(): void {
    closeWriter(this.#writer);
  }

  #tellUnwritable(cause: unknown): void {
    const message = `The spool cannot be written, records wait in memory alone: ${String(cause)}`;
    this.#parts.trouble.tell("spool", message, cause);
  }
}

function emptySegment(path: string, created: number): Segment {
  return {
    path,
    created,
    bytes: 0,
    next: 0,
    live: 0,
    coldFrom: undefined,
    cold: undefined,
    held: new Set(),
    file: undefined,
    isTorn: false,
    text: "",
  };
}

/** A disk that fills up takes a part. */
function writeAll(fs: NodeModules["fs"], file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += fs.writeSync(file, bytes, written);
}
