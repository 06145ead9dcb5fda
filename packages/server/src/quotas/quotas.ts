import { BackgroundWork } from "../store/background-work.ts";
import { MissingProjectError } from "../store/errors.ts";
import type { ProjectQuota, ProjectUsage, UsageStore } from "../store/usage.ts";
import { checkQuota, dayMs, limitsOf, operatorLimits, storedBytes } from "./check-quota.ts";
import type { QuotaDefaults } from "./check-quota.ts";
import { Measurement } from "./measurement.ts";
import type { StoredKind } from "./storing-fields.ts";

/** Time after which the usage counted in memory is stored, and the usage of other servers is read, in milliseconds. */
const noteEvery = 5_000;

export interface QuotasOptions {
  readonly usage: UsageStore;
  readonly defaults: QuotaDefaults;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}

export interface QuotaState {
  /** Effective limits; 0 for no limit. */
  readonly limits: QuotaDefaults;
  /** Limits of the operator, which the limits of the owners cannot exceed; 0 for no limit. */
  readonly operatorLimits: QuotaDefaults;
  /** Limits that the owners set; null for none. */
  readonly ownQuota: ProjectQuota;
  readonly steps: number;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly dayEndsAt: number;
  readonly measuredAt: number | null;
}

interface Tally {
  usage: ProjectUsage;
  /** Time of a monotonic clock, in milliseconds. */
  readAt: number;
  reading: Promise<void> | undefined;
  day: number;
  steps: number;
  bytes: number;
}

/**
 * Enforces quotas. Usage is counted in memory and stored every few seconds, so that a write does not wait until its
 * usage is stored. In these seconds, all servers together can exceed the quota of a project. The request that reaches
 * the quota is also stored completely.
 */
export class Quotas {
  readonly #options: QuotasOptions;
  readonly #tallies = new Map<string, Tally>();
  readonly #noting: BackgroundWork;
  readonly #measurement: Measurement;

  constructor(options: QuotasOptions) {
    this.#options = options;
    const { onError } = options;
    const work = async (): Promise<null> => {
      await this.#noteAll();
      return null;
    };
    this.#noting = new BackgroundWork({ name: "quotas", work, retryTime: noteEvery, onError });
    this.#measurement = new Measurement({
      ...options,
      note: async (projectId) => {
        const tally = this.#tallies.get(projectId);
        if (tally) await this.#note(projectId, tally);
      },
    });
  }

  /**
   * Rejects with a `RecordError` if the project has used up its quota. With a `share`, already rejects if that share of
   * the quota is used up.
   */
  async require(projectId: string, kind: StoredKind, share = 1): Promise<void> {
    const tally = this.#tallies.get(projectId) ?? (await this.#open(projectId));
    const { now, defaults, onError } = this.#options;
    if (performance.now() - tally.readAt > noteEvery) {
      this.#note(projectId, tally).catch((error: unknown) => {
        if (!(error instanceof MissingProjectError)) onError(error instanceof Error ? error : new Error(String(error)));
      });
    }
    const at = now();
    const { usage, bytes } = tally;
    const limits = limitsOf(usage, defaults);
    if (limits.storedBytes > 0) this.#measurement.follow(projectId, usage, limits.storedBytes);
    const steps = tally.day === Math.floor(at / dayMs) ? tally.steps : 0;
    checkQuota({ kind, usage, since: { steps, bytes }, defaults, now: at, share });
  }

  /** Returns the usage and quota of the project. Writes of other servers in the last seconds may be missing. */
  async read(projectId: string): Promise<QuotaState> {
    const tally = this.#tallies.get(projectId) ?? (await this.#open(projectId));
    if (performance.now() - tally.readAt > noteEvery) await this.#note(projectId, tally);
    const { now, defaults } = this.#options;
    const { usage, bytes } = tally;
    const limits = limitsOf(usage, defaults);
    // Without a quota, the size is only measured when it is read.
    this.#measurement.follow(projectId, usage, limits.storedBytes || null);
    const today = Math.floor(now() / dayMs);
    const noted = usage.day === today ? usage.steps : 0;
    return {
      limits,
      operatorLimits: operatorLimits(usage, defaults),
      ownQuota: usage.ownQuota,
      steps: noted + (tally.day === today ? tally.steps : 0),
      bytes: storedBytes(usage) + bytes,
      dayEndsAt: (today + 1) * dayMs,
      measuredAt: usage.measuredAt,
    };
  }

  /** Discards the cached limits after a change, so that the next call reads them again. */
  forget(projectId: string): void {
    const tally = this.#tallies.get(projectId);
    if (tally) tally.readAt = Number.NEGATIVE_INFINITY;
  }

  count(projectId: string, { steps = 0, bytes = 0 }: { readonly steps?: number; readonly bytes?: number }): void {
    const tally = this.#tallies.get(projectId);
    if (!tally || !this.#isBound(tally)) return;
    const today = Math.floor(this.#options.now() / dayMs);
    if (tally.day !== today) tally.steps = 0;
    tally.day = today;
    tally.steps += steps;
    tally.bytes += bytes;
    this.#noting.wake(noteEvery);
  }

  /** Stores the counts that are only in memory, and stops the background work. */
  async close(): Promise<void> {
    await Promise.all([this.#noting.close(), this.#measurement.close()]);
    await this.#noteAll().catch(this.#options.onError);
  }

  #isBound({ usage }: Tally): boolean {
    const limits = limitsOf(usage, this.#options.defaults);
    return limits.stepsPerDay > 0 || limits.storedBytes > 0;
  }

  async #open(projectId: string): Promise<Tally> {
    const usage = await this.#options.usage.get(projectId);
    const known = this.#tallies.get(projectId);
    if (known) return known;
    const tally = { usage, readAt: performance.now(), reading: undefined, day: 0, steps: 0, bytes: 0 };
    this.#tallies.set(projectId, tally);
    return tally;
  }

  async #noteAll(): Promise<void> {
    const counted = [...this.#tallies].filter(([, { steps, bytes }]) => steps + bytes > 0);
    await Promise.all(
      counted.map(([id, tally]) =>
        this.#note(id, tally).catch((error: unknown) => {
          if (!(error instanceof MissingProjectError)) throw error;
        }),
      ),
    );
  }

  /**
   * Adds the counted usage to the store, and reads the usage of all servers. Calls for one project run one after the
   * other.
   */
  #note(projectId: string, tally: Tally): Promise<void> {
    tally.reading ??= this.#exchange(projectId, tally).finally(() => (tally.reading = undefined));
    return tally.reading;
  }

  async #exchange(projectId: string, tally: Tally): Promise<void> {
    const { usage } = this.#options;
    const { day, steps, bytes } = tally;
    try {
      const isCounted = steps + bytes > 0;
      const noted = isCounted ? await usage.add(projectId, { day, steps, bytes }) : await usage.get(projectId);
      tally.usage = noted;
      // If a new day has started meanwhile, `tally.steps` was set to 0, and no longer includes `steps`.
      if (tally.day === day) tally.steps -= steps;
      tally.bytes -= bytes;
      tally.readAt = performance.now();
    } catch (error) {
      if (error instanceof MissingProjectError) this.#tallies.delete(projectId);
      throw error;
    }
  }
}
