import { BackgroundWork } from "../../background-work.ts";
import { type RetentionDays, retentionCutoff } from "../retention.ts";
import { codeOf, type Database } from "../../session/postgres/database.ts";
import {
  dayOf,
  type DayRange,
  makePartition,
  nameOf,
  partitionedTables,
  restPeriod,
  planPartitions,
  type PartitionPlan,
} from "./partitioned-tables.ts";
import type { Session } from "../../session/postgres/session.ts";

/** Maximum number of days per partition. Without a retention, every partition has this number of days. */
const maxDaysEach = 28;
/** Approximate number of partitions of each table, if there is a retention. */
const maxPartitions = 30;
/** Interval between checks of the partitions, in milliseconds. */
const lookEvery = 600_000;
/** Delay after a failed check of the partitions, in milliseconds. */
const retryTime = 10_000;
/** Lock timeout for creating partitions, in milliseconds. The wait blocks no readers or writers. */
const makeTimeout = 5_000;
/** Lock timeout for dropping a partition, in milliseconds. The wait may block readers and writers. */
const dropTimeout = 100;
/** SQLSTATE of a lock timeout. */
const lockNotAvailable = "55P03";

export interface TimePartitionsOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly retentionDays: RetentionDays;
  /**
   * Whether this process creates the partitions of future days. Otherwise, it uses the partitions that other processes
   * create.
   */
  readonly makes: boolean;
  readonly onError: (error: Error) => void;
}

/**
 * Partitions of the large tables by time. The period of a step selects its partition: the UTC day of the step's
 * creation, or {@link restPeriod} if no partition covers that day. A step only gets another period if its time changes.
 */
export class TimePartitions {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #retentionDays: RetentionDays;
  readonly #daysEach: number;
  readonly #makes: boolean;
  readonly #work: BackgroundWork;
  #known: readonly DayRange[] = [];
  #isDoubted = false;

  constructor({ database, now, retentionDays, makes, onError }: TimePartitionsOptions) {
    this.#database = database;
    this.#now = now;
    this.#retentionDays = retentionDays;
    this.#makes = makes;
    this.#work = new BackgroundWork({ work: () => this.#look(), retryTime, onError });
    this.#daysEach = Math.min(Math.ceil((retentionDays ?? Infinity) / maxPartitions), maxDaysEach);
  }

  /**
   * Returns the period (partition key) of a new step: its day, or {@link restPeriod} if the day has no partition, or if
   * the partition will be dropped soon.
   */
  periodOf(createdAt: number): number {
    const day = dayOf(createdAt);
    if (this.isDropped(day)) return restPeriod;
    return this.#known.some(({ from, to }) => from <= day && day < to) ? day : restPeriod;
  }

  /**
   * Returns the period under which a changed step stores its payload: the step's present period or, if the partition of
   * this period was dropped, {@link restPeriod}. The oldest partitions are dropped first, so a period before the first
   * known partition was dropped.
   */
  periodOfStored(period: number): number {
    return period < (this.#known[0]?.from ?? restPeriod) ? restPeriod : period;
  }

  /** Whether all days of the period's partition are beyond the retention, so that the partition is dropped. */
  isDropped(period: number): boolean {
    return this.#dropped().some(({ from, to }) => from <= period && period < to);
  }

  /**
   * Drops the partitions that are older than the retention. If a partition is in use, DROP waits for a lock, and blocks
   * other statements meanwhile. So the method only waits {@link dropTimeout}, and then resolves to false.
   */
  async drop(): Promise<boolean> {
    const partitions = this.#dropped().flatMap((range) => partitionedTables.map((table) => nameOf(table, range)));
    if (partitions.length === 0) return true;
    try {
      await this.#database.write(null, async (session) => {
        await session.holdLock("partitions", 0);
        await session.execute(`SET LOCAL lock_timeout = '${dropTimeout}ms'`);
        await session.execute(`DROP TABLE IF EXISTS ${partitions.join(", ")}`);
      });
    } catch (error) {
      if (codeOf(error) === lockNotAvailable) return false;
      throw error;
    }
    await this.prepare();
    return true;
  }

  #dropped(): DayRange[] {
    const cutoff = retentionCutoff(this.#retentionDays, this.#now());
    return cutoff === undefined ? [] : this.#known.filter(({ to }) => to <= dayOf(cutoff));
  }

  /**
   * Call this if a write fails because its partition does not exist. The list of known partitions is then outdated.
   * {@link ascertain} reads it again when the write is retried.
   */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Reads the partitions again if they may have changed. */
  async ascertain(session: Session): Promise<void> {
    if (this.#isDoubted) this.#learn(this.#plan(await readPartitions(session)).complete);
  }

  /** Creates partitions of future days, now and periodically. */
  async follow(): Promise<void> {
    try {
      await this.prepare();
      this.#work.wake(lookEvery);
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
      // Another process has locked a table, for example for maintenance. Until the retry, steps of days without a
      // partition get the period `restPeriod`.
      this.#work.wake(retryTime);
    }
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  /**
   * Reads the existing partitions, and creates the partitions of future days. Only one replica at a time can create
   * them.
   */
  async prepare(): Promise<void> {
    const { complete, missing } = this.#plan(await this.#database.read(null, readPartitions));
    this.#learn(complete);
    if (missing.length === 0 || !this.#makes) return;
    const made = await this.#database.write(null, async (session) => {
      await session.holdLock("partitions", 0);
      await session.execute(`SET LOCAL lock_timeout = '${makeTimeout}ms'`);
      const plan = this.#plan(await readPartitions(session));
      for (const { table, range } of plan.missing) {
        // oxlint-disable-next-line no-await-in-loop -- one statement after the other
        for (const statement of makePartition(table, range)) await session.execute(statement);
      }
      return this.#plan(await readPartitions(session)).complete;
    });
    this.#learn(made);
  }

  async #look(): Promise<number> {
    await this.prepare();
    return lookEvery;
  }

  #learn(complete: readonly DayRange[]): void {
    this.#known = complete.toSorted((one, other) => one.from - other.from);
    this.#isDoubted = false;
  }

  #plan(names: ReadonlySet<string>): PartitionPlan {
    return planPartitions(names, { today: dayOf(this.#now()), daysEach: this.#daysEach });
  }
}

async function readPartitions(session: Session): Promise<ReadonlySet<string>> {
  const sql = `
    SELECT c.relname AS name FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    WHERE p.relnamespace = current_schema()::regnamespace AND p.relname = ANY(?) AND NOT i.inhdetachpending`;
  const rows = await session.all<{ name: string }>(sql, partitionedTables);
  return new Set(rows.map(({ name }) => name));
}
