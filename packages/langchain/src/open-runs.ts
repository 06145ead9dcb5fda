import type { Step } from "@threadline/core";
import type { ModelRun } from "./model-run.ts";
import type { Trace } from "./trace.ts";

/** A run of LangChain that has begun. */
export interface OpenRun {
  runId: string;
  trace: Trace;
  /** The step that it is recorded as; of a run that is left out, its parent's. */
  step: Step;
  isIgnored: boolean;
  /** What a call of a model needs until it ends; undefined for other runs. */
  model?: ModelRun | undefined;
  /** Ends the context that the run began. */
  leave: () => void;
}

/** Runs that a caller abandons, such as a stream that is broken off, are never told to be over. */
const MAX_OPEN_RUNS = 10_000;

/** The runs that have begun and not ended, by their ids. The oldest is forgotten when there are too many. */
export class OpenRuns {
  readonly #runs = new Map<string, OpenRun>();

  add(run: OpenRun): void {
    this.#runs.set(run.runId, run);
    if (this.#runs.size <= MAX_OPEN_RUNS) return;
    const [oldest] = this.#runs.keys();
    if (oldest !== undefined) this.take(oldest)?.leave();
  }

  find(runId: string | undefined): OpenRun | undefined {
    return runId === undefined ? undefined : this.#runs.get(runId);
  }

  /** The run, which is over; undefined for one that is not known. */
  take(runId: string): OpenRun | undefined {
    const run = this.#runs.get(runId);
    this.#runs.delete(runId);
    return run;
  }
}
