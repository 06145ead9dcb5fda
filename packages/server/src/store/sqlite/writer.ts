import { Worker } from "node:worker_threads";
import { FailedStoreError } from "../errors.ts";
import { reviveError, type WriterAnswer, type WriterCall, type WriterOptions } from "./writer-protocol.ts";

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The calling side of the thread that writes. It keeps the process alive only while a call is under way. */
export class Writer {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #onFailure: (error: Error) => void;
  #failure: Error | null = null;
  #isClosing = false;
  #lastId = 0;

  private constructor(options: WriterOptions, onFailure: (error: Error) => void) {
    this.#onFailure = onFailure;
    // From the sources the thread runs the source, from the build its entry beside the chunks.
    const entry = import.meta.url.endsWith(".ts") ? "./writer-thread.ts" : "./writer-thread.js";
    this.#worker = new Worker(new URL(entry, import.meta.url), { workerData: options });
    this.#worker.on("message", (message: WriterAnswer) => this.#settle(message));
    this.#worker.on("error", (cause) => this.#fail({ cause }));
    this.#worker.on("exit", () => this.#fail());
  }

  /**
   * Resolves once the thread has opened the file; rejects with its `StoreOpenError`. `onFailure` hears of it when the thread
   * ends by itself afterwards, so that nothing can be written any more.
   */
  static async open(options: WriterOptions, onFailure: (error: Error) => void = () => {}): Promise<Writer> {
    const writer = new Writer(options, onFailure);
    try {
      await writer.#wait(0);
      return writer;
    } catch (error) {
      writer.#isClosing = true;
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

  #settle(answer: WriterAnswer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (answer.error === null) return pending?.resolve(answer.result);
    const error = reviveError(answer.error);
    // The thread is about to end for it.
    if (error instanceof FailedStoreError) this.#failure ??= error;
    pending?.reject(error);
  }

  #fail(options: ErrorOptions = {}): void {
    const failure = (this.#failure ??= new FailedStoreError("The service cannot store anything any more", options));
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#onFailure(failure);
  }
}
