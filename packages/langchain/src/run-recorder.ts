import type { Step, StepConstructor, StepType, RecordingClient } from "@threadline/core";
import { validate as isUuid } from "uuid";
import { describeFailure } from "./failure.ts";
import type { ModelRun } from "./model-run.ts";
import { type OpenRun, OpenRuns } from "./open-runs.ts";
import { toMetadata, toTags } from "./run-metadata.ts";
import { Trace } from "./trace.ts";
import { type Fields, firstText } from "./values.ts";

/** A run that begins. */
export interface Begun {
  runId: string;
  parentRunId: string | undefined;
  type: StepType;
  name: string;
  input: StepConstructor["input"];
  tags: readonly string[] | undefined;
  metadata: Fields | undefined;
  /** Whether it is left out; its children are then its parent's. */
  isIgnored?: boolean;
  /** What is called, when a model is. */
  model?: ModelRun;
}

/** Makes steps of runs. A step is sent when its run begins and again when it ends. No method throws. */
export class RunRecorder {
  readonly #client: RecordingClient;
  readonly #threadId: string | undefined;
  readonly #runs = new OpenRuns();

  constructor(client: RecordingClient, threadId: string | undefined) {
    this.#client = client;
    this.#threadId = threadId;
  }

  /** Whether the run has begun and not ended. */
  isOpen(runId: string | undefined): boolean {
    return this.#runs.find(runId) !== undefined;
  }

  /** The run belongs to its parent, to what the host recorded inside it, or else to the caller's context. */
  begin({ runId, parentRunId, type, name, input, tags, metadata = {}, isIgnored: isLeftOut, model }: Begun): void {
    const client = this.#client;
    const parent = this.#runs.find(parentRunId);
    const trace = parent?.trace ?? new Trace(client, this.#threadId);
    trace.joinThread(metadata);
    if (isLeftOut && parent) {
      this.#runs.add({ ...parent, runId, isIgnored: true, model: undefined, leave: () => undefined });
      return;
    }
    const { frameworkStep, currentStep, modelCall } = client.context;
    // What the host recorded around the call, within the parent's run, lies between the two.
    const around = parent && frameworkStep?.id === parent.step.id ? currentStep : undefined;
    const step = trace.step(
      {
        id: chosenId(type, metadata, trace) ?? runId,
        type,
        name,
        input,
        tags: toTags(tags ?? []),
        metadata: toMetadata(metadata),
      },
      around ?? parent?.step ?? null,
    );
    if (type === "run") trace.rootRun ??= client.context.rootRun ?? step;
    if (model && modelCall) {
      // Several calls begin in one flow, as those of a batch do: which of them a provider's request is for is not to be told.
      modelCall.refuse();
      model.call.refuse();
    }
    const leave = client.enterContext({
      currentStep: step,
      frameworkStep: step,
      currentThread: trace.thread ?? client.context.currentThread,
      rootRun: trace.rootRun ?? client.context.rootRun,
      modelCall: model?.call ?? null,
    });
    this.#runs.add({ runId, trace, step, isIgnored: false, model, leave });
    client.delivery.addStep(step);
  }

  /** The run is over; `complete` sets what it came to. A run that is not known is ignored. */
  end(runId: string, complete: (step: Step, run: OpenRun) => void): void {
    this.safely(() => {
      const run = this.#runs.take(runId);
      if (run === undefined || run.isIgnored) return;
      try {
        run.step.endTime = new Date().toISOString();
        complete(run.step, run);
      } finally {
        run.leave();
        run.model?.call.refuse();
        this.#client.delivery.addStep(run.step);
      }
    });
  }

  /** The run is over, by an error or by an interrupt. */
  fail(error: unknown, runId: string): void {
    this.end(runId, (step, { model }) => {
      const { output, metadata, ...failure } = describeFailure(error);
      if (output) step.output = output;
      if (metadata) step.metadata = { ...step.metadata, ...metadata };
      if (failure.error === undefined) return;
      step.error = failure.error;
      Object.assign(step, model?.fail(String(failure.error)));
    });
  }

  /** Some part of a model's answer has arrived. */
  tokenArrived(runId: string): void {
    this.#runs.find(runId)?.model?.tokenArrived();
  }

  /** Does work for the record; its errors go to `onError` and never to the host. */
  safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#client.onError(error);
    }
  }
}

/** The id that the caller chose for a call of a model, by metadata. */
function chosenId(type: StepType, metadata: Fields, trace: Trace): string | undefined {
  const id = type === "llm" ? firstText(metadata["threadlineStepId"], metadata["literalaiStepId"]) : undefined;
  return id !== undefined && isUuid(id) && trace.chooseId(id) ? id : undefined;
}
