import { performance } from "node:perf_hooks";

/** Share of a busy thread for requests, per one part of background work. */
const requestParts = 3;

/** Duty cycle of background work: its pauses grow with the load of the thread by other work. */
export class DutyCycle {
  readonly #minPauseMs: number;
  #load = performance.eventLoopUtilization();

  constructor(minPauseMs: number) {
    this.#minPauseMs = minPauseMs;
  }

  /** Returns the pause after `own` milliseconds of work. `urgency`: from 0 to 1, which ignores the load. */
  pauseAfter(own: number, urgency = 0): number {
    const load = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(load, this.#load);
    this.#load = load;
    const others = Math.max(active - own, 0);
    const pause = (own * requestParts * others) / (others + idle + 1);
    return Math.max(this.#minPauseMs, Math.round((1 - urgency) * pause));
  }
}
