import { BusyStorageError } from "./file-storage.ts";

export class UploadSlots {
  readonly #count: number;
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** Runs the work in a free slot. Rejects with a {@link BusyStorageError} if no slot is free. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    // Rejects instead of queueing, because queued uploads would hold memory as well.
    if (this.#taken >= this.#count)
      throw new BusyStorageError(`Too many large uploads are in progress (${this.#count})`);
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }
}
