import { Worker } from "node:worker_threads";
import { reportWork } from "../background-work.ts";
import { readBudget } from "../caller.ts";
import { FailedStoreError, UnavailableError } from "../errors.ts";
import {
  reviveError,
  type StoreAnswer,
  type StoreCall,
  type StoreCancel,
  type StoreNotice,
  type StoreThreadOptions,
} from "./store-thread-protocol.ts";

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface StoreThreadListeners {
  /** Called when the worker thread ends unexpectedly. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  /** Called with errors of background work that is retried. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Called before the worker thread is open, with problems of the database configuration. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Calls the store in a worker thread that has opened the database. The worker thread keeps the process alive only while
 * calls are pending.
 */
export class StoreThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners: StoreThreadListeners;
  readonly #isReading: boolean;
  #failure: Error | null = null;
  #isClosing = false;
  #lastId = 0;

  private constructor(options: StoreThreadOptions, listeners: StoreThreadListeners) {
    this.#listeners = listeners;
    this.#isReading = options.database === "sqlite" && options.readOnly === true;
    // In development, runs the TypeScript source file. In the build, runs `run-store-thread.js`, which is in the same
    // folder as the bundled file with this code.
    const entry = import.meta.url.endsWith(".ts") ? "./run-store-thread.ts" : "./run-store-thread.js";
    this.#worker = new Worker(new URL(entry, import.meta.url), { workerData: options });
    this.#worker.on("message", (message: StoreAnswer | StoreNotice) => {
      if ("notice" in message) this.#report(message);
      else this.#settle(message);
    });
    this.#worker.on("error", (cause) => this.#fail({ cause }));
    this.#worker.on("exit", () => this.#fail());
  }

  /** Starts a worker thread. Resolves when it has opened the database; rejects with its `StoreOpenError`. */
  static async open(options: StoreThreadOptions, listeners: StoreThreadListeners = {}): Promise<StoreThread> {
    const thread = new StoreThread(options, listeners);
    try {
      await thread.#wait(0);
      return thread;
    } catch (error) {
      thread.#isClosing = true;
      await thread.#worker.terminate();
      throw error;
    }
  }

  /**
   * Executes a store method in the worker thread. A write resolves after its commit. A read is canceled when the signal
   * aborts.
   */
  async call(path: readonly string[], values: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    if (this.#failure) throw this.#failure;
    signal?.throwIfAborted();
    const call: StoreCall = { id: (this.#lastId += 1), path, values, maxBytes: readBudget()?.bytes };
    this.#worker.postMessage(call);
    const cancel = (): void => this.#worker.postMessage({ canceled: call.id } satisfies StoreCancel);
    signal?.addEventListener("abort", cancel);
    try {
      return await this.#wait(call.id);
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (!this.#failure) await this.call(["close"], []);
    await this.#worker.terminate();
  }

  #wait(id: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    this.#worker.ref();
    return promise;
  }

  #settle(answer: StoreAnswer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (answer.error === null) return pending?.resolve(answer.result);
    const error = reviveError(answer.error);
    // This error ends the thread. `#fail` then rejects all other calls with it.
    if (error instanceof FailedStoreError) this.#failure ??= error;
    pending?.reject(error);
  }

  #report(message: StoreNotice): void {
    const { onError, onWarning } = this.#listeners;
    if (message.notice === "error") onError?.(reviveError(message.error));
    else if (message.notice === "warning") onWarning?.(message.message);
    else reportWork({ ...message.slice, failure: message.failure && reviveError(message.failure) });
  }

  #fail(options: ErrorOptions = {}): void {
    const failure = (this.#failure ??= this.#isReading
      ? new UnavailableError("The service could not complete this read", options)
      : new FailedStoreError("The service can no longer store records", options));
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#listeners.onFailure?.(failure);
  }
}
