import { BackgroundWork } from "../background-work.ts";
import { FailedStoreError } from "../errors.ts";
import { memoryCutoff, retentionCutoff, type RetentionDays, shorterRetention } from "../retention.ts";
import { RetentionProgress } from "../retention-progress.ts";
import type { AttachmentWriter } from "./attachment-writer.ts";
import type { Database } from "./database.ts";
import { FileRows } from "./file-rows.ts";
import { PoliteRest } from "./polite-rest.ts";
import type { ScoreWriter } from "./score-writer.ts";
import type { StepWriter } from "./step-writer.ts";
import type { ThreadRows } from "./thread-rows.ts";
import type { Tombstones } from "./tombstones.ts";

/** How long the work may hold the thread at a time, and how long it then rests at least, in milliseconds. */
const sliceTime = 8;
const restTime = 8;
const firstRest = 1_000;
/** Milliseconds until it is looked again whether a day has passed. */
const checkEvery = 60_000;
/** Records at a time. */
const chunkSize = 20;

export interface RetentionParts {
  readonly database: Database;
  readonly steps: StepWriter;
  readonly threads: ThreadRows;
  readonly scores: ScoreWriter;
  readonly attachments: AttachmentWriter;
  readonly tombstones: Tombstones;
}

export interface RetentionOptions {
  /** Of every project that has not a shorter one. */
  readonly days: RetentionDays;
  readonly now: () => number;
  /** This one does the work; of the connections to a file one is enough. */
  readonly follows: boolean;
  /** Hears of trouble, which is tried again. */
  readonly onError: (error: Error) => void;
}

interface DueProject {
  readonly project: number;
  readonly days: number;
  readonly cutoff: number;
}

/** Takes away what is older than the retention, in the background and in slices, each record with all that follows. */
export class Retention {
  readonly #parts: RetentionParts;
  readonly #options: RetentionOptions;
  readonly #files: FileRows;
  readonly #work: BackgroundWork;
  readonly #progress: RetentionProgress;
  readonly #rest = new PoliteRest(restTime);

  constructor(parts: RetentionParts, options: RetentionOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#files = new FileRows(parts.database);
    const { follows, onError } = options;
    this.#progress = new RetentionProgress(onError);
    this.#work = new BackgroundWork({ work: () => this.#runFollowing(), retryTime: checkEvery, onError, follows });
    this.#work.wake(firstRest);
  }

  /** Does all that is to do now. Throws afterwards if a project could not be cleared. */
  finish(): void {
    this.#progress.restart();
    while (this.#run());
    this.#progress.throwFailure();
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  #runFollowing(): number {
    const startedAt = performance.now();
    if (this.#run()) return this.#rest.after(performance.now() - startedAt);
    this.#progress.forgetFailures();
    return checkEvery;
  }

  /** Works for a moment; returns whether something may be left to do now. */
  #run(): boolean {
    const now = this.#options.now();
    const due = this.#next(now);
    if (due === undefined) return false;
    try {
      if (this.#clearSome(due, now)) this.#progress.clear(due.project, due.cutoff);
    } catch (error) {
      // No other project would fare better.
      if (error instanceof FailedStoreError) throw error;
      this.#progress.fail(due.project, error);
    }
    return true;
  }

  /** Returns whether nothing of the project is left to do. */
  #clearSome({ project, days, cutoff }: DueProject, now: number): boolean {
    const startedAt = performance.now();
    return this.#parts.database.writeUnsynced(() => {
      do {
        if (this.#expireSome(project, cutoff) || this.#forgetSome(project, memoryCutoff(days, now))) continue;
        return true;
      } while (performance.now() - startedAt < sliceTime);
      return false;
    });
  }

  /** A project that may have something older than its retention. */
  #next(now: number): DueProject | undefined {
    const sql = "SELECT key, retention_days AS days FROM projects ORDER BY key";
    for (const { key: project, days: own } of this.#parts.database.all<{ key: number; days: RetentionDays }>(sql)) {
      const days = shorterRetention(own, this.#options.days);
      const cutoff = retentionCutoff(days, now);
      if (days === null || cutoff === undefined || this.#progress.isDone(project, cutoff)) continue;
      return { project, days, cutoff };
    }
    return undefined;
  }

  /** Returns whether there was anything. */
  #expireSome(project: number, cutoff: number): boolean {
    const { steps, scores, attachments } = this.#parts;
    const at = this.#options.now();
    const oldSteps = this.#parts.database.all<{ id: string; thread: number | null }>(
      `SELECT id, thread FROM steps WHERE project_id = ? AND created_at < ? ORDER BY created_at LIMIT ${chunkSize}`,
      project,
      cutoff,
    );
    if (oldSteps.length > 0) {
      const ids = oldSteps.map(({ id }) => id);
      steps.delete(project, ids, at);
      // They were as old as their first steps; left empty, they would be as new as their arrival.
      this.#removeEmpty(project, [...new Set(oldSteps.flatMap(({ thread }) => thread ?? []))]);
      return true;
    }
    if (this.#expireThreads(project, cutoff)) return true;
    // Those of experiments stay.
    const oldScores = this.#ids(
      `SELECT id FROM scores r WHERE project_id = ? AND created_at < ? AND dataset_experiment_item_id IS NULL
         AND ${isGone("coalesce(r.step_id, r.generation_id)")}
         AND NOT EXISTS (SELECT 1 FROM threads t WHERE t.project_id = r.project_id AND t.id = r.thread_id)`,
      project,
      cutoff,
    );
    for (const id of oldScores) scores.delete(project, id, at);
    const bearers = this.#ids(
      `SELECT DISTINCT step_id AS id FROM attachments r WHERE project_id = ? AND created_at < ? AND ${isGone("r.step_id")}`,
      project,
      cutoff,
    );
    attachments.deleteOfSteps(project, bearers, at);
    if (oldScores.length + bearers.length > 0) return true;
    // Uploads that nothing shows.
    return this.#files.leaveOld(project, cutoff, chunkSize) > 0;
  }

  /** Threads that are old themselves and have no step left. A later step makes them anew, so nothing is remembered. */
  #expireThreads(project: number, cutoff: number): boolean {
    const rows = this.#parts.database.all<{ key: number }>(
      `SELECT key FROM threads r WHERE project_id = ? AND created_at < ?
         AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.thread = r.key) LIMIT ${chunkSize}`,
      project,
      cutoff,
    );
    const keys = rows.map(({ key }) => key);
    this.#removeEmpty(project, keys);
    return keys.length > 0;
  }

  /** Removes the threads that have no step. */
  #removeEmpty(project: number, keys: readonly number[]): void {
    const { database, threads } = this.#parts;
    const hasStep = "SELECT 1 AS found FROM steps WHERE thread = ? LIMIT 1";
    for (const key of keys) {
      const thread = threads.byKey(key);
      if (thread !== null && database.get(hasStep, key) === undefined) threads.remove(project, key, thread);
    }
  }

  #forgetSome(project: number, before: number): boolean {
    return this.#parts.tombstones.forget(project, before, chunkSize * 10) > 0;
  }

  #ids(sql: string, project: number, cutoff: number): string[] {
    const rows = this.#parts.database.all<{ id: string }>(`${sql} LIMIT ${chunkSize}`, project, cutoff);
    return rows.map(({ id }) => id);
  }
}

/** The condition that the record `r` belongs to a step that is not there. */
function isGone(step: string): string {
  return `NOT EXISTS (SELECT 1 FROM steps s WHERE s.project_id = r.project_id AND s.id = ${step})`;
}
