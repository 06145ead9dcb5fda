import { Worker } from "node:worker_threads";
import { reviveError, type WriterAnswer, type WriterCall, type WriterOptions } from "./writer-protocol.ts";

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The calling side of the thread that writes. It keeps the process alive only while a call is under way. */
export class Writer {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #failure: Error | null = null;
  #lastId = 0;

  private constructor(options: WriterOptions) {
    // From the sources the thread runs the source, from the build its entry beside the chunks.
    const entry = import.meta.url.endsWith(".ts") ? "./writer-thread.ts" : "./writer-thread.js";
    this.#worker = new Worker(new URL(entry, import.meta.url), { workerData: options });
    this.#worker.on("message", (message: WriterAnswer) => this.#settle(message));
    this.#worker.on("error", (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#fail(new Error("The thread that writes to the store has ended.")));
  }

  /** Resolves once the thread has opened the file; rejects with its `StoreOpenError`. */
  static async open(options: WriterOptions): Promise<Writer> {
    const writer = new Writer(options);
    try {
      await writer.#wait(0);
      return writer;
    } catch (error) {
      await writer.#worker.terminate();
      throw error;
    }
  }

  /** Performs a method of the store over there. Resolves after its commit. */
  call(path: readonly string[], values: readonly unknown[]): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const call: WriterCall = { id: (this.#lastId += 1), path, values };
    this.#worker.postMessage(call);
    return this.#wait(call.id);
  }

  async close(): Promise<void> {
    if (!this.#failure) await this.call(["close"], []);
    await this.#worker.terminate();
  }

  #wait(id: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    this.#worker.ref();
    return promise;
  }

  #settle(answer: WriterAnswer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (answer.error === null) pending?.resolve(answer.result);
    else pending?.reject(reviveError(answer.error));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }
}
