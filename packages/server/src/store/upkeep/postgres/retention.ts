import { BackgroundWork } from "../../background-work.ts";
import { MissingProjectError } from "../../errors.ts";
import { retentionCutoff, type RetentionDays, shorterRetention, RetentionProgress } from "../retention.ts";
import type { Database } from "../../session/postgres/database.ts";
import { expireRecords } from "./expire-records.ts";
import { tryLock } from "../../session/postgres/session.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import type { TimePartitions } from "./time-partitions.ts";

/** Milliseconds between two slices, and until it is looked again whether a day has passed. */
const restTime = 20;
const checkEvery = 60_000;

export interface RetentionOptions {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly partitions: TimePartitions;
  /** Of every project that has not a shorter one. */
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
  readonly #progress: RetentionProgress;

  constructor(options: RetentionOptions) {
    this.#options = options;
    const { onError } = options;
    this.#progress = new RetentionProgress(onError);
    this.#work = new BackgroundWork({ work: () => this.#run(false), retryTime: checkEvery, onError });
  }

  follow(): void {
    this.#work.wake(checkEvery);
  }

  /** Does all that is to do now, and waits for what others do. Rejects afterwards if a project could not be cleared. */
  async finish(): Promise<void> {
    this.#progress.restart();
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    while ((await this.#run(true)) === restTime);
    this.#progress.throwFailure();
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  /** Resolves to when it goes on, in milliseconds. */
  async #run(waits: boolean): Promise<number> {
    const { now, partitions } = this.#options;
    const due = (await this.#projects()).flatMap(({ project, days }) => {
      const cutoff = retentionCutoff(days, now());
      const isDone = days === null || cutoff === undefined || this.#progress.isDone(project, cutoff);
      return isDone ? [] : [{ project, days, cutoff }];
    });
    let isBusy = false;
    let isClear = !this.#progress.hasFailures;
    for (const { project, days, cutoff } of due) {
      if (this.#work.isClosed) return checkEvery;
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      const state = await this.#clear(project, days, waits);
      if (state === "clear") this.#progress.clear(project, cutoff);
      else isClear = false;
      isBusy ||= state === "more";
    }
    if (isBusy) return restTime;
    const isDropped = !isClear || (await partitions.drop());
    if (!waits) this.#progress.forgetFailures();
    return waits && !isDropped ? restTime : checkEvery;
  }

  /** The projects with the days that their records stay. */
  async #projects(): Promise<{ readonly project: number; readonly days: RetentionDays }[]> {
    const sql = "SELECT key, retention_days FROM projects ORDER BY key";
    const rows = await this.#options.database.read(null, (session) =>
      session.all<{ key: number; retentionDays: RetentionDays }>(sql),
    );
    return rows.map(({ key, retentionDays }) => ({
      project: key,
      days: shorterRetention(retentionDays, this.#options.retentionDays),
    }));
  }

  /** `busy`: another replica is at it. */
  async #clear(project: number, retentionDays: number, waits: boolean): Promise<"clear" | "more" | "busy" | "failed"> {
    const { database, now, rollups, partitions } = this.#options;
    try {
      return await database.write(project, async (session) => {
        if (waits) await session.holdLock("retention", project);
        else if (!(await tryLock(session, "retention", project))) return "busy";
        const isMore = await expireRecords(session, project, { now: now(), retentionDays, rollups, partitions });
        return isMore ? "more" : "clear";
      });
    } catch (error) {
      if (error instanceof MissingProjectError) return "clear";
      this.#progress.fail(project, error);
      return "failed";
    }
  }
}
