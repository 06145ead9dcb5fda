import { ConfigError } from "../../errors.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DropReason } from "../drops.ts";
import type { QueuedRecord } from "../record-queue.ts";
import { adoptFiles, formatName } from "./segment-file.ts";
import { readSpoolLines, recordLine, settledLine, type SpoolContent } from "./spool-lines.ts";
import type { OpenSpool, Place, Segment, Spool, SpoolListeners, SpoolOptions } from "./spool-port.ts";
import { closeWriter, type NodeModules, nodeModules, openWriter, type Writer } from "./writer.ts";

/** Small enough to be read at once. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** More is not held back until the end of the turn. */
const MOST_UNWRITTEN = 64 * 1024;

/**
 * Prepares a spool of the folder for one service and key.
 *
 * @throws {ConfigError} where there is no file system, or an option is unusable.
 */
export function createSpoolOpener(
  spool: string | SpoolOptions,
  destination: string,
  modules: NodeModules | undefined = nodeModules(),
): OpenSpool {
  const options: SpoolOptions = typeof spool === "string" ? { folder: spool } : spool;
  const { folder, maxBytes = 1024 ** 3, maxAgeMs = 7 * 24 * 3_600_000 } = options;
  if (modules === undefined) throw new ConfigError("spool needs a runtime with a file system");
  if (!folder) throw new ConfigError("spool.folder must name a folder");
  if (!(maxBytes > 0)) throw new ConfigError("spool.maxBytes must be a number above 0");
  if (!(maxAgeMs > 0)) throw new ConfigError("spool.maxAgeMs must be a number above 0");
  const hash = modules.zlib.crc32(destination).toString(16);
  return (listeners) => {
    try {
      return new FolderSpool({ modules, folder, maxBytes, maxAgeMs, destination: hash, ...listeners });
    } catch (cause) {
      listeners.trouble.report(new DeliveryError(`The spool ${folder} cannot be used: ${String(cause)}`, { cause }));
      return undefined;
    }
  };
}

interface SpoolParts extends SpoolListeners {
  modules: NodeModules;
  folder: string;
  maxBytes: number;
  maxAgeMs: number;
  destination: string;
}

/**
 * A copy on disk of what waits: files of lines that are only added to, one set for each process. What a process leaves behind is
 * taken over by the next one. Lines are written at the end of each turn of the event loop, and when the process ends.
 */
class FolderSpool implements Spool {
  readonly #parts: SpoolParts;
  readonly #writer: Writer;
  /** Oldest first; the last one may be open. */
  readonly #segments: Segment[];
  #current: Segment | undefined;
  #count = 0;
  #isWriting = false;

  constructor(parts: SpoolParts) {
    this.#parts = parts;
    const { modules, folder, destination } = parts;
    modules.fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#writer = openWriter(modules);
    const files = adoptFiles({ modules, folder, self: this.#writer, destination });
    const state = { next: 0, live: 0, coldFrom: 0, cold: undefined, file: undefined, isTorn: false, text: "" };
    this.#segments = files.map((file) => ({ ...file, ...state }));
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get isBehind(): boolean {
    return this.#segments.some(({ coldFrom }) => coldFrom !== undefined);
  }

  get coldCount(): number {
    return this.#segments.reduce((sum, { coldFrom, cold = 1 }) => sum + (coldFrom === undefined ? 0 : cold), 0);
  }

  append(record: QueuedRecord): Place | undefined {
    if (!this.#hasRoom(record.json.length)) return undefined;
    const segment = this.#open();
    if (segment === undefined) return undefined;
    const sequence = segment.next;
    segment.next += 1;
    segment.live += 1;
    this.#addLine(segment, recordLine(this.#checksum, sequence, record));
    return { segment, sequence };
  }

  keepOnDisk({ segment, sequence }: Place): boolean {
    if (!this.write() || segment.isTorn) return false;
    segment.live -= 1;
    segment.coldFrom ??= sequence;
    segment.cold = (segment.cold ?? 0) + 1;
    return true;
  }

  load(): { record: QueuedRecord; place: Place }[] {
    const segment = this.#segments.find(({ coldFrom }) => coldFrom !== undefined);
    if (segment === undefined) return [];
    if (segment === this.#current) this.#rotate();
    const isExpired = segment.created + this.#parts.maxAgeMs < Date.now();
    const records = this.#readCold(segment);
    this.#drop((segment.cold ?? 0) - records.length, "unreadable", "the spool is damaged");
    segment.coldFrom = undefined;
    segment.cold = undefined;
    if (isExpired) this.#drop(records.length, "expired", "it was older than the spool keeps");
    else segment.live += records.length;
    if (segment.live === 0) this.#remove(segment);
    return isExpired ? [] : records.map(({ record, sequence }) => ({ record, place: { segment, sequence } }));
  }

  settle(places: readonly Place[]): void {
    for (const segment of new Set(places.map((place) => place.segment))) {
      const sequences = places.filter((place) => place.segment === segment).map(({ sequence }) => sequence);
      segment.live -= sequences.length;
      if (segment.live === 0 && segment.coldFrom === undefined) this.#remove(segment);
      else this.#addLine(segment, settledLine(this.#checksum, sequences));
    }
  }

  write(): boolean {
    const { fs } = this.#parts.modules;
    for (const segment of this.#segments.filter(({ text }) => text !== "")) {
      const { text } = segment;
      segment.text = "";
      try {
        // Never made anew: another process may have taken it over after `shutdown()`.
        const file = segment.file ?? fs.openSync(segment.path, fs.constants.O_APPEND | fs.constants.O_WRONLY);
        writeAll(fs, file, text);
        if (segment.file === undefined) fs.closeSync(file);
      } catch (cause) {
        segment.isTorn = true;
        if (segment.file === undefined) continue;
        this.#parts.trouble.tell(
          "spool",
          `The spool cannot be written, records wait in memory alone: ${String(cause)}`,
          cause,
        );
        // What follows a torn line would be torn as well.
        if (segment === this.#current) this.#rotate();
        return false;
      }
    }
    return true;
  }

  close(): void {
    this.write();
    this.#rotate();
    closeWriter(this.#writer);
  }

  readonly #checksum = (text: string): number => this.#parts.modules.zlib.crc32(text);

  #addLine(segment: Segment, line: string): void {
    segment.text += line;
    segment.bytes += line.length;
    if (segment.text.length > MOST_UNWRITTEN) this.write();
    if (this.#isWriting) return;
    this.#isWriting = true;
    setImmediate(() => {
      this.#isWriting = false;
      this.write();
    });
  }

  #open(): Segment | undefined {
    if (this.#current !== undefined && this.#current.bytes < SEGMENT_BYTES) return this.#current;
    this.#rotate();
    const { modules, folder, destination, trouble } = this.#parts;
    const created = Date.now();
    this.#count += 1;
    const name = formatName({
      created,
      number: String(this.#count).padStart(8, "0"),
      destination,
      writer: this.#writer,
    });
    const path = modules.path.join(folder, name);
    try {
      const file = modules.fs.openSync(path, "a", 0o600);
      const state = { bytes: 0, next: 0, live: 0, coldFrom: undefined, cold: undefined, isTorn: false, text: "" };
      this.#current = { path, created, file, ...state };
      this.#segments.push(this.#current);
    } catch (cause) {
      trouble.tell("spool", `The spool cannot be written, records wait in memory alone: ${String(cause)}`, cause);
    }
    return this.#current;
  }

  /** The current file is complete. */
  #rotate(): void {
    const segment = this.#current;
    if (segment === undefined) return;
    this.write();
    this.#current = undefined;
    this.#closeFile(segment);
  }

  #closeFile(segment: Segment): void {
    if (segment.file === undefined) return;
    try {
      this.#parts.modules.fs.closeSync(segment.file);
    } catch {
      // What was written is written.
    }
    segment.file = undefined;
  }

  #remove(segment: Segment): void {
    if (segment === this.#current) this.#current = undefined;
    this.#segments.splice(this.#segments.indexOf(segment), 1);
    this.#closeFile(segment);
    try {
      this.#parts.modules.fs.rmSync(segment.path, { force: true });
    } catch (cause) {
      this.#parts.trouble.tell("spool", `A file of the spool cannot be removed: ${String(cause)}`, cause);
    }
  }

  #hasRoom(characters: number): boolean {
    const { maxBytes, trouble } = this.#parts;
    while (this.bytes + characters > maxBytes) {
      const segment = this.#segments.find(({ coldFrom, live }) => coldFrom !== undefined && live === 0);
      if (segment === undefined) {
        trouble.tell("spool_full", `The spool holds ${maxBytes} bytes, more records wait in memory alone`);
        return false;
      }
      if (segment === this.#current) this.#rotate();
      this.#drop(segment.cold ?? this.#readCold(segment).length, "spool_full", `the spool holds ${maxBytes} bytes`);
      this.#remove(segment);
    }
    return true;
  }

  #readCold(segment: Segment): SpoolContent["records"] {
    const { modules, trouble } = this.#parts;
    const from = segment.coldFrom ?? 0;
    try {
      const { records, damaged } = readSpoolLines(this.#checksum, modules.fs.readFileSync(segment.path, "utf8"));
      if (damaged > 0) {
        trouble.report(new DeliveryError(`${damaged} damaged lines of the spool were left out: ${segment.path}`));
      }
      return records.filter(({ sequence }) => sequence >= from);
    } catch (cause) {
      trouble.report(new DeliveryError(`A file of the spool cannot be read: ${String(cause)}`, { cause }));
      return [];
    }
  }

  #drop(count: number, reason: DropReason, why: string): void {
    if (count > 0) this.#parts.drops.drop({}, { reason, why, count });
  }
}

/** A disk that fills up takes a part. */
function writeAll(fs: NodeModules["fs"], file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += fs.writeSync(file, bytes, written);
}
