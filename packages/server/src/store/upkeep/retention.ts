const day = 86_400_000;

/** A whole number of days, or null for unlimited retention. */
export type RetentionDays = number | null;

/**
 * Cutoff in epoch milliseconds, the start of a UTC day: older records are deleted, so that a record is kept for at
 * least `days` days and at most one more. Undefined for unlimited retention.
 */
export function retentionCutoff(days: RetentionDays, now: number): number | undefined {
  return days === null ? undefined : (Math.floor(now / day) - days) * day;
}

/** Retention of a project with its own: the shorter of both. */
export function shorterRetention(one: RetentionDays, other: RetentionDays): RetentionDays {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/**
 * Minimum number of days that deletions are remembered, because a client may have a copy for longer than the retention.
 */
const minDaysRemembered = 30;

/** Cutoff of tombstones, which outlive records by at least the retention, so that a late copy does not restore one. */
export function memoryCutoff(days: number, now: number): number {
  return now - Math.max(days, minDaysRemembered) * day;
}

/** Retention of a project, set by the operator and by the owners of the project. */
export interface RetainedProject {
  readonly key: number;
  readonly retentionDays: RetentionDays;
  readonly ownRetentionDays: RetentionDays;
}

/** Columns of a {@link RetainedProject}. */
export const retainedColumns = `key, retention_days AS "retentionDays", own_retention_days AS "ownRetentionDays"`;

/** A project with records older than its cutoff, which are deleted. */
export interface DueProject {
  readonly project: number;
  readonly days: number;
  /** Epoch milliseconds. */
  readonly cutoff: number;
}

/** Cutoff of each project, and the projects that failed in this round. */
export class RetentionProgress {
  readonly #onError: (error: Error) => void;
  readonly #cleared = new Map<number, number>();
  readonly #failed = new Map<number, Error>();

  constructor(onError: (error: Error) => void) {
    this.#onError = onError;
  }

  /** Whether a project is skipped until the others are done. */
  get hasFailures(): boolean {
    return this.#failed.size > 0;
  }

  /** Projects that may have records older than their retention, which is the shorter of their own and `days`. */
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

  /** Records a failed project, which does not block others. */
  fail(project: number, error: unknown): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    this.#failed.set(project, failure);
    this.#onError(failure);
  }

  /** Restarts with all projects. */
  restart(): void {
    this.#cleared.clear();
    this.#failed.clear();
  }

  /** Retries failed projects. */
  forgetFailures(): void {
    this.#failed.clear();
  }

  /** Throws the first failure of the round, and clears them all. */
  throwFailure(): void {
    const [failure] = this.#failed.values();
    this.#failed.clear();
    if (failure !== undefined) throw failure;
  }
}
