const day = 86_400_000;

/** A whole number of days, or null for unlimited retention. */
export type RetentionDays = number | null;

/**
 * Records that were created before this time have gone, in epoch milliseconds: the begin of a day in UTC, so that a record
 * stays for at least `days` days and at most one more. Undefined when everything stays.
 */
export function retentionCutoff(days: RetentionDays, now: number): number | undefined {
  return days === null ? undefined : (Math.floor(now / day) - days) * day;
}

/** The retention of a project that has one of its own in a store that has one: what is shorter holds. */
export function shorterRetention(one: RetentionDays, other: RetentionDays): RetentionDays {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Days for which a deletion is remembered at least: a client may hold a copy for longer than records stay. */
const minDaysRemembered = 30;

/** Cutoff of tombstones, which outlive records by at least the retention, so that a late copy does not restore one. */
export function memoryCutoff(days: number, now: number): number {
  return now - Math.max(days, minDaysRemembered) * day;
}

/** A project whose records before the cutoff are to be deleted. */
export interface DueProject {
  readonly project: number;
  readonly days: number;
  /** Epoch milliseconds. */
  readonly cutoff: number;
}

/** Time before which the records of each project are deleted, and the projects that failed in this round. */
export class RetentionProgress {
  readonly #onError: (error: Error) => void;
  readonly #cleared = new Map<number, number>();
  readonly #failed = new Map<number, Error>();

  constructor(onError: (error: Error) => void) {
    this.#onError = onError;
  }

  /** Whether a project is left alone until the others are cleared. */
  get hasFailures(): boolean {
    return this.#failed.size > 0;
  }

  /** Projects that may have records beyond their retention, which is the shorter of their own and `days`. */
  due(
    projects: readonly { readonly key: number; readonly retentionDays: RetentionDays }[],
    days: RetentionDays,
    now: number,
  ): DueProject[] {
    return projects.flatMap(({ key, retentionDays }) => {
      const shorter = shorterRetention(retentionDays, days);
      const cutoff = retentionCutoff(shorter, now);
      if (shorter === null || cutoff === undefined) return [];
      const isDone = this.#cleared.get(key) === cutoff || this.#failed.has(key);
      return isDone ? [] : [{ project: key, days: shorter, cutoff }];
    });
  }

  clear({ project, cutoff }: DueProject): void {
    this.#cleared.set(project, cutoff);
  }

  /** Notes a failed project, which does not block others. */
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

  /** Tries again where it failed. */
  forgetFailures(): void {
    this.#failed.clear();
  }

  /** Throws the first failure of the round, and forgets them all. */
  throwFailure(): void {
    const [failure] = this.#failed.values();
    this.#failed.clear();
    if (failure !== undefined) throw failure;
  }
}
