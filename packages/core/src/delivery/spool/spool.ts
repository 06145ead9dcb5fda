import { monotonicNow } from "../../clock.ts";
import { ConfigError } from "../../errors.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DropReason, Drops } from "../drops.ts";
import type { EncodedRecord } from "../record.ts";
import { textOf } from "../shared-json.ts";
import { type DiskParts, SegmentDisk } from "./segment-disk.ts";
import { recordLine, settledLine, type SpoolContent, type SpooledRecord } from "./spool-lines.ts";
import type { OpenSpool, Spool, SpoolOptions } from "./spool-port.ts";
import type { Place, Segment } from "./segment.ts";
import { type NodeModules, nodeModules } from "./writer.ts";

/** Small enough to be read at once. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** How often others' files are looked for, and the own ones touched. */
const LOOK_MS = 60_000;
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

interface SpoolParts extends DiskParts {
  maxBytes: number;
  maxAgeMs: number;
  drops: Drops;
  onAdopted: () => void;
}

/**
 * A copy on disk of what waits: files of lines that are only added to, one set for each process. What a process leaves behind is
 * taken over by the next one. A record is written at once, so that it outlives whatever ends the process; what was settled is
 * written at the end of the turn of the event loop.
 */
class FolderSpool implements Spool {
  readonly #parts: SpoolParts;
  readonly #disk: SegmentDisk;
  /** Oldest first; the last one may be open. */
  readonly #segments: Segment[] = [];
  #current: Segment | undefined;
  #isWriting = false;
  #isAdopting: boolean;
  #isClosed = false;
  readonly #timer: NodeJS.Timeout;
  readonly ready: Promise<void>;

  constructor(parts: SpoolParts) {
    this.#parts = parts;
    this.#disk = new SegmentDisk(parts);
    this.#isAdopting = this.#disk.hasOthers;
    this.ready = this.#isAdopting ? this.#adopt() : Promise.resolve();
    this.#timer = lookAgain(parts.modules.timers, new WeakRef(this));
  }

  /** Touches the own files, and takes over those whose writers went meanwhile. */
  look(): void {
    this.#disk.touch(this.#segments);
    void this.#adopt();
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get isBehind(): boolean {
    return this.#isAdopting || this.#segments.some(isReadableAndCold);
  }

  get coldCount(): number {
    return this.#segments.reduce((sum, { coldFrom, cold = 1 }) => sum + (coldFrom === undefined ? 0 : cold), 0);
  }

  append(record: EncodedRecord): Place | undefined {
    return this.#add(record);
  }

  keepOnDisk({ segment, sequence }: Place): void {
    segment.live -= 1;
    segment.coldFrom ??= sequence;
    segment.cold = (segment.cold ?? 0) + 1;
  }

  load(): { record: EncodedRecord; place: Place }[] {
    if (this.#isAdopting) return [];
    const segment =
      this.#segments.find(isReadableAndCold) ?? this.#segments.find(({ coldFrom }) => coldFrom !== undefined);
    if (segment === undefined) return [];
    if (segment === this.#current) this.#rotate();
    const content = this.#readCold(segment);
    segment.isUnreadable = content === undefined;
    if (content === undefined) return [];
    const { records, damaged } = content;
    const isExpired = segment.ageMs + monotonicNow() - segment.since > this.#parts.maxAgeMs;
    const lost = segment.cold === undefined ? damaged : segment.cold - records.length;
    this.#drop(lost, "unreadable", `the spool is damaged: ${segment.path}`);
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
      else this.#addSettled(segment, settledLine(this.#parts.modules.zlib.crc32, sequences));
    }
  }

  write(): void {
    for (const segment of this.#segments) this.#disk.write(segment, "");
  }

  close(): void {
    this.#parts.modules.timers.clearInterval(this.#timer);
    this.#isAdopting = false;
    this.#isClosed = true;
    this.write();
    this.#rotate();
    this.#disk.leave(this.#segments);
  }

  async #adopt(): Promise<void> {
    try {
      const segments = await this.#disk.adopt();
      if (this.#isClosed) return this.#disk.leave(segments);
      // They are older than all that was recorded meanwhile.
      this.#segments.unshift(...segments);
    } catch (cause) {
      this.#parts.trouble.tell("spool", `The files of the spool cannot be taken over: ${String(cause)}`, cause);
    }
    this.#isAdopting = false;
    if (this.#segments.length === 0) this.#disk.rest();
    this.#parts.onAdopted();
  }

  #add(record: EncodedRecord): Place | undefined {
    const json = textOf(record.json);
    if (!this.#hasRoom(json.length)) return undefined;
    const segment = this.#open();
    if (segment === undefined) return undefined;
    const sequence = segment.next;
    const line = recordLine(this.#parts.modules.zlib.crc32, sequence, { ...record, json });
    if (!this.#disk.write(segment, line)) return undefined;
    segment.bytes += line.length;
    segment.next += 1;
    segment.live += 1;
    return { segment, sequence };
  }

  #addSettled(segment: Segment, line: string): void {
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
    this.#current = this.#disk.create();
    if (this.#current !== undefined) this.#segments.push(this.#current);
    return this.#current;
  }

  /** The current file is complete. */
  #rotate(): void {
    const segment = this.#current;
    if (segment === undefined) return;
    this.write();
    this.#current = undefined;
    if (segment.live === 0 && segment.coldFrom === undefined) this.#remove(segment);
    else this.#disk.close(segment);
  }

  #remove(segment: Segment): void {
    if (segment === this.#current) this.#current = undefined;
    this.#segments.splice(this.#segments.indexOf(segment), 1);
    this.#disk.remove(segment);
    if (this.#segments.length === 0 && !this.#isAdopting) this.#disk.rest();
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
      const count = segment.cold ?? this.#countCold(segment);
      this.#drop(count, "spool_full", `the spool holds ${maxBytes} bytes`);
      this.#remove(segment);
    }
    return true;
  }

  #readCold(segment: Segment): SpoolContent | undefined {
    const from = segment.coldFrom ?? 0;
    // What was settled in this turn must not be found.
    this.#disk.write(segment, "");
    const content = this.#disk.read(segment);
    if (content === undefined) return undefined;
    const isCold = ({ sequence }: SpooledRecord): boolean => sequence >= from;
    return { records: content.records.filter(isCold), damaged: content.damaged };
  }

  /** One that cannot be read counts for one. */
  #countCold(segment: Segment): number {
    const content = this.#readCold(segment);
    return content === undefined ? 1 : content.records.length + content.damaged;
  }

  #drop(count: number, reason: DropReason, why: string): void {
    if (count > 0) this.#parts.drops.drop({}, { reason, why, count });
  }
}

function isReadableAndCold({ coldFrom, isUnreadable }: Segment): boolean {
  return coldFrom !== undefined && !isUnreadable;
}

/** Keeps neither the process alive nor the spool from being collected. */
function lookAgain(timers: NodeModules["timers"], spool: WeakRef<FolderSpool>): NodeJS.Timeout {
  const timer = timers.setInterval(() => {
    const open = spool.deref();
    if (open === undefined) timers.clearInterval(timer);
    else open.look();
  }, LOOK_MS);
  return timer.unref();
}
