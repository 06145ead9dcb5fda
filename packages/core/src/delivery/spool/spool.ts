import { monotonicNow } from "../../clock.ts";
import { ConfigError } from "../../errors.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DropReason, Drops } from "../drops.ts";
import type { EncodedRecord } from "../record.ts";
import { textOf } from "../shared-json.ts";
import { type DiskParts, SegmentDisk } from "./segment-disk.ts";
import { recordLine, settledLine, type SpoolContent, type SpooledRecord } from "./spool-lines.ts";
import type { OpenSpool, Spool, SpoolOptions } from "./spool-port.ts";
import type { SegmentPosition, Segment } from "./segment.ts";
import { type NodeModules, nodeModules } from "./writer.ts";

/** Maximum size of a file, in bytes. Each file is read as a whole. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const ADOPTION_INTERVAL_MS = 60_000;
/**
 * Maximum number of characters that wait to be written. They are lines that mark records as stored or dropped, and are
 * usually written at the end of the turn of the event loop. If there are more characters, they are written immediately.
 */
const MAX_UNWRITTEN = 64 * 1024;

/**
 * Creates the function that opens a spool in the folder, for one service and key.
 *
 * @throws {ConfigError} without a file system, or for an invalid option.
 */
export function createSpoolOpener(
  spool: string | SpoolOptions,
  destination: string,
  modules: NodeModules | undefined = nodeModules(),
): OpenSpool {
  const options: SpoolOptions = typeof spool === "string" ? { folder: spool } : spool;
  const { folder, maxBytes = 1024 ** 3, maxAgeMs = 7 * 24 * 3_600_000 } = options;
  if (modules === undefined) throw new ConfigError("spool cannot be used, because this runtime has no file system");
  if (!folder) throw new ConfigError("spool.folder must be the path of a folder");
  if (!(maxBytes > 0)) throw new ConfigError("spool.maxBytes must be a number above 0");
  if (!(maxAgeMs > 0)) throw new ConfigError("spool.maxAgeMs must be a number above 0");
  const hash = modules.zlib.crc32(destination).toString(16);
  return (callbacks) => {
    try {
      return new FolderSpool({ modules, folder, maxBytes, maxAgeMs, destination: hash, ...callbacks });
    } catch (cause) {
      callbacks.reporter.report(
        new DeliveryError(
          `The spool folder ${folder} cannot be used, so records are only kept in memory: ${String(cause)}`,
          { cause },
        ),
      );
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
 * Copy of pending records in append-only files. Each process has its own files, and takes over the files of processes
 * that have ended. A record is written immediately, so that it is not lost if the process is killed. The line that
 * marks it as stored or dropped is written at the end of the turn of the event loop.
 */
class FolderSpool implements Spool {
  readonly #parts: SpoolParts;
  readonly #disk: SegmentDisk;
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
    this.#timer = adoptRegularly(parts.modules.timers, new WeakRef(this));
  }

  /**
   * Updates the modification times of this process's files, which shows other systems that the process is alive. Also
   * takes over the files of processes that have ended.
   */
  maintain(): void {
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

  append(record: EncodedRecord): SegmentPosition | undefined {
    return this.#add(record);
  }

  keepOnDisk({ segment, sequence }: SegmentPosition): void {
    segment.live -= 1;
    segment.coldFrom ??= sequence;
    segment.cold = (segment.cold ?? 0) + 1;
  }

  load(): { record: EncodedRecord; position: SegmentPosition }[] {
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
    if (isExpired) this.#drop(records.length, "expired", "it was older than maxAgeMs");
    else segment.live += records.length;
    if (segment.live === 0) this.#remove(segment);
    return isExpired ? [] : records.map(({ record, sequence }) => ({ record, position: { segment, sequence } }));
  }

  settle(positions: readonly SegmentPosition[]): void {
    for (const segment of new Set(positions.map((position) => position.segment))) {
      const sequences = positions.filter((position) => position.segment === segment).map(({ sequence }) => sequence);
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
      // The adopted records are older than all records of this process, so their files come first.
      this.#segments.unshift(...segments);
    } catch (cause) {
      this.#parts.reporter.reportThrottled(
        "spool",
        `Spool files of ended processes cannot be taken over: ${String(cause)}`,
        cause,
      );
    }
    this.#isAdopting = false;
    if (this.#segments.length === 0) this.#disk.releaseLock();
    this.#parts.onAdopted();
  }

  #add(record: EncodedRecord): SegmentPosition | undefined {
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
    if (segment.text.length > MAX_UNWRITTEN) this.write();
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
    if (this.#segments.length === 0 && !this.#isAdopting) this.#disk.releaseLock();
  }

  #hasRoom(characters: number): boolean {
    const { maxBytes, reporter } = this.#parts;
    while (this.bytes + characters > maxBytes) {
      const segment = this.#segments.find(({ coldFrom, live }) => coldFrom !== undefined && live === 0);
      if (segment === undefined) {
        reporter.reportThrottled(
          "spool_full",
          `The spool is full (${maxBytes} bytes); further records are kept in memory only`,
        );
        return false;
      }
      if (segment === this.#current) this.#rotate();
      const count = segment.cold ?? this.#countCold(segment);
      this.#drop(count, "spool_full", `the spool is full (${maxBytes} bytes)`);
      this.#remove(segment);
    }
    return true;
  }

  #readCold(segment: Segment): SpoolContent | undefined {
    const from = segment.coldFrom ?? 0;
    // `read` omits the records that are marked as stored or dropped in the file. So marks that are not written yet are
    // written first.
    this.#disk.write(segment, "");
    const content = this.#disk.read(segment);
    if (content === undefined) return undefined;
    const isCold = ({ sequence }: SpooledRecord): boolean => sequence >= from;
    return { records: content.records.filter(isCold), damaged: content.damaged };
  }

  /** Counts the records that are only on disk. A file that cannot be read counts as one. */
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

/**
 * Calls `maintain` at an interval. The timer neither keeps the process alive nor prevents the garbage collection of the
 * spool.
 */
function adoptRegularly(timers: NodeModules["timers"], spool: WeakRef<FolderSpool>): NodeJS.Timeout {
  const timer = timers.setInterval(() => {
    const open = spool.deref();
    if (open === undefined) timers.clearInterval(timer);
    else open.maintain();
  }, ADOPTION_INTERVAL_MS);
  return timer.unref();
}
