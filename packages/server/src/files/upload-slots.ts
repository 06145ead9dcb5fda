import { BusyStorageError } from "./file-storage.ts";

/** How many uploads may take much memory at once. */
export class UploadSlots {
  readonly #count: number;
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** Does the work in a free slot; rejects with a {@link BusyStorageError} when there is none. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    // Who waited would hold memory as well.
    if (this.#taken >= this.#count) throw new BusyStorageError(`${this.#count} large uploads are under way`);
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }
}
