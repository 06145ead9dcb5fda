import { withoutCaller } from "../store/caller.ts";
import { type ApiKeyRecord, type ProjectStore, useIntervalMs } from "../store/projects.ts";

const retryMs = 60_000;
const maxEntries = 10_000;

/** Stores when API keys are used, at most once an hour for each key. Requests do not wait for the write. */
export class KeyUses {
  readonly #projects: Pick<ProjectStore, "recordKeyUse">;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #attempts = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: {
    readonly projects: Pick<ProjectStore, "recordKeyUse">;
    /** Epoch milliseconds. */
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  }) {
    this.#projects = options.projects;
    this.#now = options.now;
    this.#onError = options.onError;
  }

  note(key: ApiKeyRecord): void {
    const now = this.#now();
    const attempt = this.#attempts.get(key.hash);
    if (this.#isClosed || (key.lastUsedAt !== null && Math.abs(now - key.lastUsedAt) < useIntervalMs)) return;
    if (attempt !== undefined && now - attempt < retryMs) return;
    if (this.#attempts.size >= maxEntries) this.#attempts.clear();
    this.#attempts.set(key.hash, now);
    const write = withoutCaller(() => this.#write(key, now)).finally(() => this.#pending.delete(write));
    this.#pending.add(write);
  }

  /** Waits for pending writes, and stores no more uses. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#pending);
  }

  async #write(key: ApiKeyRecord, now: number): Promise<void> {
    try {
      await this.#projects.recordKeyUse(key.projectId, key.id, now);
      this.#attempts.delete(key.hash);
    } catch (error) {
      this.#onError(error);
    }
  }
}
