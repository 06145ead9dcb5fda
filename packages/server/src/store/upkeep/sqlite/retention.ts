import { BackgroundWork, DutyCycle } from "../../background-work.ts";
import { FailedStoreError } from "../../errors.ts";
import {
  type DueProject,
  memoryCutoff,
  retainedColumns,
  type RetainedProject,
  type RetentionDays,
  RetentionProgress,
} from "../retention.ts";
import { expireAttachments, expireFiles } from "../../resources/files.ts";
import type { ScoreWriter } from "../../resources/scores.ts";
import { forgetTombstones } from "../../resources/tombstones.ts";
import type { Session, Sessions } from "../../session/session.ts";
import type { Database } from "../../session/sqlite/database.ts";
import type { StepWriter } from "../../ingest/sqlite/step-writer.ts";
import type { ThreadRows } from "../../ingest/sqlite/thread-rows.ts";

/** Maximum duration of a slice, in milliseconds. */
const sliceTime = 8;
/** Minimum pause after a slice, in milliseconds. */
const restTime = 8;
const firstRest = 1_000;
/** Interval between checks for a new day, in milliseconds. */
const checkEvery = 60_000;
/** Maximum number of records that are deleted at a time. */
const chunkSize = 20;

export interface RetentionParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly steps: StepWriter;
  readonly threads: ThreadRows;
  readonly scores: ScoreWriter;
}

export interface RetentionOptions {
  /** Retention of every project that has no shorter retention. */
  readonly days: RetentionDays;
  readonly now: () => number;
  /** Whether this connection does the work. One connection per file is enough. */
  readonly follows: boolean;
  /** Called with errors of the work, which is retried. */
  readonly onError: (error: Error) => void;
}

/**
 * Deletes records beyond the retention, with their dependent records, in background slices of about {@link sliceTime}.
 */
export class Retention {
  readonly #parts: RetentionParts;
  readonly #options: RetentionOptions;
  readonly #work: BackgroundWork;
  readonly #progress: RetentionProgress;
  readonly #dutyCycle = new DutyCycle(restTime);

  constructor(parts: RetentionParts, options: RetentionOptions) {
    this.#parts = parts;
    this.#options = options;
    const { follows, onError } = options;
    this.#progress = new RetentionProgress(onError);
    this.#work = new BackgroundWork({ work: () => this.#runFollowing(), retryTime: checkEvery, onError, follows });
    this.#work.wake(firstRest);
  }

  /** Completes all due work. If a project failed, throws after the others are done. */
  async finish(): Promise<void> {
    this.#progress.restart();
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other
    while (await this.#run());
    this.#progress.throwFailure();
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  async #runFollowing(): Promise<number> {
    const startedAt = performance.now();
    if (await this.#run()) return this.#dutyCycle.pauseAfter(performance.now() - startedAt);
    this.#progress.forgetFailures();
    return checkEvery;
  }

  async #run(): Promise<boolean> {
    const now = this.#options.now();
    const due = this.#next(now);
    if (due === undefined) return false;
    try {
      if (await this.#clearSome(due, now)) this.#progress.clear(due);
    } catch (error) {
      // The store has failed, so the work of every other project would fail, too.
      if (error instanceof FailedStoreError) throw error;
      this.#progress.fail(due.project, error);
    }
    return true;
  }

  /** Deletes expired records of a project for the duration of a slice. Resolves to whether the project is done. */
  #clearSome({ project, days, cutoff }: DueProject, now: number): Promise<boolean> {
    return this.#parts.sessions.writeKey(project, async (session) => {
      const startedAt = performance.now();
      do {
        // oxlint-disable-next-line no-await-in-loop -- one chunk after the other, here and below
        if (await this.#expireSome(session, project, cutoff)) continue;
        // oxlint-disable-next-line no-await-in-loop
        if ((await forgetTombstones(session, project, memoryCutoff(days, now), chunkSize * 10)) > 0) continue;
        return true;
      } while (performance.now() - startedAt < sliceTime);
      return false;
    });
  }

  #next(now: number): DueProject | undefined {
    const sql = `SELECT ${retainedColumns} FROM projects ORDER BY key`;
    const projects =
      this.#parts.database.all<{ -readonly [Name in keyof RetainedProject]: RetainedProject[Name] }>(sql);
    return this.#progress.due(projects, this.#options.days, now)[0];
  }

  /** Deletes a chunk of records older than the cutoff. Resolves to whether there were any. */
  async #expireSome(session: Session, project: number, cutoff: number): Promise<boolean> {
    const { steps, scores } = this.#parts;
    const at = this.#options.now();
    const oldSteps = this.#parts.database.all<{ id: string; thread: number | null }>(
      `SELECT id, thread FROM steps WHERE project_id = ? AND created_at < ? ORDER BY created_at LIMIT ${chunkSize}`,
      project,
      cutoff,
    );
    if (oldSteps.length > 0) {
      const ids = oldSteps.map(({ id }) => id);
      await steps.delete(session, project, ids, at);
      // Also deletes the threads that have lost their last step. A thread has the age of its first step, but an empty
      // thread has the age of its own arrival, so it could be kept longer than its steps were.
      await this.#removeEmpty(session, project, [...new Set(oldSteps.flatMap(({ thread }) => thread ?? []))]);
      return true;
    }
    if (await this.#expireThreads(session, project, cutoff)) return true;
    const old = { before: cutoff, limit: chunkSize, now: at };
    return (
      (await scores.expire(session, project, old)) ||
      (await expireAttachments(session, project, old)) ||
      (await expireFiles(session, project, old))
    );
  }

  /**
   * Deletes threads without steps that were created before the cutoff. It leaves no tombstones, so a later step
   * recreates its thread.
   */
  async #expireThreads(session: Session, project: number, cutoff: number): Promise<boolean> {
    const rows = this.#parts.database.all<{ key: number }>(
      `SELECT key FROM threads r WHERE project_id = ? AND created_at < ?
         AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.thread = r.key) LIMIT ${chunkSize}`,
      project,
      cutoff,
    );
    const keys = rows.map(({ key }) => key);
    await this.#removeEmpty(session, project, keys);
    return keys.length > 0;
  }

  async #removeEmpty(session: Session, project: number, keys: readonly number[]): Promise<void> {
    const { database, threads } = this.#parts;
    const hasStep = "SELECT 1 AS found FROM steps WHERE thread = ? LIMIT 1";
    for (const key of keys) {
      const thread = threads.byKey(key);
      if (thread === null || database.get(hasStep, key) !== undefined) continue;
      // oxlint-disable-next-line no-await-in-loop -- one thread after the other
      await threads.remove(session, project, key, thread);
    }
  }
}
