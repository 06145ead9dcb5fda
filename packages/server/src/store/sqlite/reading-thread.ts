import { callerSignal } from "../caller.ts";
import { FairShares } from "../session/fair-shares.ts";
import { StoreThread } from "../threads/store-thread.ts";
import type { SqliteThreadOptions, StoreThreadOptions } from "../threads/store-thread-protocol.ts";

/** Maximum number of concurrent reads. They run in slices. */
const capacity = 4;

/**
 * A worker thread for reads, which all projects share. It starts with the first read, and restarts after a failure. A
 * read is canceled when its caller disconnects.
 */
export class ReadingThread {
  readonly #options: StoreThreadOptions;
  readonly #shares = new FairShares<string>({ capacity });
  #thread: Promise<StoreThread> | null = null;

  constructor(path: string, options: Pick<SqliteThreadOptions, "hasLowPriority"> = {}) {
    this.#options = { ...options, database: "sqlite", path, readOnly: true };
  }

  /** Runs a method of the store in the worker thread. The first argument of the method is the project. */
  call(path: readonly string[], values: readonly unknown[]): Promise<unknown> {
    const signal = callerSignal();
    const read = async (): Promise<unknown> => {
      const thread = await (this.#thread ??= this.#open());
      return thread.call(path, values, signal);
    };
    return this.#shares.use(String(values[0]), read, signal);
  }

  async close(): Promise<void> {
    const thread = await this.#thread?.catch(() => null);
    await thread?.close();
  }

  #open(): Promise<StoreThread> {
    const forget = (): void => {
      this.#thread = null;
    };
    const opening = StoreThread.open(this.#options, { onFailure: forget });
    opening.catch(forget);
    return opening;
  }
}
