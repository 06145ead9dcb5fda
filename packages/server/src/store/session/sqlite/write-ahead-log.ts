import { closeSync, openSync, readSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** Sizes in SQLite's log format, in bytes. The log has a header, then frames, each with a header and a page. */
const headerSize = 32;
const frameHeaderSize = 24;
/**
 * Offset of the salt in the log header. Frames with this salt belong to the log; other frames are from before the last
 * restart of the log.
 */
const saltOfHeader = 16;
/** Offset of the salt in the header of a frame. */
const saltOfFrame = 8;
const saltSize = 8;
const pageSizeOfHeader = 8;
/** Log size, as a multiple of the limit, at which writes wait for readers. */
const patience = 4;
/**
 * Factor for the maximum time that a write waits for readers: milliseconds per multiple of the limit in the log size.
 * For example, if the log is four times as large as the limit, a write waits up to 100 ms.
 */
const waitPerLimit = 25;
/** Maximum duration of a wait for readers, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * Write-ahead log of a file. SQLite's automatic checkpoints are part of a commit and ignore errors, so a failed sync
 * would go unnoticed. The checkpoints of this class are separate and throw errors.
 */
export class WriteAheadLog {
  readonly #handle: DatabaseSync;
  readonly #path: string;
  readonly #header = Buffer.alloc(headerSize);
  readonly #frame = Buffer.alloc(frameHeaderSize);
  #limit: number | undefined;
  /**
   * Log size, as a multiple of the limit, at which {@link shorten} waits for readers. Each wait increases it, so that
   * not every write waits.
   */
  #waitsAt = patience;

  constructor(handle: DatabaseSync, databasePath: string) {
    this.#handle = handle;
    this.#path = `${databasePath}-wal`;
  }

  /**
   * Copies the log to the database once the log has reached half of its limit. Call it outside of a transaction. While
   * readers use the log, SQLite cannot restart the log, so the log grows. Each time the log has grown by four times the
   * limit, this method briefly waits for the readers.
   */
  shorten(): void {
    this.#limit ??= this.#read("journal_size_limit");
    if (!this.#has(this.#limit / 2)) this.#waitsAt = patience;
    else if (!this.#has(this.#waitsAt * this.#limit)) this.#handle.exec("PRAGMA wal_checkpoint(PASSIVE)");
    else this.#waitForReaders();
  }

  /**
   * Waits for readers, but only briefly while the log is small. Otherwise, a long reader, such as a backup, would delay
   * every write.
   */
  #waitForReaders(): void {
    const timeout = this.#read("busy_timeout", "timeout");
    this.#handle.exec(`PRAGMA busy_timeout = ${Math.min(timeout, waitForReaders(this.#waitsAt))}`);
    this.#waitsAt += patience;
    try {
      this.#handle.exec("PRAGMA wal_checkpoint(RESTART)");
    } finally {
      this.#handle.exec(`PRAGMA busy_timeout = ${timeout}`);
    }
  }

  #read(pragma: string, column = pragma): number {
    return Number(this.#handle.prepare(`PRAGMA ${pragma}`).get()?.[column]);
  }

  /** Whether the log has at least this many bytes. SQLite exposes the length only in its C API. */
  #has(length: number): boolean {
    let log: number | undefined;
    try {
      log = openSync(this.#path, "r");
      if (readSync(log, this.#header, 0, headerSize, 0) < headerSize) return false;
      const frameSize = frameHeaderSize + this.#header.readUInt32BE(pageSizeOfHeader);
      const position = headerSize + Math.floor(length / frameSize) * frameSize;
      if (readSync(log, this.#frame, 0, frameHeaderSize, position) < frameHeaderSize) return false;
      const salt = this.#header.subarray(saltOfHeader, saltOfHeader + saltSize);
      return salt.equals(this.#frame.subarray(saltOfFrame, saltOfFrame + saltSize));
    } catch {
      return true; // an unneeded checkpoint only costs time, but a missing one may fill the disk
    } finally {
      if (log !== undefined) closeSync(log);
    }
  }
}

/**
 * Returns the maximum time that a write waits for readers, in milliseconds. `times` is the log size as a multiple of
 * the limit.
 */
export function waitForReaders(times: number): number {
  return Math.min(waitPerLimit * times, maxWaitMs);
}
