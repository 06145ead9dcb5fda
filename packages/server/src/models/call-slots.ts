/** Limits the concurrent calls of each connection. Further calls wait in order. */
export class CallSlots {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Waits for a free slot. Resolves to the function that frees it. Rejects with the signal's reason when aborted. */
  async take(connection: string, limit: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const running = this.#running.get(connection) ?? 0;
    if (running >= limit) await this.#wait(connection, signal);
    else this.#running.set(connection, running + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#free(connection);
    };
  }

  #wait(connection: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(connection) ?? [];
      this.#waiting.set(connection, queue);
      const onAbort = (): void => {
        queue.splice(queue.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      const enter = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      queue.push(enter);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  #free(connection: string): void {
    const queue = this.#waiting.get(connection);
    const next = queue?.shift();
    if (queue?.length === 0) this.#waiting.delete(connection);
    if (next) return next();
    const running = (this.#running.get(connection) ?? 1) - 1;
    if (running > 0) this.#running.set(connection, running);
    else this.#running.delete(connection);
  }
}
