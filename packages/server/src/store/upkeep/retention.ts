const day = 86_400_000;

/** A whole number of days, or null for unlimited retention. */
export type RetentionDays = number | null;

/**
 * Returns the time before which records are deleted, in epoch milliseconds. It is the start of a UTC day, so that a
 * record is kept for up to a day longer than `days`. Undefined if the retention is unlimited.
 */
export function retentionCutoff(days: RetentionDays, now: number): number | undefined {
  return days === null ? undefined : (Math.floor(now / day) - days) * day;
}

export function shorterRetention(one: RetentionDays, other: RetentionDays): RetentionDays {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/**
 * Minimum number of days that tombstones are kept. With a shorter retention, a client could still have a copy of a
 * deleted record when the tombstone is deleted, and restore the record.
 */
const minDaysRemembered = 30;

/**
 * Returns the time before which tombstones are deleted, in epoch milliseconds. A tombstone is kept for the retention,
 * but at least for {@link minDaysRemembered}. Until then, a client that sends a copy of the deleted record does not
 * restore it.
 */
export function memoryCutoff(days: number, now: number): number {
  return now - Math.max(days, minDaysRemembered) * day;
}

export interface RetainedProject {
  readonly key: number;
  readonly retentionDays: RetentionDays;
  readonly ownRetentionDays: RetentionDays;
}

export const retainedColumns = `key, retention_days AS "retentionDays", own_retention_days AS "ownRetentionDays"`;

/** A project that may have records to delete, because they are older than its cutoff. */
export interface DueProject {
  readonly project: number;
  readonly days: number;
  /** Epoch milliseconds. */
  readonly cutoff: number;
}

/** Tracks up to which time the records of each project are deleted, and the projects for which this failed. */
export class RetentionProgress {
  readonly #onError: (error: Error) => void;
  readonly #cleared = new Map<number, number>();
  readonly #failed = new Map<number, Error>();

  constructor(onError: (error: Error) => void) {
    this.#onError = onError;
  }

  /** Whether the records of any project could not be deleted. Such projects are retried after all others. */
  get hasFailures(): boolean {
    return this.#failed.size > 0;
  }

  /**
   * Returns the projects that may have records older than their retention. The retention of a project is the shortest
   * of three: `days` for the whole service, `retentionDays` of the operator and `ownRetentionDays` of the project's
   * owners.
   */
  due(projects: readonly RetainedProject[], days: RetentionDays, now: number): DueProject[] {
    return projects.flatMap(({ key, retentionDays, ownRetentionDays }) => {
      const shorter = shorterRetention(shorterRetention(retentionDays, ownRetentionDays), days);
      const cutoff = retentionCutoff(shorter, now);
      if (shorter === null || cutoff === undefined) return [];
      const isDone = this.#cleared.get(key) === cutoff || this.#failed.has(key);
      return isDone ? [] : [{ project: key, days: shorter, cutoff }];
    });
  }

  clear({ project, cutoff }: DueProject): void {
    this.#cleared.set(project, cutoff);
  }

  /** Reports a failed project, and skips it so that it does not block others. */
  fail(project: number, error: unknown): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    this.#failed.set(project, failure);
    this.#onError(failure);
  }

  /** Checks all projects again, and forgets the failures. */
  restart(): void {
    this.#cleared.clear();
    this.#failed.clear();
  }

  forgetFailures(): void {
    this.#failed.clear();
  }

  /** Throws the first failure, if there is one. Forgets all failures. */
  throwFailure(): void {
    const [failure] = this.#failed.values();
    this.#failed.clear();
    if (failure !== undefined) throw failure;
  }
}
