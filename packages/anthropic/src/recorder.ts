import type { CallRecordOptions, JsonObject, RecorderOptions, RecordingClient, StoredContext } from "@threadline/core";
import {
  AutoThreads,
  type StartedRequest,
  type CallObserver,
  CallRecorder,
  isClientDecoder,
  type MappedRequest,
  type ObservedCall,
  observeDecoder,
  readBody,
  readJson,
  type RecordedCall,
  type StartedCall,
  type Preview,
  toText,
  withLabels,
} from "@threadline/core/internal";
import { BatchResults } from "./batch-results.ts";
import { sendBatchRequests } from "./batch-requests.ts";
import { readFirstMessage } from "./mapping/messages.ts";
import type { Surface } from "./mapping/surface.ts";
import { batches, findSurface } from "./mapping/surfaces.ts";

export class Recorder implements CallObserver {
  readonly #client: RecordingClient;
  readonly #options: RecorderOptions;
  readonly #calls: CallRecorder;
  readonly #autoThreads: AutoThreads;
  #known = { baseURL: undefined as unknown, provider: readProvider(undefined) };

  constructor(client: RecordingClient, options: RecorderOptions) {
    this.#client = client;
    this.#options = options;
    this.#calls = new CallRecorder(client, options);
    this.#autoThreads = new AutoThreads(client);
  }

  safely<Values extends unknown[], Result>(work: (...values: Values) => Result, ...values: Values): Result | undefined {
    return this.#calls.safely(work, ...values);
  }

  report(error: unknown): void {
    this.#calls.report(error);
  }

  watch(handle: object, call: ObservedCall, from: "unread" | "reading"): void {
    this.#calls.watch(handle, call, from);
  }

  begin(given: StartedRequest): ObservedCall | undefined {
    const { client, request, init, form, startedAt } = given;
    const surface = request.method === "post" ? findSurface(request.path) : undefined;
    if (surface === undefined) return undefined;
    // A framework, such as LangChain, may record this call, too. If `claim` returns false, the generation is recorded
    // elsewhere, and must not be recorded again.
    const modelCall = surface.stepType === "llm" ? this.#client.context.modelCall : null;
    if (modelCall?.claim() === false) return undefined;
    const { options } = request;
    const text = this.#calls.deferrableText(surface, given);
    if (text !== undefined) {
      const start = (preview: Preview): RecordedCall => {
        const [mapped, provider] = [surface.readRequest(readJson(text)), this.#providerOf(client)];
        return this.#start({ surface, mapped, options, provider, startedAt, preview });
      };
      return this.#calls.startLater({ size: text.length, start });
    }
    const provider = this.#providerOf(client);
    const body = readBody(init, request.given, form);
    const mapped = surface.readRequest(body);
    return this.#start({
      surface,
      mapped: modelCall ? { ...mapped, generation: { ...mapped.generation, ...modelCall.prompt } } : mapped,
      options: withLabels(options, modelCall?.labels),
      provider,
      startedAt,
      settle: (call) => {
        if (surface === batches && !call.isOpen) this.#sendRequests(call, body["requests"], provider);
        return undefined;
      },
      onError: modelCall ? () => modelCall.fail() : undefined,
    });
  }

  #start(started: StartedCall & { surface: Surface }): RecordedCall {
    const context = this.#contextOf(started.surface, started.mapped, started.options);
    return this.#client.store.run(context, () => this.#calls.start(started));
  }

  /** Observes the results of a batch, which are recorded when the caller reads them. */
  observeResults(batchId: unknown, results: unknown): void {
    if (typeof batchId !== "string" || !isClientDecoder(results)) return;
    const provider = this.#options.provider ?? "anthropic";
    observeDecoder(results, new BatchResults(this.#client, batchId, provider), this);
  }

  #sendRequests(call: RecordedCall, requests: unknown, provider: string): void {
    const { step } = call;
    const batchId = toText((step.output as JsonObject | null | undefined)?.["id"]);
    if (batchId !== undefined) sendBatchRequests({ client: this.#client, step, batchId, requests, provider });
  }

  /**
   * Returns the caller's context, in which the call is recorded. Adds a thread to it if the call is part of a
   * conversation, and the caller is outside any thread and step.
   */
  #contextOf(
    { isConversation }: Surface,
    { generation: { messages } }: MappedRequest,
    { conversationId }: CallRecordOptions,
  ): StoredContext {
    const { context } = this.#client;
    const isWanted = (this.#options.autoThread ?? true) && (isConversation || conversationId !== undefined);
    if (!isWanted || !this.#autoThreads.isOutside) return context;
    const thread = this.#autoThreads.open({ id: conversationId, firstMessage: readFirstMessage(messages) });
    return { ...context, currentThread: thread };
  }

  /** Returns the provider of a client. Parsing a URL is slow, so the provider is cached. */
  #providerOf({ baseURL }: { baseURL?: unknown }): string {
    if (this.#known.baseURL !== baseURL) this.#known = { baseURL, provider: readProvider(baseURL) };
    return this.#options.provider ?? this.#known.provider;
  }
}

function readProvider(baseURL: unknown): string {
  const host = typeof baseURL === "string" && URL.canParse(baseURL) ? new URL(baseURL).hostname : "";
  if (host.endsWith(".amazonaws.com")) return "bedrock";
  if (host.endsWith(".googleapis.com")) return "google";
  return host.endsWith(".azure.com") ? "azure" : "anthropic";
}
