import { BackgroundWork } from "../store/background-work.ts";
import { MissingProjectError } from "../store/errors.ts";
import type { ProjectUsage, UsageStore } from "../store/usage.ts";
import { storedBytes } from "./check-quota.ts";

/**
 * Minimum time between two measurements of a project's stored size, in milliseconds. `measureFullEvery` is the time for
 * a project that has reached its quota. It is shorter, so that writes are accepted soon after records were deleted.
 */
const measureEvery = 600_000;
const measureFullEvery = 60_000;
/** Minimum time between two measurements of a project without a quota. */
const measureUnlimitedEvery = 86_400_000;
/**
 * Pause after each part of a measurement, as a multiple of the time that the part took. The measurement therefore takes
 * at most 10 % of the time.
 */
const restShare = 9;
const minRest = 5;

interface MeasurementOptions {
  readonly usage: UsageStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
  /**
   * Stores the usage that this server has counted. Called before a measurement starts: the measurement includes the
   * counted records, and storing their counts later would count them twice.
   */
  readonly note: (projectId: string) => Promise<unknown>;
}

interface Running {
  readonly projectId: string;
  /**
   * `writtenBytes` of the project when this measurement started. The measurement includes these bytes, so they are
   * subtracted from `writtenBytes` when it ends.
   */
  readonly written: number;
  bytes: number;
  from: string | null;
}

interface Queue {
  readonly waiting: Set<string>;
  running: Running | undefined;
  /**
   * A waiting project is skipped if it was measured less than this time ago by another server, in milliseconds.
   */
  readonly minAge: number;
}

/**
 * Measures the storage of projects in the background, a part of the records at a time. While a project with a quota
 * waits, the measurement of one without a quota pauses.
 */
export class Measurement {
  readonly #options: MeasurementOptions;
  readonly #limited: Queue = { waiting: new Set(), running: undefined, minAge: measureFullEvery };
  readonly #unlimited: Queue = { waiting: new Set(), running: undefined, minAge: measureUnlimitedEvery };
  readonly #background: BackgroundWork;

  constructor(options: MeasurementOptions) {
    this.#options = options;
    const { onError } = options;
    this.#background = new BackgroundWork({
      name: "measurement",
      work: () => this.#work(),
      retryTime: measureFullEvery,
      onError,
    });
  }

  /**
   * Measures the project if its last measurement is too old. The maximum age is `measureEvery`, `measureFullEvery` if
   * the project has reached its quota, or `measureUnlimitedEvery` without a quota. `limit`: quota in bytes, or null.
   */
  follow(projectId: string, usage: ProjectUsage, limit: number | null): void {
    const queue = limit === null ? this.#unlimited : this.#limited;
    const age = usage.measuredAt === null ? Infinity : this.#options.now() - usage.measuredAt;
    const quotaAge = limit !== null && storedBytes(usage) >= limit ? measureFullEvery : measureEvery;
    const minAge = limit === null ? measureUnlimitedEvery : quotaAge;
    if (Math.abs(age) < minAge || queue.running?.projectId === projectId) return;
    queue.waiting.add(projectId);
    this.#background.wake(0);
  }

  close(): Promise<void> {
    return this.#background.close();
  }

  async #work(): Promise<number | null> {
    const startedAt = performance.now();
    const queue = isIdle(this.#limited) ? this.#unlimited : this.#limited;
    const running = queue.running ?? (await this.#begin(queue));
    if (!running) return isIdle(this.#unlimited) ? null : 0;
    try {
      const { bytes, next } = await this.#options.usage.measure(running.projectId, running.from);
      running.bytes += bytes;
      running.from = next;
      queue.running = next === null ? undefined : running;
      if (next === null) await this.#end(queue, running);
    } catch (error) {
      queue.running = undefined;
      // If the project was deleted, its measurement only stops. After any other error, the next request of the project
      // starts a new measurement.
      if (!(error instanceof MissingProjectError)) throw error;
    }
    if (isIdle(this.#limited) && isIdle(this.#unlimited)) return null;
    return Math.max(minRest, (performance.now() - startedAt) * restShare);
  }

  async #begin(queue: Queue): Promise<Running | undefined> {
    const [projectId] = queue.waiting;
    if (projectId === undefined) return undefined;
    queue.waiting.delete(projectId);
    // Without a quota, the project's writes were not counted. A measurement that began then would miss some of them.
    if (this.#unlimited.running?.projectId === projectId) this.#unlimited.running = undefined;
    await this.#options.note(projectId);
    const { writtenBytes: written, measuredAt } = await this.#options.usage.get(projectId);
    // Another server may have measured the project in the meantime.
    if (measuredAt !== null && Math.abs(this.#options.now() - measuredAt) < queue.minAge) return this.#begin(queue);
    return { projectId, written, bytes: 0, from: null };
  }

  async #end(queue: Queue, { projectId, bytes, written }: Running): Promise<void> {
    if (queue === this.#unlimited && this.#limited.waiting.has(projectId)) return;
    await this.#options.usage.setMeasured(projectId, { bytes, at: this.#options.now(), written });
  }
}

function isIdle({ waiting, running }: Queue): boolean {
  return waiting.size === 0 && !running;
}
