import type { RecordingClient } from "@threadline/core";
import { Step } from "@threadline/core/recording";
import type { ModelCall } from "@threadline/core/internal";
import { BackgroundPoll } from "./background-poll.ts";
import type { CallOptions } from "./call-options.ts";
import { CallThreads } from "./call-threads.ts";
import { Handles } from "./handles.ts";
import { FileTaker } from "./mapping/files.ts";
import type { MappedRequest, Surface } from "./mapping/surface.ts";
import { findSurface, readFetchedResponse } from "./mapping/surfaces.ts";
import { toObject, toText, type Wire } from "./mapping/wire.ts";
import type { BegunRequest, CallObserver, ObservedCall } from "./observed-call.ts";
import { type Provider, readProvider } from "./provider.ts";
import { type ObservedRequest, readBody } from "./read-request.ts";
import { Recent } from "./recent.ts";
import { RecordedCall } from "./recorded-call.ts";
import type { RecorderOptions } from "./recorder-options.ts";
import { wrapTools } from "./tool-steps.ts";
import { Uploads } from "./uploads.ts";

/** Maximum number of background calls kept, to be completed by the request that fetches their response. */
const MAX_BACKGROUND = 1_000;

/** A call that begins. */
export interface StartedCall {
  surface: Surface;
  mapped: MappedRequest;
  options: CallOptions;
  provider: string;
  /** From `performance.now()`. */
  startedAt: number;
  audioFormat?: string | undefined;
  asksForUsage: boolean;
  /** Called when the call is recorded as failed. */
  onError?: (() => void) | undefined;
}

/** Creates steps from calls and sends them. */
export class Recorder implements CallObserver {
  readonly #client: RecordingClient;
  readonly #options: RecorderOptions;
  readonly #uploads: Uploads;
  readonly #open = new Set<RecordedCall>();
  readonly #background = new Recent<RecordedCall>(MAX_BACKGROUND);
  readonly #threads: CallThreads;
  readonly #handles = new Handles((call, from) => this.safely(() => call.lost(from)));
  readonly #providers = new WeakMap<object, { provider: Provider; baseURL: unknown }>();
  #stepId: string | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(client: RecordingClient, options: RecorderOptions) {
    this.#client = client;
    this.#options = options;
    this.#stepId = options.stepId;
    this.#uploads = new Uploads(client);
    this.#threads = new CallThreads(client, options.autoThread ?? true);
  }

  safely<Values extends unknown[], Result>(work: (...values: Values) => Result, ...values: Values): Result | undefined {
    try {
      return work(...values);
    } catch (error) {
      this.#client.onError(error);
      return undefined;
    }
  }

  report(error: unknown): void {
    this.#client.onError(error);
  }

  watch(handle: object, call: ObservedCall, from: "unread" | "reading"): void {
    this.#handles.add(handle, call, from);
  }

  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result {
    return this.#threads.inOneThread(conversationId, work);
  }

  wrapTools(body: unknown): unknown {
    return wrapTools(this.#client, body);
  }

  begin({ client, request, init, form, startedAt }: BegunRequest): ObservedCall | undefined {
    const surface = findSurface(request);
    if (surface === undefined) return this.#beginOther(request);
    // A framework records this call too: the generation is to be in one place.
    const modelCall = surface.stepType === "llm" ? this.#client.context.modelCall : null;
    if (modelCall?.claim() === false) return undefined;
    const body = readBody(init, request.given, form);
    const provider = this.#providerOf(client);
    const mapped = surface.readRequest(body);
    return this.start({
      surface,
      mapped: modelCall ? { ...mapped, generation: { ...mapped.generation, ...modelCall.prompt } } : mapped,
      options: withLabels(request.options, modelCall?.labels),
      provider: provider.name,
      startedAt,
      audioFormat: toText(toObject(body["audio"])["format"]),
      asksForUsage: surface.reportsUsageOnRequest === true && this.#asksForUsage(body, provider.takesUsageOption),
      onError: modelCall ? () => modelCall.fail() : undefined,
    });
  }

  /** Starts the record of a call in the current context. */
  start({
    surface,
    mapped,
    options,
    provider,
    startedAt,
    audioFormat,
    asksForUsage,
    onError,
  }: StartedCall): RecordedCall {
    const files = new FileTaker({ createId: createFileId, audioFormat });
    const merged = this.#mergeOptions(options);
    const turn = this.#threads.turnOf(surface, mapped.generation, options.conversationId);
    const step = this.#createStep(mapped, {
      options: merged,
      files,
      provider: this.#options.provider ?? provider,
      surface,
    });
    const late = Math.floor(performance.now() - startedAt);
    // The step begins with itself, mostly in the same millisecond.
    if (late > 0) step.startTime = new Date(Date.now() - late).toISOString();
    // One outside of all gets its thread at its end, and may not be sampled then.
    const isInside = step.isRecorded && Boolean(step.threadId ?? step.parentId);
    const endPreview = isInside ? this.#client.delivery.previewStep(step) : undefined;
    const call = new RecordedCall({
      step,
      surface,
      startedAt,
      files,
      asksForUsage,
      turn,
      deliver: (recorded) => {
        endPreview?.();
        if (recorded.step.error) onError?.();
        this.#deliver(recorded);
      },
      deliverFile: (recorded) => this.#uploads.add(recorded.step, files.files.splice(0)),
    });
    this.#open.add(call);
    // Only while there is something to record: clients come and go.
    this.#stopWaiting ??= this.#client.delivery.beforeFlush(() => this.#recordOpen());
    return call;
  }

  /** Cached, because the URL of a client rarely changes and is slow to read. */
  #providerOf(client: { baseURL?: unknown }): Provider {
    const { baseURL } = client;
    const known = this.#providers.get(client);
    if (known?.baseURL === baseURL && known !== undefined) return known.provider;
    const provider = readProvider(client);
    this.#providers.set(client, { provider, baseURL });
    return provider;
  }

  #recordOpen(): void {
    for (const call of this.#open) call.recordOpen();
  }

  #beginOther(request: ObservedRequest): ObservedCall | undefined {
    const responseId = readFetchedResponse(request);
    const call = responseId === undefined ? undefined : this.#background.get(responseId);
    if (call === undefined) return undefined;
    return new BackgroundPoll(call);
  }

  #createStep(
    { input, generation }: MappedRequest,
    {
      options: { name, stepId, tags, metadata },
      files,
      provider,
      surface,
    }: {
      options: CallOptions;
      files: FileTaker;
      provider: string;
      surface: { name: string; stepType: Step["type"] };
    },
  ): Step {
    const { messages, prompt } = generation;
    const taken = { ...generation, provider, tags, metadata: { ...metadata, ...generation.metadata } };
    if (messages) taken.messages = files.take(messages);
    if (prompt) taken.prompt = files.take(prompt);
    return this.#client.step({
      type: surface.stepType,
      name: name ?? generation.model ?? surface.name,
      id: stepId,
      tags,
      metadata,
      input: files.take(input),
      generation: taken,
    });
  }

  #deliver(call: RecordedCall): void {
    const { step, files, turn } = call;
    const searching = turn && this.#threads.assign(step, turn);
    if (!call.isOpen) {
      this.#open.delete(call);
      this.#handles.delete(call);
    }
    if (this.#open.size === 0) {
      this.#stopWaiting?.();
      this.#stopWaiting = undefined;
    }
    const { settings, metadata } = step.generation ?? {};
    const responseId = metadata?.["responseId"];
    if (settings?.["background"] === true && typeof responseId === "string") this.#background.set(responseId, call);
    if (searching) void this.#sendTwice(step, files, searching);
    else this.#send(step, files);
  }

  #send(step: Step, files: FileTaker): void {
    if (step.isRecorded) this.#client.delivery.addStep(step);
    this.#uploads.add(step, files.files.splice(0));
  }

  /** Sends the step at once, because the process may end, and again when its thread is found; only once if the sampling depends on the thread. */
  async #sendTwice(step: Step, files: FileTaker, searching: Promise<void>): Promise<void> {
    const client = this.#client;
    const isSent = client.sampleRate >= 1;
    if (isSent) client.delivery.addStep(step);
    // Never rejects.
    await searching;
    const { id, name, type, threadId } = step;
    if (!isSent) return this.#send(step, files);
    client.delivery.addStep(new Step(client, { id, name, type, threadId }, true));
    this.#uploads.add(step, files.files.splice(0));
  }

  #mergeOptions(call: CallOptions): CallOptions {
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

  #asksForUsage(body: Wire, isTaken: boolean): boolean {
    const { include_usage: isGiven } = toObject(body["stream_options"]);
    return body["stream"] === true && typeof isGiven !== "boolean" && (this.#options.streamUsage ?? isTaken);
  }
}

/** Options of a call, with tags and metadata from a framework. */
function withLabels(call: CallOptions, { tags, metadata }: Partial<ModelCall["labels"]> = {}): CallOptions {
  return {
    ...call,
    tags: tags || call.tags ? [...(tags ?? []), ...(call.tags ?? [])] : undefined,
    metadata: metadata || call.metadata ? { ...metadata, ...call.metadata } : undefined,
  };
}

function createFileId(): string {
  return crypto.randomUUID();
}
