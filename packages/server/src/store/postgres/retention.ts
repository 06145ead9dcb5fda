import { BackgroundWork } from "../background-work.ts";
import { MissingProjectError } from "../errors.ts";
import { retentionCutoff, type RetentionDays } from "../retention.ts";
import type { Database } from "./database.ts";
import { expireRecords } from "./expire-records.ts";
import { holdLock, tryLock } from "./locks.ts";
import type { Rollups } from "./rollups.ts";
import type { TimePartitions } from "./time-partitions.ts";

/** Milliseconds between two slices, and until it is looked again whether a day has passed. */
const restTime = 20;
const checkEvery = 60_000;

export interface RetentionOptions {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly partitions: TimePartitions;
  readonly retentionDays: RetentionDays;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}

/**
 * Takes away what is older than the retention, in the background and in slices; of each project one replica at a time.
 * The records go first, each with all that follows from it, then the partitions that held what is long of them.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #work: BackgroundWork;
  /** Up to which time each project was cleared. */
  readonly #cleared = new Map<number, number>();

  constructor(options: RetentionOptions) {
    this.#options = options;
    const { onError } = options;
    this.#work = new BackgroundWork({ work: () => this.#run(false), retryTime: checkEvery, onError });
  }

  follow(): void {
    if (this.#options.retentionDays !== null) this.#work.wake(checkEvery);
  }

  /** Does all that is to do now, and waits for what others do. */
  async finish(): Promise<void> {
    this.#cleared.clear();
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    while ((await this.#run(true)) === restTime);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  /** Resolves to when it goes on, in milliseconds. */
  async #run(waits: boolean): Promise<number | null> {
    const { retentionDays, now, partitions } = this.#options;
    const cutoff = retentionCutoff(retentionDays, now());
    if (cutoff === undefined) return null;
    const left = (await this.#projects()).filter((project) => this.#cleared.get(project) !== cutoff);
    let isBusy = false;
    for (const project of left) {
      if (this.#work.isClosed) return null;
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      const state = await this.#clear(project, waits);
      if (state === "clear") this.#cleared.set(project, cutoff);
      isBusy ||= state === "more";
    }
    if (isBusy) return restTime;
    const isClear = left.every((project) => this.#cleared.get(project) === cutoff);
    const isDropped = !isClear || (await partitions.drop());
    return waits && !isDropped ? restTime : checkEvery;
  }

  async #projects(): Promise<number[]> {
    const sql = "SELECT key FROM projects ORDER BY key";
    const rows = await this.#options.database.read(null, (session) => session.all<{ key: number }>(sql));
    return rows.map(({ key }) => key);
  }

  /** `busy`: another replica is at it. */
  async #clear(project: number, waits: boolean): Promise<"clear" | "more" | "busy"> {
    const { database, retentionDays, now, rollups, partitions } = this.#options;
    if (retentionDays === null) return "clear";
    try {
      return await database.write(project, async (session) => {
        if (waits) await holdLock(session, "retention", project);
        else if (!(await tryLock(session, "retention", project))) return "busy";
        const isMore = await expireRecords(session, project, { now: now(), retentionDays, rollups, partitions });
        return isMore ? "more" : "clear";
      });
    } catch (error) {
      if (error instanceof MissingProjectError) return "clear";
      throw error;
    }
  }
}
