import type { StepPayloadsQuery } from "../../../generated/thread.ts";

/** A step with all its data: input, output, generation, scores and attachments. */
export type Payload = StepPayloadsQuery["steps"]["edges"][number]["node"];

/** A step in the cache: undefined until it is loaded, an error if loading failed, or `missing`. */
export type LoadState<Step> = Step | "missing" | Error | undefined;
export type PayloadState = LoadState<Payload>;

export interface RefreshableCache {
  refresh(ids: Iterable<string>): void;
  refreshAll(): void;
}

/** Number of steps per request. A payload may have megabytes, so this is small. */
const batchSize = 20;
/** Maximum number of cached steps. Beyond it, the least recently shown steps are removed. */
const capacity = 2_000;

/**
 * Loads steps in batches when they become visible, and notifies subscribers. Steps that became visible last are loaded
 * first, because the others may no longer be visible. `Step` is a complete step or its preview.
 */
export class PayloadCache<Step extends { readonly id: string } = Payload> implements RefreshableCache {
  readonly #readSteps: (ids: readonly string[]) => Promise<readonly Step[]>;
  readonly #states = new Map<string, LoadState<Step>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #failed = new Set<string>();
  readonly #failureListeners = new Set<() => void>();
  #waiting: string[] = [];
  #running = 0;
  #isPlanned = false;

  constructor(readSteps: (ids: readonly string[]) => Promise<readonly Step[]>) {
    this.#readSteps = readSteps;
  }

  get(id: string): LoadState<Step> {
    return this.#states.get(id);
  }

  get failedIds(): ReadonlySet<string> {
    return this.#failed;
  }

  subscribeFailures(listener: () => void): () => void {
    this.#failureListeners.add(listener);
    return () => void this.#failureListeners.delete(listener);
  }

  /**
   * Loads the steps with these ids again. Default: all steps that failed to load. Visible steps are loaded immediately,
   * and other steps when they become visible.
   */
  retry(ids: Iterable<string> = [...this.#failed]): void {
    for (const id of ids) {
      this.#failed.delete(id);
      if (this.#states.get(id) instanceof Error) this.#states.delete(id);
      this.refresh([id]);
      for (const listener of this.#listeners.get(id) ?? []) listener();
    }
    this.#noteFailures();
  }

  #noteFailures(): void {
    for (const listener of this.#failureListeners) listener();
  }

  /** Subscribes to a step, and loads it if necessary. */
  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(id, listeners);
    if (!this.#states.has(id)) this.#ask(id);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /**
   * Reloads steps, which keep their old content until the new one arrives. Steps without subscribers are dropped from
   * the cache.
   */
  refresh(ids: Iterable<string>): void {
    for (const id of ids) {
      if (this.#listeners.has(id)) this.#ask(id);
      else this.#states.delete(id);
    }
  }

  refreshAll(): void {
    this.refresh([...this.#states.keys()]);
  }

  #ask(id: string): void {
    this.#waiting.push(id);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < 2 && this.#waiting.length > 0) {
      // Skips steps that were only visible while scrolling, so that the visible ones load sooner.
      const wanted = [...new Set(this.#waiting)].filter((id) => this.#listeners.has(id));
      const batch = wanted.slice(-batchSize);
      this.#waiting = wanted.slice(0, -batchSize);
      if (batch.length > 0) void this.#read(batch);
    }
  }

  async #read(ids: readonly string[]): Promise<void> {
    this.#running += 1;
    try {
      const steps = await this.#readSteps(ids);
      const found = new Map(steps.map((step) => [step.id, step]));
      for (const id of ids) {
        this.#failed.delete(id);
        this.#set(id, found.get(id) ?? "missing");
      }
    } catch (error) {
      for (const id of ids) {
        this.#failed.add(id);
        if (typeof this.#states.get(id) !== "object")
          this.#set(id, error instanceof Error ? error : new Error(String(error)));
      }
    } finally {
      this.#running -= 1;
      this.#noteFailures();
      this.#next();
    }
  }

  #set(id: string, state: LoadState<Step>): void {
    this.#states.delete(id);
    this.#states.set(id, state);
    if (this.#states.size > capacity) this.#forget();
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }

  #forget(): void {
    for (const id of this.#states.keys()) {
      if (this.#states.size <= capacity) return;
      if (this.#listeners.has(id)) continue;
      this.#states.delete(id);
      this.#failed.delete(id);
    }
  }
}
