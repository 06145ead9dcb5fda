import type { RecordChange, RecordChanges, RecordKind } from "./change-feed.ts";

export interface ChangeQueueOptions {
  /** Kinds of records to report. Default: all. */
  readonly kinds: readonly RecordKind[] | undefined;
  /** If set, only this thread and its records are reported. */
  readonly threadId: string | undefined;
  /** If set, only this run and its records are reported. */
  readonly rootRunId?: string | undefined;
  /**
   * Maximum number of queued changes. If there are more, the watcher gets an overflow instead, and has to reload
   * everything.
   */
  readonly maxChanges: number;
  readonly signal: AbortSignal;
}

/**
 * Pending notifications of one watcher. They are merged until the watcher reads the next one, so that a slow watcher
 * needs no more memory than a fast one.
 */
export class ChangeQueue implements AsyncIterableIterator<RecordChanges, undefined> {
  readonly #kinds: ReadonlySet<RecordKind> | null;
  readonly #threadId: string | undefined;
  readonly #rootRunId: string | undefined;
  readonly #maxChanges: number;
  readonly #signal: AbortSignal;
  readonly #waiting = new Map<string, RecordChange>();
  #hasOverflow = false;
  #wake: (() => void) | null = null;

  constructor({ kinds, threadId, rootRunId, maxChanges, signal }: ChangeQueueOptions) {
    this.#kinds = kinds ? new Set(kinds) : null;
    this.#threadId = threadId;
    this.#rootRunId = rootRunId;
    this.#maxChanges = maxChanges;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake?.(), { once: true });
  }

  push({ changes, overflow }: RecordChanges): void {
    if (overflow) this.#overflow();
    else for (const change of changes) this.#add(change);
    if (this.#hasOverflow || this.#waiting.size > 0) this.#wake?.();
  }

  async next(): Promise<IteratorResult<RecordChanges, undefined>> {
    while (!this.#signal.aborted && !this.#hasOverflow && this.#waiting.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#signal.aborted) return { done: true, value: undefined };
    const value = { changes: [...this.#waiting.values()], overflow: this.#hasOverflow };
    this.#waiting.clear();
    this.#hasOverflow = false;
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<RecordChanges, undefined>> {
    this.#waiting.clear();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #add(change: RecordChange): void {
    if (this.#hasOverflow) return;
    if (this.#kinds && !this.#kinds.has(change.kind)) return;
    if (this.#threadId !== undefined && change.threadId !== this.#threadId) return;
    if (this.#rootRunId !== undefined && ![change.rootRunId, change.stepId].includes(this.#rootRunId)) return;
    this.#waiting.set(`${change.kind} ${change.id}`, change);
    if (this.#waiting.size > this.#maxChanges) this.#overflow();
  }

  #overflow(): void {
    this.#hasOverflow = true;
    this.#waiting.clear();
  }
}
