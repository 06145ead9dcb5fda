import { BackgroundWork } from "../../background-work.ts";
import { MissingProjectError } from "../../errors.ts";
import {
  type DueProject,
  retainedColumns,
  type RetainedProject,
  type RetentionDays,
  RetentionProgress,
} from "../retention.ts";
import type { Database } from "../../session/postgres/database.ts";
import { expireRecords } from "./expire-records.ts";
import { tryLock } from "../../session/postgres/session.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import type { TimePartitions } from "./time-partitions.ts";

/** Pause between two slices, in milliseconds. */
const restTime = 20;
/** Interval between checks for a new day, in milliseconds. */
const checkEvery = 60_000;

export interface RetentionOptions {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly partitions: TimePartitions;
  /** Retention of every project that has no shorter retention. */
  readonly retentionDays: RetentionDays;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}

/**
 * Deletes records beyond the retention, in the background and in slices: first records with their dependent records,
 * then the partitions of their payloads. Only one replica at a time works on a project.
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

  /**
   * Completes the due work of all projects, and waits for the work of other replicas. If the work of a project fails,
   * completes the work of the other projects, and then rejects.
   */
  async finish(): Promise<void> {
    this.#progress.restart();
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    while ((await this.#run(true)) === restTime);
    this.#progress.throwFailure();
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  /**
   * Deletes a slice of the expired records of each due project. Resolves to the delay before the next run, in
   * milliseconds.
   */
  async #run(waits: boolean): Promise<number> {
    const { database, now, partitions, retentionDays } = this.#options;
    const sql = `SELECT ${retainedColumns} FROM projects ORDER BY key`;
    const projects = await database.read(null, (session) => session.all<RetainedProject>(sql));
    let isBusy = false;
    let isClear = !this.#progress.hasFailures;
    for (const due of this.#progress.due(projects, retentionDays, now())) {
      if (this.#work.isClosed) return checkEvery;
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      const state = await this.#clear(due, waits);
      if (state === "clear") this.#progress.clear(due);
      else isClear = false;
      isBusy ||= state === "more";
    }
    if (isBusy) return restTime;
    const isDropped = !isClear || (await partitions.drop());
    if (!waits) this.#progress.forgetFailures();
    return waits && !isDropped ? restTime : checkEvery;
  }

  /** Deletes a slice of a project's expired records. Resolves to `busy` if another replica works on the project. */
  async #clear({ project, days }: DueProject, waits: boolean): Promise<"clear" | "more" | "busy" | "failed"> {
    const { database, now, rollups, partitions } = this.#options;
    try {
      return await database.write(project, async (session) => {
        if (waits) await session.holdLock("retention", project);
        else if (!(await tryLock(session, "retention", project))) return "busy";
        const isMore = await expireRecords(session, project, { now: now(), retentionDays: days, rollups, partitions });
        return isMore ? "more" : "clear";
      });
    } catch (error) {
      if (error instanceof MissingProjectError) return "clear";
      this.#progress.fail(project, error);
      return "failed";
    }
  }
}
