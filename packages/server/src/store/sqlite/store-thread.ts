import { Worker } from "node:worker_threads";
import { readBudget } from "../caller.ts";
import { FailedStoreError, UnavailableError } from "../errors.ts";
import {
  reviveError,
  type StoreAnswer,
  type StoreCall,
  type StoreCancel,
  type StoreThreadOptions,
} from "./store-thread-protocol.ts";

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calling side of a thread that has the file open. It keeps the process alive only during calls. */
export class StoreThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #onFailure: (error: Error) => void;
  readonly #onError: (error: Error) => void;
  readonly #isReading: boolean;
  #failure: Error | null = null;
  #isClosing = false;
  #lastId = 0;

  private constructor(options: StoreThreadOptions, onFailure: (error: Error) => void, onError: (error: Error) => void) {
    this.#onFailure = onFailure;
    this.#onError = onError;
    this.#isReading = options.readOnly ?? false;
    // Runs the source file in development, and the built entry beside the chunks otherwise.
    const entry = import.meta.url.endsWith(".ts") ? "./run-store-thread.ts" : "./run-store-thread.js";
    this.#worker = new Worker(new URL(entry, import.meta.url), { workerData: options });
    this.#worker.on("message", (message: StoreAnswer) => this.#settle(message));
    this.#worker.on("error", (cause) => this.#fail({ cause }));
    this.#worker.on("exit", () => this.#fail());
  }

  /**
   * Resolves when the thread has opened the file; rejects with its `StoreOpenError`. `onFailure` is called when the thread
   * ends unexpectedly, `onError` for errors of background work that is retried.
   */
  static async open(
    options: StoreThreadOptions,
    onFailure: (error: Error) => void = () => {},
    onError: (error: Error) => void = () => {},
  ): Promise<StoreThread> {
    const thread = new StoreThread(options, onFailure, onError);
    try {
      await thread.#wait(0);
      return thread;
    } catch (error) {
      thread.#isClosing = true;
      await thread.#worker.terminate();
      throw error;
    }
  }

  /** Executes a store method in the thread; writes resolve after their commit. A read ends when the signal aborts. */
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
    if (answer.id === null) return this.#onError(reviveError(answer.error));
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (answer.error === null) return pending?.resolve(answer.result);
    const error = reviveError(answer.error);
    // The thread is about to exit because of this error.
    if (error instanceof FailedStoreError) this.#failure ??= error;
    pending?.reject(error);
  }

  #fail(options: ErrorOptions = {}): void {
    const failure = (this.#failure ??= this.#isReading
      ? new UnavailableError("The service could not finish reading this", options)
      : new FailedStoreError("The service can no longer store records", options));
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#onFailure(failure);
  }
}
