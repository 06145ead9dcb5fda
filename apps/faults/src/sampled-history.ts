import { type Findings, History, type StoredStep } from "./history.ts";
import type { Version } from "./made-step.ts";

const sampleSize = 500;

interface Period {
  acknowledged: number;
  readonly sample: Map<number, Version>;
}

/**
 * Checks the writes of a long run, whose steps do not fit into memory. Counts the acknowledged steps of each period
 * (between two restarts), and remembers a sample of the steps.
 */
export class SampledHistory {
  readonly #periods: Period[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  startPeriod(): void {
    this.#periods.push({ acknowledged: 0, sample: new Map() });
  }

  /** Does nothing. Only acknowledged steps are checked. */
  submit(): void {}

  acknowledge(number: number, version: Version): void {
    if (version === 2) {
      const period = this.#periods.find(({ sample }) => sample.has(number));
      period?.sample.set(number, version);
      return;
    }
    const period = this.#periods.at(-1);
    if (period === undefined) throw new Error(`Step ${number} was acknowledged before the first period.`);
    period.acknowledged += 1;
    if (period.sample.size < sampleSize) period.sample.set(number, version);
    else if (this.#random() < sampleSize / period.acknowledged) {
      const [oldest] = period.sample.keys();
      if (oldest !== undefined) period.sample.delete(oldest);
      period.sample.set(number, version);
    }
  }

  acknowledged(period: number): number {
    return this.#periods[period]?.acknowledged ?? 0;
  }

  sampled(period: number): string[] {
    return [...(this.#periods[period]?.sample.keys() ?? [])].map((number) => `step-${number}`);
  }

  compare(period: number, stored: readonly StoredStep[]): Findings {
    const history = new History();
    for (const [number, version] of this.#periods[period]?.sample ?? []) {
      // The stored step may have version 2: a request that got no response may still have changed the step.
      history.submit(number, 2);
      history.acknowledge(number, version, number);
    }
    return history.compare(stored);
  }
}
