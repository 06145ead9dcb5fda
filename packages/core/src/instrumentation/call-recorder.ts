import type { ModelCall } from "../context/model-call.ts";
import type { RecordingClient } from "../recording-client.ts";
import { Step } from "../step.ts";
import { FileTaker } from "./files.ts";
import { Handles } from "./handles.ts";
import type { ObservedCall } from "./observed-call.ts";
import type { CallRecordOptions, RecordOptions } from "./record-options.ts";
import { RecordedCall } from "./recorded-call.ts";
import type { CallSurface, MappedRequest } from "./surface.ts";
import { Uploads } from "./uploads.ts";

export interface StartedCall {
  surface: CallSurface;
  mapped: MappedRequest;
  options: CallRecordOptions;
  provider: string | undefined;
  /** From `performance.now()`. */
  startedAt: number;
  audioFormat?: string | undefined;
  asksForUsage?: boolean | undefined;
  /** Called before each transmission of the step. Returns a promise if its thread must be looked up. */
  settle?: ((call: RecordedCall) => Promise<void> | undefined) | undefined;
  /** Called when the call is recorded as failed. */
  onError?: (() => void) | undefined;
}

/** Creates steps from model calls and sends them. Used by the instrumentations. */
export class CallRecorder {
  readonly client: RecordingClient;
  readonly #options: RecordOptions;
  readonly #uploads: Uploads;
  readonly #open = new Set<RecordedCall>();
  readonly #handles = new Handles((call, from) => this.safely(() => call.lost(from)));
  #stepId: string | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(client: RecordingClient, options: RecordOptions) {
    this.client = client;
    this.#options = options;
    this.#stepId = options.stepId;
    this.#uploads = new Uploads(client);
  }

  /** Runs work; its errors go to `onError` and never to the host. */
  safely<Values extends unknown[], Result>(work: (...values: Values) => Result, ...values: Values): Result | undefined {
    try {
      return work(...values);
    } catch (error) {
      this.client.onError(error);
      return undefined;
    }
  }

  report(error: unknown): void {
    this.client.onError(error);
  }

  /** Notifies the call when the object that would continue it is garbage collected. */
  watch(handle: object, call: ObservedCall, from: "unread" | "reading"): void {
    this.#handles.add(handle, call, from);
  }

  start({
    surface,
    mapped,
    options,
    provider,
    startedAt,
    audioFormat,
    asksForUsage = false,
    settle,
    onError,
  }: StartedCall): RecordedCall {
    const files = new FileTaker({ createId: createFileId, audioFormat });
    const step = this.#createStep(mapped, { options: this.#mergeOptions(options), files, provider, surface });
    const late = Math.floor(performance.now() - startedAt);
    // Most steps start in the millisecond in which they are created.
    if (late > 0) step.startTime = new Date(Date.now() - late).toISOString();
    // A call outside any step or thread gets its thread when it ends, and may turn out not to be sampled.
    const isInside = step.isRecorded && Boolean(step.threadId ?? step.parentId);
    const endPreview = isInside ? this.client.delivery.previewStep(step) : undefined;
    const call = new RecordedCall({
      step,
      surface,
      startedAt,
      files,
      asksForUsage,
      deliver: (recorded) => {
        endPreview?.();
        if (recorded.step.error) onError?.();
        this.#deliver(recorded, settle?.(recorded));
      },
      deliverFile: (recorded) => this.#uploads.add(recorded.step, files.files.splice(0)),
    });
    this.#open.add(call);
    // Registered only while calls are open, because clients may be short-lived.
    this.#stopWaiting ??= this.client.delivery.beforeFlush(() => this.#recordOpen());
    return call;
  }

  #recordOpen(): void {
    for (const call of this.#open) call.recordOpen();
  }

  #createStep(
    { input, generation }: MappedRequest,
    {
      options: { name, stepId, tags, metadata },
      files,
      provider,
      surface,
    }: {
      options: RecordOptions;
      files: FileTaker;
      provider: string | undefined;
      surface: CallSurface;
    },
  ): Step {
    const { messages, prompt } = generation;
    const taken = { ...generation, provider, tags, metadata: { ...metadata, ...generation.metadata } };
    if (messages) taken.messages = files.take(messages);
    if (prompt) taken.prompt = files.take(prompt);
    return this.client.step({
      type: surface.stepType,
      name: name ?? generation.model ?? surface.name,
      id: stepId,
      tags,
      metadata,
      input: files.take(input),
      generation: taken,
    });
  }

  #deliver(call: RecordedCall, searching: Promise<void> | undefined): void {
    const { step, files } = call;
    if (!call.isOpen) {
      this.#open.delete(call);
      this.#handles.delete(call);
    }
    if (this.#open.size === 0) {
      this.#stopWaiting?.();
      this.#stopWaiting = undefined;
    }
    if (searching) void this.#sendTwice(step, files, searching);
    else this.#send(step, files);
  }

  #send(step: Step, files: FileTaker): void {
    if (step.isRecorded) this.client.delivery.addStep(step);
    this.#uploads.add(step, files.files.splice(0));
  }

  /** Sends the step at once, because the process may end, and again when its thread is found; only once if the sampling depends on the thread. */
  async #sendTwice(step: Step, files: FileTaker, searching: Promise<void>): Promise<void> {
    const { client } = this;
    const isSent = client.sampleRate >= 1;
    if (isSent) client.delivery.addStep(step);
    // `searching` never rejects.
    await searching;
    const { id, name, type, threadId } = step;
    if (!isSent) return this.#send(step, files);
    client.delivery.addStep(new Step(client, { id, name, type, threadId }, true));
    this.#uploads.add(step, files.files.splice(0));
  }

  #mergeOptions(call: CallRecordOptions): RecordOptions {
    const { tags, metadata, name } = this.#options;
    const stepId = call.stepId ?? this.#stepId;
    if (stepId === this.#stepId) this.#stepId = undefined;
    return {
      name: call.name ?? name,
      stepId,
      tags: tags || call.tags ? [...(tags ?? []), ...(call.tags ?? [])] : undefined,
      metadata: metadata || call.metadata ? { ...metadata, ...call.metadata } : undefined,
    };
  }
}

/** Options of a call, with tags and metadata from a framework. */
export function withLabels(
  call: CallRecordOptions,
  { tags, metadata }: Partial<ModelCall["labels"]> = {},
): CallRecordOptions {
  return {
    ...call,
    tags: tags || call.tags ? [...(tags ?? []), ...(call.tags ?? [])] : undefined,
    metadata: metadata || call.metadata ? { ...metadata, ...call.metadata } : undefined,
  };
}

function createFileId(): string {
  return crypto.randomUUID();
}
