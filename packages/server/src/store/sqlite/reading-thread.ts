import { StoreThread } from "./store-thread.ts";

/** A thread for reads that take long. It begins with the first of them, and anew after it has failed. */
export class ReadingThread {
  readonly #path: string;
  #thread: Promise<StoreThread> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async call(path: readonly string[], values: readonly unknown[]): Promise<unknown> {
    const thread = await (this.#thread ??= this.#open());
    return thread.call(path, values);
  }

  async close(): Promise<void> {
    const thread = await this.#thread?.catch(() => null);
    await thread?.close();
  }

  #open(): Promise<StoreThread> {
    const forget = (): void => {
      this.#thread = null;
    };
    const opening = StoreThread.open({ path: this.#path, readOnly: true }, forget);
    opening.catch(forget);
    return opening;
  }
}
