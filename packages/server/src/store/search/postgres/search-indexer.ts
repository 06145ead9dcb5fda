import { BackgroundWork } from "../../background-work.ts";
import { MissingProjectError } from "../../errors.ts";
import { codeOf, type Database } from "../../session/postgres/database.ts";
import type { FreshPayloads } from "./fresh-payloads.ts";
import { countQueuedSteps } from "./search-queue.ts";
import { makeSegments, mergeSmallSegments, removeOutdated } from "./search-segments.ts";
import { type Session, tryLock } from "../../session/postgres/session.ts";

/** Minimum pause after an index segment was created, in milliseconds. */
const busyRestTime = 20;
/**
 * Delay before the next check while changed steps are waiting, in milliseconds. Their old content is removed from the
 * index only some time after the change.
 */
const waitTime = 10_000;
/** Interval between checks of all projects, in milliseconds. */
const lookEvery = 600_000;
/**
 * Ratio of the pause after indexing to the time that the indexing took. If at least {@link muchWaiting} steps are
 * queued, the pause is shorter.
 */
const partsOfOthers = 3;
/** If at least this many steps are queued, indexing only has the minimum pause. */
const muchWaiting = 20_000;
/** SQLSTATE of an inserted row for which no partition exists. */
const missingPartition = "23514";

/**
 * Result of working on a project. `more`: there may be more to index. `much`: so many steps are queued that searches
 * are slow. `waiting`: steps are queued, but not for long enough. `busy`: another process indexes the project, or
 * indexing failed.
 */
type Progress = "nothing" | "waiting" | "more" | "much" | "busy";

const selectAnyLost = "SELECT 1 FROM search_queue WHERE project_id = ? AND is_lost LIMIT 1";

export interface IndexingOptions {
  /**
   * Minimum number of queued steps that are indexed together. Until enough steps are queued, each search tests the
   * queued steps, which takes about 20 us per step.
   */
  readonly minSteps: number;
  /** Delay between a write and its indexing, in milliseconds. */
  readonly restTime: number;
  /** Maximum number of steps in a segment that is merged from smaller ones. Default: 4,096. */
  readonly mergedSize?: number | undefined;
}

export const usualIndexing: IndexingOptions = { minSteps: 1_000, restTime: 1_000 };

export interface SearchIndexerParts {
  readonly database: Database;
  readonly fresh: FreshPayloads;
  readonly indexing: IndexingOptions;
  readonly onError: (error: Error) => void;
}

/**
 * Updates the payload index in the background after writes. Only one replica at a time works on a project. Steps that
 * are not indexed yet are in the queue, which every search includes.
 */
export class SearchIndexer {
  readonly #database: Database;
  readonly #fresh: FreshPayloads;
  readonly #onError: (error: Error) => void;
  readonly #indexing: IndexingOptions;
  readonly #touched = new Set<number>();
  #lookAt = 0;
  #restUntil = 0;
  readonly #work: BackgroundWork;

  constructor({ database, fresh, indexing, onError }: SearchIndexerParts) {
    this.#database = database;
    this.#fresh = fresh;
    this.#indexing = indexing;
    this.#onError = onError;
    const retryTime = indexing.restTime;
    this.#work = new BackgroundWork({ name: "search", work: () => this.#run(), retryTime, onError });
  }

  /** Starts to check all projects periodically for steps that are not indexed yet. */
  follow(): void {
    this.#work.wake(this.#indexing.restTime);
  }

  touch(project: number): void {
    this.#touched.add(project);
    this.#work.hasten(this.#indexing.restTime);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  async #run(): Promise<number> {
    // A write may start this method during the pause after the last segment. It then only returns the remaining time.
    const rest = this.#restUntil - performance.now();
    if (rest > 0) return rest;
    if (performance.now() >= this.#lookAt) {
      const sql = "SELECT key FROM projects ORDER BY key";
      const rows = await this.#database.read(null, (session) => session.all<{ key: number }>(sql));
      for (const { key } of rows) this.#touched.add(key);
      this.#lookAt = performance.now() + lookEvery;
    }
    const startedAt = performance.now();
    const found = new Set<Progress>();
    const touched = [...this.#touched];
    for (const project of touched) {
      if (this.#work.isClosed) break;
      this.#touched.delete(project);
      // oxlint-disable-next-line no-await-in-loop -- one project after the other, so that other work gets connections
      const progress = await this.#workOn(project);
      if (progress !== "nothing") this.#touched.add(project);
      found.add(progress);
    }
    if (found.has("much")) return busyRestTime;
    if (found.has("more")) {
      const now = performance.now();
      this.#restUntil = now + Math.max(busyRestTime, (now - startedAt) * partsOfOthers);
      return this.#restUntil - now;
    }
    if (found.has("busy")) return this.#indexing.restTime;
    return found.has("waiting") ? waitTime : lookEvery;
  }

  async #workOn(project: number): Promise<Progress> {
    try {
      const { progress, rows } = await this.#database.write(project, (session) => this.#indexSome(session, project));
      this.#fresh.forget(project, rows);
      return progress;
    } catch (error) {
      if (error instanceof MissingProjectError) return "nothing";
      // Retention dropped the partition concurrently, so the segment was not stored. `busy` schedules another attempt.
      if (codeOf(error) === missingPartition) return "busy";
      this.#onError(error instanceof Error ? error : new Error(String(error)));
      return "busy";
    }
  }

  /** Indexes the next steps in the queue of a project. Resolves to the progress and the indexed queue rows. */
  async #indexSome(session: Session, project: number): Promise<{ progress: Progress; rows: readonly number[] }> {
    if (!(await tryLock(session, "search", project))) return { progress: "busy", rows: [] };
    // The commit does not wait for the disk. If a crash undoes this transaction, the queue still has its steps.
    await session.execute("SET LOCAL synchronous_commit TO off");
    const isRemoved = await removeOutdated(session, project);
    const rows = await makeSegments(session, project, this.#fresh, this.#indexing.minSteps);
    if (isRemoved || rows.length > 0) {
      const waiting = await countQueuedSteps(session, project, muchWaiting);
      return { progress: waiting >= muchWaiting ? "much" : "more", rows };
    }
    if (await mergeSmallSegments(session, project, this.#indexing.mergedSize)) return { progress: "more", rows };
    return { progress: (await session.get(selectAnyLost, project)) === undefined ? "nothing" : "waiting", rows };
  }
}
