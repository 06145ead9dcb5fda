import type { ModelCall } from "../context/model-call.ts";
import type { RecordingClient } from "../recording-client.ts";
import { Step } from "../step.ts";
import { isPlainObject } from "../plain-object.ts";
import type { CallTime } from "./call-time.ts";
import { DeferredCall, type Preview } from "./deferred-call.ts";
import { FileTaker } from "./files.ts";
import { Handles } from "./handles.ts";
import type { ObservedCall, StartedRequest } from "./observed-call.ts";
import { hasOrigins } from "./read-request.ts";
import type { CallRecordOptions, RecordOptions } from "./record-options.ts";
import { RecordedCall } from "./recorded-call.ts";
import type { CallSurface, MappedRequest } from "./surface.ts";
import { Uploads } from "./uploads.ts";

export interface StartedCall {
  surface: CallSurface;
  mapped: MappedRequest;
  options: CallRecordOptions;
  provider: string | undefined;
  startedAt: CallTime;
  /** When a preview of the call is sent. Default: `later`. */
  preview?: Preview | undefined;
  audioFormat?: string | undefined;
  asksForUsage?: boolean | undefined;
  /**
   * Called before the step is sent. The callback may set the thread of the step. It returns a promise if it must ask
   * the service for the thread.
   */
  settle?: ((call: RecordedCall) => Promise<void> | undefined) | undefined;
  onError?: (() => void) | undefined;
}

export interface StartedLater {
  size: number;
  start: (preview: Preview) => RecordedCall;
}

/** Records model calls as steps, and sends them. Used by the instrumentations. */
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

  watch(handle: object, call: ObservedCall, from: "unread" | "reading"): void {
    this.#handles.add(handle, call, from);
  }

  /**
   * Returns the request body if the call can be recorded after its end, from the request body and the response.
   * Undefined if the record must be created at the start of the call, for example for a stream.
   */
  deferrableText(surface: CallSurface, { init: { body }, request: { given } }: StartedRequest): string | undefined {
    if (!surface.isReadLater || typeof body !== "string" || !this.client.delivery.mayDefer) return undefined;
    const { modelCall, stepId } = this.client.context;
    // The record must be created at the start of the call in two cases: the application has chosen the id of the step,
    // or a framework also records the call (`modelCall`) and is notified if it fails.
    if (modelCall !== null || this.#stepId !== undefined || stepId?.next) return undefined;
    return endsWithAnswer(given) && !hasOrigins(given) ? body : undefined;
  }

  startLater({ size, start }: StartedLater): DeferredCall {
    const { client } = this;
    const { context } = client;
    return new DeferredCall({
      delivery: client.delivery,
      // Uses a copy of the context. If a framework ends the context before the record is created, `client.context`
      // replaces the context by its outer one, but not the copy.
      start: (preview) => client.store.run({ ...context }, () => start(preview)),
      size,
      isPreviewed: context.currentThread !== null || context.currentStep !== null,
    });
  }

  start({
    surface,
    mapped,
    options,
    provider,
    startedAt,
    preview = "later",
    audioFormat,
    asksForUsage = false,
    settle,
    onError,
  }: StartedCall): RecordedCall {
    const files = new FileTaker({ createId: createFileId, audioFormat });
    const merged = this.#mergeOptions(options);
    const step = this.#createStep(mapped, { options: merged, files, provider, surface, startTime: startedAt.time });
    // A call outside any step and thread gets its thread only when it ends. With sampling, the thread decides whether
    // the call is recorded. This is unknown before the end, so such a call has no preview.
    const isInside = step.isRecorded && Boolean(step.threadId ?? step.parentId);
    const endPreview = isInside ? this.#preview(step, preview) : undefined;
    const call = new RecordedCall({
      step,
      surface,
      startedAt: startedAt.at,
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
    // The callback keeps this recorder in memory, so it is registered only while calls are open.
    this.#stopWaiting ??= this.client.delivery.beforeFlush(() => this.#recordOpen());
    return call;
  }

  #preview(step: Step, preview: Preview): (() => void) | undefined {
    const { delivery } = this.client;
    if (preview === "later") return delivery.previewStep(step);
    if (preview === "now") delivery.sendPreview(step);
    return undefined;
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
      startTime,
    }: {
      options: RecordOptions;
      files: FileTaker;
      provider: string | undefined;
      surface: CallSurface;
      startTime: string;
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
      startTime,
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

  /**
   * Sends the step immediately, because the process may end soon. `searching` is the request that finds the thread of
   * the step. Afterwards, the step is sent again, with its thread.
   *
   * With sampling, the thread decides whether the step is recorded. So the step is sent only once, after `searching`.
   */
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

/**
 * Whether the call is complete when its response arrives. False if the call is streamed or continues in the background.
 * Also false if the client may send other fields than those of `body`, for example because `body` has a `toJSON`.
 */
function endsWithAnswer(body: unknown): boolean {
  if (!isPlainObject(body) || Object.hasOwn(body, "stream") || Object.hasOwn(body, "background")) return false;
  // If `body` has a `toJSON`, the client sends the result of `toJSON` instead of the fields of `body`.
  return !("toJSON" in body);
}

function createFileId(): string {
  return crypto.randomUUID();
}
