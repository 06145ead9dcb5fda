import { channel } from "node:diagnostics_channel";
import { withoutCaller } from "./caller.ts";
import { performance } from "node:perf_hooks";

/** Report of one completed call of `work` in {@link BackgroundWork}. Times are epoch milliseconds. */
export interface WorkSlice {
  readonly name: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failure: Error | null;
}

const slices = channel("threadline:background-work");

/** Calls `listen` after each slice of background work of this process, until the returned function is called. */
export function followBackgroundWork(listen: (slice: WorkSlice) => void): () => void {
  const hear = (slice: unknown): void => listen(slice as WorkSlice); // only `reportWork` publishes to this channel
  slices.subscribe(hear);
  return () => {
    slices.unsubscribe(hear);
  };
}

export function reportWork(slice: WorkSlice): void {
  if (slices.hasSubscribers) slices.publish(slice);
}

/**
 * Runs work after writes, such as updating an index, in short slices with pauses in between, so that requests are not
 * delayed. Its timer does not keep the process alive.
 */
export class BackgroundWork {
  readonly #name: string;
  readonly #work: () => number | null | Promise<number | null>;
  readonly #retryTime: number;
  readonly #onError: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isClosed: boolean;

  constructor(options: {
    readonly name?: string | undefined;
    /** Runs a slice. Returns the delay before the next slice in milliseconds; null if there is no more work. */
    readonly work: () => number | null | Promise<number | null>;
    /** Delay before failed work is retried, in milliseconds. */
    readonly retryTime: number;
    readonly onError?: ((error: Error) => void) | undefined;
    /** False if this process must not run the work, for example because it only reads the database. Default: true. */
    readonly follows?: boolean | undefined;
  }) {
    this.#name = options.name ?? "work";
    this.#work = options.work;
    this.#retryTime = options.retryTime;
    this.#onError = options.onError ?? (() => {});
    this.#isClosed = options.follows === false;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Schedules work after a delay in milliseconds. Does nothing if work is already scheduled. */
  wake(delay: number): void {
    if (this.#timer === undefined) this.#schedule(delay);
  }

  /** Schedules work after a delay in milliseconds, unless work is already scheduled at an earlier time. */
  hasten(delay: number): void {
    if (this.#timer === undefined || performance.now() + delay < this.#due) this.#schedule(delay);
  }

  /** Stops the work. Resolves when the current slice has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#due = performance.now() + delay;
    this.#timer = withoutCaller(() =>
      setTimeout(() => {
        this.#timer = undefined;
        if (this.#running === undefined) this.#running = this.#run();
        else this.#isAsked = true;
      }, delay),
    );
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    let rest: number | null;
    const startedAt = Date.now();
    let failure: Error | null = null;
    try {
      rest = await this.#work();
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      this.#onError(failure);
      rest = this.#retryTime;
    }
    reportWork({ name: this.#name, startedAt, endedAt: Date.now(), failure });
    this.#running = undefined;
    if (this.#isAsked) rest = 0;
    this.#isAsked = false;
    if (rest !== null) this.hasten(rest);
  }
}

/**
 * Pause after a slice of background work while other work keeps the event loop fully busy, as a multiple of the
 * duration of the slice. With less other work, the pause is shorter, but never shorter than the minimum pause.
 */
const requestParts = 3;

/**
 * Computes the pauses between slices of background work. The more other work the event loop has, the longer the pauses
 * are.
 */
export class DutyCycle {
  readonly #minPauseMs: number;
  #load = performance.eventLoopUtilization();

  constructor(minPauseMs: number) {
    this.#minPauseMs = minPauseMs;
  }

  /**
   * Returns the pause in milliseconds after a slice that took `own` milliseconds. `urgency` is from 0 to 1 and shortens
   * the pause; at 1, the pause is the minimum.
   */
  pauseAfter(own: number, urgency = 0): number {
    const load = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(load, this.#load);
    this.#load = load;
    const others = Math.max(active - own, 0);
    const pause = (own * requestParts * others) / (others + idle + 1);
    return Math.max(this.#minPauseMs, Math.round((1 - urgency) * pause));
  }
}
