/** Runs jobs that share a key sequentially. */
export class KeyedTurns {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<Result>(keys: readonly string[], job: () => Promise<Result>): Promise<Result> {
    const before = keys.flatMap((key) => this.#tails.get(key) ?? []);
    const result = Promise.all(before).then(job);
    const settled = result.then(noResult, noResult);
    for (const key of keys) this.#tails.set(key, settled);
    try {
      return await result;
    } finally {
      for (const key of keys) if (this.#tails.get(key) === settled) this.#tails.delete(key);
    }
  }
}

function noResult(): void {
  // Ignores the outcome of a job, so that the next job also runs after a failed one.
}
