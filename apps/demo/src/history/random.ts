import { createHash } from "node:crypto";

/** Seeded random number generator. The same seed gives the same numbers on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an integer between both limits, inclusive. */
  whole(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.next() * (maximum - minimum + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new Error("the list to pick from is empty");
    return value;
  }

  /** Returns a random index. The probability of an index is proportional to its weight. */
  weighted(weights: readonly number[]): number {
    let rest = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => (rest -= weight) < 0);
    return index === -1 ? weights.length - 1 : index;
  }

  /** Returns a factor around 1 with a long tail, as in the distribution of latencies. */
  spread(deviation: number): number {
    // The sum of twelve uniform values is nearly normal. It is used because it is exactly the same on every machine.
    // Only the last digits of `Math.exp` may differ between machines.
    let sum = -6;
    for (let index = 0; index < 12; index++) sum += this.next();
    return Math.exp(sum * deviation);
  }
}
