import { BackgroundWork } from "../../background-work.ts";
import { levels, minutesKeptFrom, RollupCells } from "../rollup-cells.ts";
import type { FactChange, FactKind } from "../rollup-fact.ts";
import { MissingProjectError } from "../../errors.ts";
import type { Database } from "../../session/postgres/database.ts";
import { queueChanges, queueFacts } from "./rollup-facts.ts";
import { takeQueued } from "./rollup-queue.ts";
import { addToSums } from "./rollup-sums.ts";
import { type Parameter, type Session, tryLock } from "../../session/postgres/session.ts";

/** Number of queued records that are added to the rollups at a time. */
const sliceSize = 4_000;
/** Delay before queued changes are applied to the rollups, in milliseconds. */
const restTime = 1_000;
/** Delay before the next slice if more changes are queued, in milliseconds. */
const busyRestTime = 20;

/**
 * Maintains hourly and minute rollups. A write adds its changes to a queue, in its own transaction. In the background,
 * one replica at a time moves the queued changes of a project to its rollups. Readers also count the queued changes, so
 * that results always equal a recount.
 */
export class Rollups {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #onError: (error: Error) => void;
  /** Projects that may have queued changes. */
  #touched = new Set<number>();
  readonly #work: BackgroundWork;
  #starting: Promise<void> | undefined;
  /** Called with each project that may have queued changes. */
  onTouch: (project: number) => void = () => {};

  constructor(database: Database, now: () => number, onError: (error: Error) => void) {
    this.#database = database;
    this.#now = now;
    this.#onError = onError;
    this.#work = new BackgroundWork({ name: "rollups", work: () => this.#foldTouched(), retryTime: restTime, onError });
  }

  /**
   * Queues the facts of the rows that match a condition on `r`. With weight -1, the facts are subtracted from the
   * rollups; with weight 1, they are added.
   *
   * Call it in the transaction that changes the rows: before the change with -1, and after the change with 1. The
   * transaction must have locked the rows and their threads. Otherwise, another transaction could change the facts
   * between the two calls.
   */
  async queue(
    session: Session,
    project: number,
    kind: FactKind,
    weight: 1 | -1,
    where: string,
    ...parameters: readonly Parameter[]
  ): Promise<void> {
    const isQueued = await queueFacts(session, project, { kind, weight, where }, parameters);
    if (isQueued) session.afterCommit(() => this.touch(project));
  }

  /**
   * Queues the given changes of records, without reading the records. Call it in the transaction that changes the
   * records.
   */
  async change<Kind extends FactKind>(
    session: Session,
    project: number,
    kind: Kind,
    changes: readonly FactChange<Kind>[],
  ): Promise<void> {
    const isQueued = await queueChanges(session, project, kind, changes);
    if (isQueued) session.afterCommit(() => this.touch(project));
  }

  touch(project: number): void {
    this.#touched.add(project);
    this.#work.wake(restTime);
    this.onTouch(project);
  }

  /** Schedules work for all projects, because a crashed replica may have left work. */
  start(): void {
    const look = async (): Promise<void> => {
      for (const project of await this.#projects()) this.touch(project);
    };
    this.#starting = look().catch((error: unknown) => this.#report(error));
  }

  async catchUp(): Promise<void> {
    for (const project of await this.#projects()) {
      // oxlint-disable-next-line no-await-in-loop -- one project after the other, so that other work gets connections
      while ((await this.#foldExisting(project)) === "more");
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#starting, this.#work.close()]);
  }

  #report(error: unknown): void {
    this.#onError(error instanceof Error ? error : new Error(String(error)));
  }

  async #projects(): Promise<number[]> {
    const sql = "SELECT key FROM projects ORDER BY key";
    return (await this.#database.read(null, (session) => session.all<{ key: number }>(sql))).map(({ key }) => key);
  }

  /**
   * Adds a slice of the queued changes of each {@link #touched} project to its rollups. Resolves to the delay before
   * the next slice; null if none is needed.
   */
  async #foldTouched(): Promise<number | null> {
    const projects = [...this.#touched];
    this.#touched = new Set();
    let isDone = true;
    for (const project of projects) {
      if (this.#work.isClosed) return null;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one project after the other, so that other work gets connections
        const left = await this.#fold(project, false);
        if (left !== "nothing") this.#touched.add(project);
        if (left === "more") isDone = false;
      } catch (error) {
        if (error instanceof MissingProjectError) continue;
        // The transaction failed, so the changes are still in the queue.
        this.#touched.add(project);
        this.#report(error);
      }
    }
    if (this.#touched.size === 0) return null;
    return isDone ? restTime : busyRestTime;
  }

  /** Adds a slice of the queued changes to the rollups of a project. Waits while another replica does the same. */
  async #foldExisting(project: number): Promise<"nothing" | "more" | "busy"> {
    try {
      return await this.#fold(project, true);
    } catch (error) {
      if (error instanceof MissingProjectError) return "nothing";
      throw error;
    }
  }

  /**
   * Adds a slice of the queued changes to the rollups of a project. Resolves to `busy` if another replica is doing the
   * same.
   */
  #fold(project: number, waits: boolean): Promise<"nothing" | "more" | "busy"> {
    return this.#database.write(project, async (session) => {
      if (waits) await session.holdLock("rollups", project);
      else if (!(await tryLock(session, "rollups", project))) return "busy";
      // The commit does not wait for the disk. If a crash undoes this transaction, the queue still has its changes.
      await session.execute("SET LOCAL synchronous_commit TO off");
      const queued = await takeQueued(session, project, sliceSize);
      if (queued.length === 0) return "nothing";
      const cells = new RollupCells();
      for (const { fact, weight } of queued) cells.add(fact, weight);
      await addToSums(session, project, cells, await this.#prune(session, project));
      return queued.length >= sliceSize ? "more" : "nothing";
    });
  }

  /** Deletes minute rollups that are too old. Resolves to the first minute that still has minute rollups. */
  async #prune(session: Session, project: number): Promise<number> {
    const before = await readMinutesFrom(session, project);
    const from = minutesKeptFrom(this.#now(), before);
    if (from === before) return before;
    await session.run(
      `INSERT INTO rollup_marks (project_id, minutes_from) VALUES (?, ?)
       ON CONFLICT (project_id) DO UPDATE SET minutes_from = excluded.minutes_from`,
      project,
      from,
    );
    const sql = "DELETE FROM rollups WHERE project_id = ? AND level = ? AND bucket < ?";
    await session.run(sql, project, levels.minute, from);
    return from;
  }
}

/** First minute with minute rollups. */
export async function readMinutesFrom(session: Session, project: number): Promise<number> {
  const sql = "SELECT minutes_from FROM rollup_marks WHERE project_id = ?";
  return (await session.get<{ minutesFrom: number }>(sql, project))?.minutesFrom ?? 0;
}
