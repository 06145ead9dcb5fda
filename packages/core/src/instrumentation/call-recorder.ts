import type { ModelCall } from "../context/model-call.ts";
import type { RecordingClient } from "../recording-client.ts";
import { Step } from "../step.ts";
import { startingTime } from "../current-time.ts";
import { isPlainObject } from "../plain-object.ts";
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
  /** Start of the call, from `performance.now()`. */
  startedAt: number;
  /** Start of the call as ISO 8601. Default: derived from `startedAt`. */
  startTime?: string | undefined;
  /** When a preview of the call is sent. Default: `later`. */
  preview?: Preview | undefined;
  audioFormat?: string | undefined;
  asksForUsage?: boolean | undefined;
  /**
   * Called before each delivery of the step. Returns a promise if it must request the thread of the step from the
   * service.
   */
  settle?: ((call: RecordedCall) => Promise<void> | undefined) | undefined;
  /** Called when the call is recorded as failed. */
  onError?: (() => void) | undefined;
}

/** Data of a call that must be stored at its start if the record is created after its end. */
export type StartedLate = Required<Pick<StartedCall, "startTime" | "preview">>;

/** A call whose record is created after its end. */
export interface StartedLater {
  /** Start of the call, from `performance.now()`. */
  startedAt: number;
  /** Size of the request, in characters. */
  size: number;
  /** Creates the record. Called in the context of the call. */
  start: (given: StartedLate) => RecordedCall;
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

  /** Runs the work. Its errors go to `onError` and are not thrown. */
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

  /** Notifies the call when `handle`, through which the caller can read the response, is garbage-collected. */
  watch(handle: object, call: ObservedCall, from: "unread" | "reading"): void {
    this.#handles.add(handle, call, from);
  }

  /**
   * Returns the body of a request if its call can be recorded after its end; undefined otherwise. This requires that
   * the call ends with its response, and that the record needs none of the caller's objects.
   */
  deferrableText(surface: CallSurface, { init: { body }, request: { given } }: StartedRequest): string | undefined {
    if (!surface.isReadLater || typeof body !== "string" || !this.client.delivery.mayDefer) return undefined;
    const { modelCall, stepId } = this.client.context;
    // The record must be created at the start of the call in two cases: the next step takes a given id, or a framework
    // records the call and needs its outcome.
    if (modelCall !== null || this.#stepId !== undefined || stepId?.next) return undefined;
    return endsWithAnswer(given) && !hasOrigins(given) ? body : undefined;
  }

  /** Records a call in the current context after its end, together with other calls. */
  startLater({ startedAt, size, start }: StartedLater): DeferredCall {
    const { client } = this;
    const { context } = client;
    const time = timeOf(startedAt);
    return new DeferredCall({
      delivery: client.delivery,
      // The context is copied, because it may have ended when the record is created.
      start: (preview) =>
        client.store.run({ ...context }, () => start({ startTime: new Date(time).toISOString(), preview })),
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
    startTime = startOf(startedAt),
    preview = "later",
    audioFormat,
    asksForUsage = false,
    settle,
    onError,
  }: StartedCall): RecordedCall {
    const files = new FileTaker({ createId: createFileId, audioFormat });
    const merged = this.#mergeOptions(options);
    const step = this.#createStep(mapped, { options: merged, files, provider, surface, startTime });
    // A call outside any step or thread gets its thread when it ends. The id of the thread determines whether the call
    // is sampled.
    const isInside = step.isRecorded && Boolean(step.threadId ?? step.parentId);
    const endPreview = isInside ? this.#preview(step, preview) : undefined;
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
    // The callback is registered only while calls are open. Otherwise, it would keep the recorders of short-lived
    // clients in memory.
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
      startTime: string | undefined;
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
   * Sends the step immediately, because the process may end, and again with its thread when `searching` resolves. If
   * the sampling depends on the thread, sends it only once.
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

/** Adds tags and metadata from a framework to the options of a call. */
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
 * Whether a call with this body ends with its response. Such a call is neither streamed nor continued in the
 * background, and its body is sent unchanged.
 */
function endsWithAnswer(body: unknown): boolean {
  if (!isPlainObject(body) || Object.hasOwn(body, "stream") || Object.hasOwn(body, "background")) return false;
  // The client would send the result of `toJSON` instead of the fields of the body.
  return !("toJSON" in body);
}

/** Returns the start of a call in epoch milliseconds. */
function timeOf(startedAt: number): number {
  return Date.now() - Math.floor(performance.now() - startedAt);
}

/**
 * Returns the start of a call as ISO 8601. For a call that started in the current millisecond, that is the current
 * time, whose text is cached.
 */
function startOf(startedAt: number): string {
  const isNow = performance.now() - startedAt < 1;
  return isNow ? startingTime() : new Date(timeOf(startedAt)).toISOString();
}

function createFileId(): string {
  return crypto.randomUUID();
}
