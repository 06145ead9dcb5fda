/** Up to which time the records of each project are gone, and which projects could not be cleared in this round. */
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

  /** Whether a project has nothing to delete. `cutoff`: older records are deleted, in epoch milliseconds. */
  isDone(project: number, cutoff: number): boolean {
    return this.#cleared.get(project) === cutoff || this.#failed.has(project);
  }

  clear(project: number, cutoff: number): void {
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
