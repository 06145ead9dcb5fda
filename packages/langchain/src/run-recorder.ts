import type { RecordingClient, Step, StepConstructor, StepType, StoredContext } from "@threadline/core";
import { AutoThreads } from "@threadline/core/internal";
import { validate as isUuid } from "uuid";
import { describeFailure, type Failure } from "./failure.ts";
import { type ModelRun, setResult } from "./model-run.ts";
import { type OpenRun, OpenRuns } from "./open-runs.ts";
import { toReadable } from "./readable.ts";
import { toMetadata, toTags } from "./run-metadata.ts";
import { Trace } from "./trace.ts";
import { type Fields, firstText } from "./values.ts";

export interface StartedRun {
  runId: string;
  parentRunId: string | undefined;
  type: StepType;
  name: string;
  input: () => StepConstructor["input"];
  /** Returns the first user message, which becomes the name of a new thread. */
  firstMessage?: () => string | undefined;
  isGraph?: boolean;
  /** Tags of the run. LangChain keeps this array alive until the end of the run; see {@link OpenRuns.add}. */
  tags: readonly string[] | undefined;
  metadata: Fields | undefined;
  /** Whether the run is omitted. Its children then become children of its parent. */
  isIgnored?: boolean;
  model?: ModelRun;
}

export interface Reporter {
  /** The callback handler. If several handlers report a run, it belongs to the first one. */
  owner: object;
  threadId: string | undefined;
  autoThread: boolean;
}

/** Origin of a custom event that the application dispatched within a run. */
export interface RunEvent {
  runId: string;
  owner: object;
  tags: readonly string[];
  metadata: Fields;
}

/** Recorder of each client. Several handlers may report the same run, which must be recorded only once. */
const recorders = new WeakMap<RecordingClient, RunRecorder>();

export function recorderOf(client: RecordingClient): RunRecorder {
  const known = recorders.get(client);
  if (known !== undefined) return known;
  const recorder = new RunRecorder(client);
  recorders.set(client, recorder);
  return recorder;
}

/** Records runs as steps. A step is sent when its run starts, and again when the run ends. No method throws. */
export class RunRecorder {
  readonly #client: RecordingClient;
  readonly #autoThreads: AutoThreads;
  readonly #runs: OpenRuns;
  readonly #streams = new Set<OpenRun>();
  #stopFlushing: (() => void) | undefined;
  #starting: { step: Step; outer: StoredContext } | undefined;

  constructor(client: RecordingClient) {
    this.#client = client;
    this.#autoThreads = new AutoThreads(client);
    this.#runs = new OpenRuns((run) => this.safely(() => this.#abandon(run)));
  }

  isOpen(runId: string | undefined): boolean {
    return this.#runs.find(runId) !== undefined;
  }

  /**
   * Starts a run as a child of its parent run, or of a step that the application recorded within the parent run.
   * Without a parent run, the run belongs to the caller's context.
   */
  begin(started: StartedRun, { owner, threadId, autoThread }: Reporter): void {
    const { runId, parentRunId, type, name, tags, metadata = {}, isIgnored: isLeftOut, model } = started;
    const known = this.#runs.find(runId);
    if (known !== undefined) {
      known.trace.enterThread(threadId);
      return;
    }
    const client = this.#client;
    const parent = this.#runs.find(parentRunId);
    const outer = this.#outerContext(parent, model);
    const within = <Result>(work: () => Result): Result =>
      outer === client.context ? work() : client.store.run(outer, work);
    const trace = parent?.trace ?? within(() => new Trace(client, this.#autoThreads, threadId));
    const { isGraph = false, firstMessage = () => undefined } = started;
    trace.joinThread({ metadata, isGraph, firstMessage });
    if (!parent && autoThread && within(() => this.#autoThreads.isOutside)) trace.openThread(firstMessage());
    if (model) trace.nameThread(firstMessage());
    const state = { interrupts: [], assumedAborted: undefined, lastActiveAt: Date.now() };
    const opened = { runId, trace, parent, owner, outer, ...state };
    if (isLeftOut && parent) {
      this.#runs.add({ ...opened, step: parent.step, sentInput: null, isIgnored: true, leave: () => undefined }, tags);
      return;
    }
    const { frameworkStep, currentStep, modelCall } = client.context;
    // If the application has started a step of its own inside the parent run, that step becomes the parent of this run.
    const around = parent && frameworkStep?.id === parent.step.id ? currentStep : undefined;
    const step = within(() =>
      trace.step(
        {
          id: chosenId(type, metadata, trace) ?? runId,
          type,
          name,
          input: started.input(),
          tags: toTags(tags ?? []),
          metadata: toMetadata(metadata),
        },
        around ?? parent?.step ?? null,
      ),
    );
    if (type === "run") trace.rootRun ??= outer.rootRun ?? step;
    if (model && modelCall) {
      // The model calls of a batch start in the same asynchronous flow, so it is unclear to which call a request to the
      // provider belongs. Therefore, the provider's instrumentation must claim none of these calls.
      modelCall.refuse();
      model.call.refuse();
    }
    const leave = client.enterContext({
      currentStep: step,
      frameworkStep: step,
      currentThread: trace.thread ?? outer.currentThread,
      rootRun: trace.rootRun ?? outer.rootRun,
      modelCall: model?.call ?? null,
    });
    this.#noteStart({ step, outer });
    this.#runs.add({ ...opened, step, sentInput: step.input, isIgnored: false, model, leave }, tags);
    client.delivery.addStep(step);
  }

  /** Ends a run, unless it has already ended. `complete` sets the output of the run's step. */
  end(runId: string, complete: (step: Step, run: OpenRun) => void): void {
    this.#close(runId, (run) => {
      if (run.isIgnored) return this.#interrupt(run.parent, run.interrupts);
      complete(run.step, run);
      if (run.interrupts.length > 0) setInterrupts(run.step, { ...run.step.output, interrupts: run.interrupts });
    });
  }

  fail(error: unknown, runId: string): void {
    this.#close(runId, (run) => {
      const failure = describeFailure(error);
      if (failure.kind === "interrupted") this.#interrupt(run.parent, failure.interrupts);
      if (!run.isIgnored) setFailure(run, failure);
      if (failure.kind === "aborted") this.#assumeAborted(run.parent);
    });
  }

  /**
   * Adds a part of a model's response. Several handlers may report the same part. Only the report of the run's owner is
   * used, which is the handler that started the run.
   */
  received(runId: string, owner: object, add: (model: ModelRun) => void): void {
    const run = this.#runs.find(runId);
    if (run?.model === undefined || run.owner !== owner) return;
    run.lastActiveAt = Date.now();
    add(run.model);
    if (this.#streams.has(run)) return;
    this.#streams.add(run);
    this.#stopFlushing ??= this.#client.delivery.beforeFlush(() => this.#recordStreams());
  }

  /** Records an event that the application dispatched within a run, as a child step of the run. */
  event(name: string, data: unknown, { runId, owner, tags, metadata }: RunEvent): void {
    const run = this.#runs.find(runId);
    if (run?.owner !== owner) return;
    const step = run.trace.step(
      {
        type: "undefined",
        name,
        output: { data: toReadable(data) },
        tags: toTags(tags),
        metadata: toMetadata(metadata),
      },
      run.step,
    );
    step.endTime = step.startTime;
    this.#client.delivery.addStep(step);
  }

  /** Runs the work. Its errors go to `onError` and never reach the application. */
  safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#client.onError(error);
    }
  }

  /**
   * Remembers a run that is starting, until the next microtask. Another run that starts before that is not a child of
   * this run, because LangChain awaits the start of a run before it starts the run's children.
   */
  #noteStart(starting: { step: Step; outer: StoredContext }): void {
    this.#starting = starting;
    queueMicrotask(() => {
      if (this.#starting === starting) this.#starting = undefined;
    });
  }

  /**
   * Returns the context in which to record a run. Usually, this is the current context. LangChain starts the runs of a
   * batch together, so the current context may be that of another run of the batch. This run must not become nested in
   * the other run, so the context around the other run is returned.
   */
  #outerContext(parent: OpenRun | undefined, model: ModelRun | undefined): OpenRun["outer"] {
    const { context } = this.#client;
    const { frameworkStep, currentStep, modelCall } = context;
    const starting = this.#starting;
    if (starting !== undefined && starting.step === frameworkStep && starting.step !== parent?.step) {
      return starting.outer;
    }
    if (parent || !model || modelCall === null || currentStep !== frameworkStep) return context;
    for (const run of this.#runs) if (run.step === frameworkStep && run.model) return run.outer;
    return context;
  }

  #close(runId: string, complete: (run: OpenRun) => void): void {
    this.safely(() => {
      const run = this.#runs.take(runId);
      if (run === undefined) return;
      this.#unstream(run);
      if (run.parent) run.parent.lastActiveAt = Date.now();
      try {
        if (!run.isIgnored) run.step.endTime = new Date().toISOString();
        if (run.assumedAborted) run.step.metadata = run.assumedAborted.metadata ?? {};
        complete(run);
      } finally {
        run.leave();
        run.model?.call.refuse();
        if (!run.parent) run.trace.close();
        if (!run.isIgnored) this.#sendEnd(run);
      }
    });
  }

  /**
   * Records a run whose end LangChain can no longer report, because the caller aborted it or stopped reading its
   * stream.
   */
  #abandon(run: OpenRun): void {
    this.#runs.take(run.runId);
    this.#unstream(run);
    run.leave();
    run.model?.call.refuse();
    if (run.isIgnored || run.assumedAborted) return;
    run.step.endTime = new Date(run.lastActiveAt).toISOString();
    if (run.model) setResult(run.step, run.model.breakOff("broken off"));
    else run.step.metadata = { ...run.step.metadata, brokenOff: true };
    this.#client.delivery.addStep(run.step);
  }

  /**
   * Records `run`, the parent of an aborted run, as aborted. Then does the same with the parent of `run`, and so on.
   * Stops before a run that has another open child. This is needed, because LangGraph does not always report the end of
   * an aborted graph. If LangGraph reports it later, that end replaces this one.
   */
  #assumeAborted(run: OpenRun | undefined): void {
    for (let above = run; above; above = above.parent) {
      for (const { parent } of this.#runs) if (parent === above) return;
      if (above.isIgnored) continue;
      const { step } = above;
      above.assumedAborted ??= { metadata: step.metadata };
      step.endTime = new Date().toISOString();
      step.metadata = { ...step.metadata, aborted: true };
      this.#client.delivery.addStep(step);
    }
  }

  /**
   * Records the parts of streamed responses that have arrived so far, because LangChain does not report that a reader
   * has stopped. If a stream continues, the complete response is recorded at its end.
   */
  #recordStreams(): void {
    const ended = new Map<OpenRun, number>();
    for (const run of this.#streams) {
      setResult(run.step, run.model?.breakOff("broken off"));
      for (let above: OpenRun | undefined = run; above; above = above.parent) {
        if (!above.isIgnored) ended.set(above, Math.max(ended.get(above) ?? 0, run.lastActiveAt));
      }
    }
    for (const [{ step }, endedAt] of ended) {
      step.endTime = new Date(endedAt).toISOString();
      this.#client.delivery.addStep(step);
    }
  }

  /** Sends the end of a run. The input is omitted unless it has changed since it was sent. */
  #sendEnd({ step, sentInput }: OpenRun): void {
    const isSent = step.input === sentInput;
    this.#client.delivery.addStep({
      id: step.id,
      serialize: () => {
        const { input, ...rest } = step.serialize();
        return isSent ? rest : { ...rest, input };
      },
    });
  }

  #unstream(run: OpenRun): void {
    if (!this.#streams.delete(run) || this.#streams.size > 0) return;
    this.#stopFlushing?.();
    this.#stopFlushing = undefined;
  }

  #interrupt(run: OpenRun | undefined, interrupts: readonly unknown[]): void {
    run?.interrupts.push(...interrupts);
  }
}

function setFailure({ step, model }: OpenRun, failure: Failure): void {
  if (failure.kind === "interrupted") setInterrupts(step, { interrupts: failure.interrupts });
  if (failure.kind === "command") step.output = failure.output;
  if (failure.kind === "aborted") {
    if (model) setResult(step, model.breakOff("aborted"));
    else step.metadata = { ...step.metadata, aborted: true };
  }
  if (failure.kind === "error") {
    step.error = failure.error;
    setResult(step, model?.fail(String(failure.error)));
  }
}

function setInterrupts(step: Step, output: object): void {
  step.output = toReadable(output) as Step["output"];
  step.metadata = { ...step.metadata, interrupted: true };
}

function chosenId(type: StepType, metadata: Fields, trace: Trace): string | undefined {
  const id = type === "llm" ? firstText(metadata["threadlineStepId"], metadata["literalaiStepId"]) : undefined;
  return id !== undefined && isUuid(id) && trace.chooseId(id) ? id : undefined;
}
