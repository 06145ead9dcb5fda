import { BackgroundWork, DutyCycle } from "../../background-work.ts";
import { storePayload, type StoredPayload } from "../../ingest/sqlite/packed-payload.ts";
import type { Database } from "../../session/sqlite/database.ts";

/** Minimum age at which payloads are compressed, in milliseconds. Newer payloads are read and changed more often. */
const usualAge = 24 * 60 * 60_000;
/** Maximum duration of a slice, in milliseconds. */
const sliceTime = 8;
/** Minimum pause after a slice, in milliseconds. */
const restTime = 8;
/** Delay after the start and after a failure, in milliseconds. */
const firstRest = 1_000;
/** Interval between checks for steps that are old enough, in milliseconds. */
const checkEvery = 60_000;
/** Ratio of the pause after a slice to the duration of the slice, while steps are being written. */
const writeParts = 20;
/** Maximum number of steps whose payloads are compressed in one chunk. */
const chunkSteps = 50;
/** Maximum number of characters in the payloads of a chunk. */
const chunkLength = 1024 * 1024;

/** Selects a single payload, because payloads may be large. */
const selectNext = `
  SELECT p.step, p.metadata, p.input, p.output, q.payload AS generation
  FROM step_payloads p LEFT JOIN generation_payloads q ON q.step = p.step
  WHERE p.step > ? AND p.step <= ? AND p.packed IS NULL ORDER BY p.step LIMIT 1`;

interface PlainPayload extends StoredPayload {
  readonly step: number;
}

/**
 * Progress of compressing payloads in the order of step keys. Steps up to `after` are done. Steps up to `last` are old
 * enough to be compressed. `newest` will be the next `last`: it was the highest key at the time `at`, and replaces
 * `last` when `at` is long enough ago.
 */
interface Progress {
  readonly after: number;
  readonly last: number;
  readonly newest: number;
  readonly at: number;
}

export interface PayloadPackingOptions {
  /** Whether this connection does the work. One connection per file is enough. */
  readonly follows: boolean;
  readonly now: () => number;
  /**
   * Minimum age at which payloads are packed, in milliseconds. With 0, payloads are packed when they are written.
   * Default: one day.
   */
  readonly age?: number | undefined;
}

/**
 * Packs (compresses) payloads in the background, in key order. The progress is stored in the database, so that the work
 * continues after a restart. Also packs payloads that an earlier format stored uncompressed.
 */
export class PayloadPacking {
  readonly #database: Database;
  readonly #background: BackgroundWork;
  readonly #dutyCycle = new DutyCycle(restTime);
  readonly #now: () => number;
  readonly #age: number;
  #isTouched = false;

  constructor(database: Database, { follows, now, age = usualAge }: PayloadPackingOptions) {
    this.#database = database;
    this.#now = now;
    this.#age = age;
    this.#background = new BackgroundWork({ name: "packing", work: () => this.#run(), retryTime: firstRest, follows });
    this.#background.wake(firstRest);
  }

  /** Whether payloads are packed when they are written. */
  get packsNew(): boolean {
    return this.#age === 0;
  }

  /** Slows down packing, because steps were written. */
  touch(): void {
    this.#isTouched = true;
  }

  close(): Promise<void> {
    return this.#background.close();
  }

  #run(): number {
    const startedAt = performance.now();
    const { after, last, at } = this.#progress();
    if (after >= last) {
      if (this.#now() - at >= this.#age) this.#advance();
      const { last: next } = this.#progress();
      return after < next ? restTime : checkEvery;
    }
    this.#database.writeUnsynced(() => {
      while (performance.now() - startedAt < sliceTime && this.#packSome());
    });
    const own = performance.now() - startedAt;
    const pause = this.#isTouched ? own * writeParts : 0;
    this.#isTouched = false;
    return Math.max(pause, this.#dutyCycle.pauseAfter(own));
  }

  #progress(): Progress {
    const sql = "SELECT after, last, newest, at FROM payload_packing";
    return this.#database.get<Progress>(sql) ?? { after: 0, last: 0, newest: 0, at: 0 };
  }

  #advance(): void {
    const sql =
      "UPDATE payload_packing SET last = newest, newest = (SELECT coalesce(max(step), 0) FROM step_payloads), at = ?";
    this.#database.writeUnsynced(() => this.#database.run(sql, this.#now()));
  }

  /**
   * Packs a chunk. Returns whether more may be left. All rows of the chunk are deleted before their packed form is
   * inserted, so that whole pages become free. Replacing the rows one by one would leave a hole after each of them.
   */
  #packSome(): boolean {
    const database = this.#database;
    const range = this.#progress();
    const removed: PlainPayload[] = [];
    let after = range.after;
    for (let length = 0; removed.length < chunkSteps && length < chunkLength;) {
      const payload = database.get<PlainPayload>(selectNext, after, range.last);
      if (payload === undefined) {
        after = Math.max(after, range.last);
        break;
      }
      database.run("DELETE FROM step_payloads WHERE step = ?", payload.step);
      removed.push(payload);
      after = payload.step;
      length += lengthOf(payload);
    }
    for (const { step, ...payload } of removed) {
      storePayload(database, step, payload, { hadGeneration: payload.generation !== null, packs: true });
    }
    database.run("UPDATE payload_packing SET after = ?", after);
    return after < range.last;
  }
}

function lengthOf({ metadata, input, output, generation }: StoredPayload): number {
  return [metadata, input, output, generation].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
