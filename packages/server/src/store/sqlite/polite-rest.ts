import { performance } from "node:perf_hooks";

/** Of a busy thread work in the background takes one part, and leaves this many to the requests. */
const partsOfOthers = 3;

/** How long work in the background rests between two slices: the busier its thread was with other things, the longer. */
export class PoliteRest {
  readonly #least: number;
  #load = performance.eventLoopUtilization();

  /** Milliseconds of a rest at least. */
  constructor(least: number) {
    this.#least = least;
  }

  /** Milliseconds of rest after so many of work. `urgency`: from 0 to 1, where others are no longer regarded. */
  after(own: number, urgency = 0): number {
    const load = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(load, this.#load);
    this.#load = load;
    const others = Math.max(active - own, 0);
    const polite = (own * partsOfOthers * others) / (others + idle + 1);
    return Math.max(this.#least, Math.round((1 - urgency) * polite));
  }
}
