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

/** Measures the storage of projects in the background, a part of the records at a time. */
export class Measurement {
  readonly #options: MeasurementOptions;
  readonly #waiting = new Set<string>();
  readonly #background: BackgroundWork;
  #running: Running | undefined;

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
   * Measures the project if its last measurement is older than `measureEvery`, or than `measureFullEvery` if the
   * project has reached its quota. `limit` is the quota in bytes; infinite without a quota.
   */
  follow(projectId: string, usage: ProjectUsage, limit: number): void {
    const age = usage.measuredAt === null ? Infinity : this.#options.now() - usage.measuredAt;
    const isFull = storedBytes(usage) >= limit;
    if (Math.abs(age) < (isFull ? measureFullEvery : measureEvery) || this.#running?.projectId === projectId) return;
    this.#waiting.add(projectId);
    this.#background.wake(0);
  }

  close(): Promise<void> {
    return this.#background.close();
  }

  async #work(): Promise<number | null> {
    const startedAt = performance.now();
    const running = this.#running ?? (await this.#begin());
    if (!running) return null;
    this.#running = undefined;
    try {
      const { bytes, next } = await this.#options.usage.measure(running.projectId, running.from);
      running.bytes += bytes;
      running.from = next;
      if (next === null) await this.#end(running);
      else this.#running = running;
    } catch (error) {
      // If the project was deleted, its measurement only stops. After any other error, the next request of the project
      // starts a new measurement.
      if (!(error instanceof MissingProjectError)) throw error;
    }
    if (!this.#running && this.#waiting.size === 0) return null;
    return Math.max(minRest, (performance.now() - startedAt) * restShare);
  }

  async #begin(): Promise<Running | undefined> {
    const [projectId] = this.#waiting;
    if (projectId === undefined) return undefined;
    this.#waiting.delete(projectId);
    await this.#options.note(projectId);
    const { writtenBytes: written, measuredAt } = await this.#options.usage.get(projectId);
    // Another server may have measured the project in the meantime.
    if (measuredAt !== null && Math.abs(this.#options.now() - measuredAt) < measureFullEvery) return this.#begin();
    return { projectId, written, bytes: 0, from: null };
  }

  async #end({ projectId, bytes, written }: Running): Promise<void> {
    await this.#options.usage.setMeasured(projectId, { bytes, at: this.#options.now(), written });
  }
}
