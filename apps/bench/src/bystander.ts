import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "./statistics.ts";

const interval = 10;

/** A request of the {@link Bystander}. `sentAt` is in epoch milliseconds, `elapsed` in milliseconds. */
interface Sample {
  readonly kind: string;
  readonly sentAt: number;
  readonly elapsed: number;
}

/** Period from the first request of a burst to its last response, in epoch milliseconds. */
export interface Window {
  readonly startedAt: number;
  readonly endedAt: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/**
 * Sends ordinary requests of another project during a burst, to measure how much the burst delays them: one request
 * every 10 ms, without waiting for responses. A rejected request counts as infinitely slow.
 */
export class Bystander {
  readonly #samples: Promise<Sample>[] = [];
  readonly #requests: readonly (readonly [kind: string, send: () => Promise<unknown>])[];
  #isStopped = false;
  readonly #loop: Promise<void>;

  constructor(requests: Readonly<Record<string, () => Promise<unknown>>>) {
    this.#requests = Object.entries(requests);
    this.#loop = this.#send();
  }

  /**
   * Stops sending. Resolves to the 95th percentile of the latency in milliseconds, per type of request and for all
   * requests. Only requests that were sent during one of the `windows` count.
   */
  async stop(windows: readonly Window[]): Promise<Percentiles> {
    this.#isStopped = true;
    await this.#loop;
    const within = ({ sentAt }: Sample): boolean =>
      windows.some(({ startedAt, endedAt }) => sentAt >= startedAt && sentAt <= endedAt);
    const samples = (await Promise.all(this.#samples)).filter(within);
    const p95 = (kind?: string): number => {
      const times = samples.filter((sample) => kind === undefined || sample.kind === kind);
      return percentile(
        times.map(({ elapsed }) => elapsed),
        0.95,
      );
    };
    return {
      all: p95(),
      byKind: Object.fromEntries(this.#requests.map(([kind]) => [kind, p95(kind)])),
      slowest: Math.max(...samples.map(({ elapsed }) => elapsed)),
      count: samples.length,
    };
  }

  async #send(): Promise<void> {
    const startedAt = now();
    for (let index = 0; !this.#isStopped; index += 1) {
      const wait = startedAt + index * interval - now();
      // oxlint-disable-next-line no-await-in-loop -- sends at a fixed rate
      if (wait > 0) await pause(wait);
      const [kind, send] = this.#requests[index % this.#requests.length] ?? ["", async () => null];
      const sentAt = now();
      const elapsed = send().then(
        () => now() - sentAt,
        () => Number.POSITIVE_INFINITY,
      );
      this.#samples.push(elapsed.then((milliseconds) => ({ kind, sentAt, elapsed: milliseconds })));
    }
  }
}

export interface Percentiles {
  readonly all: number;
  readonly byKind: { readonly [kind: string]: number };
  readonly slowest: number;
  readonly count: number;
}

/** Formats times, and their ratio to `base`. */
export function formatTimes({ all, byKind, slowest, count }: Percentiles, base?: Percentiles): string {
  const kinds = Object.entries(byKind).map(([kind, p95]) => `${kind} ${p95.toFixed(1)}`);
  const ratio = base === undefined ? "" : ` = ${(all / base.all).toFixed(1)} x`;
  return `${all.toFixed(1)} ms${ratio} (${kinds.join(", ")}, slowest ${slowest.toFixed(0)}; ${count} requests)`;
}
