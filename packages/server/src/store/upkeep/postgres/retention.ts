import { BackgroundWork } from "../../background-work.ts";
import { MissingProjectError } from "../../errors.ts";
import { type DueProject, type RetentionDays, RetentionProgress } from "../retention.ts";
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
    const { database, now, partitions, retentionDays } = this.#options;
    const sql = "SELECT key, retention_days FROM projects ORDER BY key";
    const projects = await database.read(null, (session) =>
      session.all<{ key: number; retentionDays: RetentionDays }>(sql),
    );
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

  /** `busy`: another replica is at it. */
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
