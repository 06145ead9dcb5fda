import { BusyStorageError } from "./file-storage.ts";

export interface UploadMemoryOptions {
  readonly bytes: number;
  /** Maximum wait for memory, in milliseconds. */
  readonly patience: number;
  readonly maxWaiting: number;
}

interface Waiting {
  readonly bytes: number;
  readonly take: () => void;
}

/** Allocates upload memory in order of arrival. Queued uploads have read nothing yet and hold no memory. */
export class UploadMemory {
  readonly #options: UploadMemoryOptions;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  constructor(options: UploadMemoryOptions) {
    this.#options = options;
  }

  /**
   * Waits for memory of the given size. Resolves to a function that releases it, which may be called twice. Rejects
   * with a {@link BusyStorageError} if the queue is full or the wait takes too long.
   */
  async take(wanted: number): Promise<() => void> {
    const bytes = Math.min(wanted, this.#options.bytes);
    if (this.#waiting.size > 0 || !this.#fits(bytes)) await this.#wait(bytes);
    else this.#taken += bytes;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#taken -= bytes;
      this.#serve();
    };
  }

  #fits(bytes: number): boolean {
    return this.#taken + bytes <= this.#options.bytes;
  }

  async #wait(bytes: number): Promise<void> {
    const { patience, maxWaiting } = this.#options;
    if (this.#waiting.size >= maxWaiting) throw new BusyStorageError(`Too many uploads are queued (${maxWaiting})`);
    const served = Promise.withResolvers<void>();
    const waiting: Waiting = { bytes, take: served.resolve };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      served.reject(new BusyStorageError("Too many uploads are in progress"));
      // The upload that gave up may have been the first in the queue. The next upload may need less memory, and fit
      // now.
      this.#serve();
    }, patience);
    try {
      await served.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #serve(): void {
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.bytes)) return;
      this.#waiting.delete(waiting);
      this.#taken += waiting.bytes;
      waiting.take();
    }
  }
}
