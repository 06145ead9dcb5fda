import type { Step, StoredContext } from "@threadline/core";
import type { ModelRun } from "./model-run.ts";
import type { Trace } from "./trace.ts";

export interface OpenRun {
  readonly runId: string;
  readonly trace: Trace;
  readonly parent: OpenRun | undefined;
  /** Step of the run. For an omitted run, the step of its parent. */
  readonly step: Step;
  readonly isIgnored: boolean;
  /** Handler that records the run: the first of the handlers that report it. */
  readonly owner: object;
  /** The model call; undefined for other runs. */
  readonly model?: ModelRun | undefined;
  /** Input that was sent when the run started. */
  readonly sentInput: Step["input"];
  readonly outer: StoredContext;
  readonly leave: () => void;
  /** LangGraph interrupts that stopped the run's children. */
  interrupts: unknown[];
  /**
   * Set if the run was recorded as aborted because a child run was aborted. `metadata` contains the run's metadata
   * before that. They are restored if LangChain reports the end of the run after all.
   */
  assumedAborted: { metadata: Step["metadata"] } | undefined;
  /** Time of the last start, chunk or end in the run, in epoch milliseconds. */
  lastActiveAt: number;
}

/** Maximum number of open runs per client. Beyond it, the oldest run is dropped. */
const MAX_OPEN_RUNS = 10_000;

export class OpenRuns implements Iterable<OpenRun> {
  readonly #runs = new Map<string, OpenRun>();
  readonly #abandoned: FinalizationRegistry<OpenRun> | undefined;

  /**
   * Creates an empty collection. `onAbandoned` is called with each open run that was abandoned: LangChain can no longer
   * report the end of such a run.
   */
  constructor(onAbandoned: (run: OpenRun) => void) {
    // Some edge runtimes have no `FinalizationRegistry`.
    if (typeof FinalizationRegistry === "undefined") return;
    this.#abandoned = new FinalizationRegistry((run) => {
      if (this.#runs.get(run.runId) === run) onAbandoned(run);
    });
  }

  [Symbol.iterator](): MapIterator<OpenRun> {
    return this.#runs.values();
  }

  /**
   * Adds a run. `manager` is an object that LangChain keeps alive until the end of the run. If it is garbage-collected,
   * LangChain can no longer report the end, and the run counts as abandoned.
   */
  add(run: OpenRun, manager?: object): void {
    this.#runs.set(run.runId, run);
    if (manager !== undefined) this.#abandoned?.register(manager, run, run);
    if (this.#runs.size <= MAX_OPEN_RUNS) return;
    const [oldest] = this.#runs.keys();
    if (oldest !== undefined) this.take(oldest)?.leave();
  }

  find(runId: string | undefined): OpenRun | undefined {
    return runId === undefined ? undefined : this.#runs.get(runId);
  }

  take(runId: string): OpenRun | undefined {
    const run = this.#runs.get(runId);
    if (run === undefined) return undefined;
    this.#runs.delete(runId);
    this.#abandoned?.unregister(run);
    return run;
  }
}
