import type { CallRecordOptions, RecordingClient } from "@threadline/core";
import {
  type StartedRequest,
  CallRecorder,
  type CallTime,
  type MappedRequest,
  type ObservedCall,
  type ObservedRequest,
  readBody,
  readJson,
  Recent,
  type RecordedCall,
  type Preview,
  toObject,
  toText,
  type Wire,
  withLabels,
} from "@threadline/core/internal";
import { BackgroundPoll } from "./background-poll.ts";
import type { ClientObserver } from "./client-observer.ts";
import { CallThreads } from "./call-threads.ts";
import type { Surface } from "./mapping/surface.ts";
import { findSurface, readFetchedResponse } from "./mapping/surfaces.ts";
import { type Provider, readProvider } from "./provider.ts";
import type { RecorderOptions } from "./recorder-options.ts";
import { wrapTools } from "./tool-steps.ts";

/**
 * Number of recent background calls to remember. {@link Recent} remembers at least this number, and at most twice as
 * many. When the application fetches the response of a remembered call, the record of the call is completed.
 */
const MAX_BACKGROUND = 1_000;

export interface StartedCall {
  surface: Surface;
  mapped: MappedRequest;
  options: CallRecordOptions;
  provider: string;
  startedAt: CallTime;
  preview?: Preview | undefined;
  audioFormat?: string | undefined;
  asksForUsage: boolean;
  onError?: (() => void) | undefined;
}

export class Recorder implements ClientObserver {
  readonly #client: RecordingClient;
  readonly #options: RecorderOptions;
  readonly #calls: CallRecorder;
  readonly #background = new Recent<RecordedCall>(MAX_BACKGROUND);
  readonly #threads: CallThreads;
  readonly #providers = new WeakMap<object, { provider: Provider; baseURL: unknown }>();

  constructor(client: RecordingClient, options: RecorderOptions) {
    this.#client = client;
    this.#options = options;
    this.#calls = new CallRecorder(client, options);
    this.#threads = new CallThreads(client, options.autoThread ?? true);
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

  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result {
    return this.#threads.inOneThread(conversationId, work);
  }

  wrapTools(body: unknown): unknown {
    return wrapTools(this.#client, body);
  }

  begin(given: StartedRequest): ObservedCall | undefined {
    const { client, request, init, form, startedAt } = given;
    const surface = findSurface(request);
    if (surface === undefined) return this.#beginOther(request);
    // A framework, such as LangChain, may record this call, too. If `claim` returns false, the generation is recorded
    // elsewhere, and must not be recorded again.
    const modelCall = surface.stepType === "llm" ? this.#client.context.modelCall : null;
    if (modelCall?.claim() === false) return undefined;
    const text = this.#calls.deferrableText(surface, given);
    if (text !== undefined) {
      const { options } = request;
      const start = (preview: Preview): RecordedCall => {
        const body = readJson(text);
        return this.start({
          surface,
          mapped: surface.readRequest(body),
          options,
          provider: this.#providerOf(client).name,
          startedAt,
          audioFormat: readAudioFormat(body),
          asksForUsage: false,
          preview,
        });
      };
      return this.#calls.startLater({ size: text.length, start });
    }
    const provider = this.#providerOf(client);
    const body = readBody(init, request.given, form);
    const mapped = surface.readRequest(body);
    return this.start({
      surface,
      mapped: modelCall ? { ...mapped, generation: { ...mapped.generation, ...modelCall.prompt } } : mapped,
      options: withLabels(request.options, modelCall?.labels),
      provider: provider.name,
      startedAt,
      audioFormat: readAudioFormat(body),
      asksForUsage: surface.reportsUsageOnRequest === true && this.#asksForUsage(body, provider.takesUsageOption),
      onError: modelCall ? () => modelCall.fail() : undefined,
    });
  }

  start({ surface, mapped, options, provider, ...started }: StartedCall): RecordedCall {
    const turn = this.#threads.turnOf(surface, mapped.generation, options.conversationId);
    return this.#calls.start({
      ...started,
      surface,
      mapped,
      options,
      provider: this.#options.provider ?? provider,
      settle: (call) => {
        const searching = turn && this.#threads.assign(call.step, turn);
        const { settings, metadata } = call.step.generation ?? {};
        const responseId = metadata?.["responseId"];
        if (settings?.["background"] === true && typeof responseId === "string") this.#background.set(responseId, call);
        return searching;
      },
    });
  }

  /** Returns the provider of a client. Parsing the URL is slow, so the provider is cached. */
  #providerOf(client: { baseURL?: unknown }): Provider {
    const { baseURL } = client;
    const known = this.#providers.get(client);
    if (known?.baseURL === baseURL && known !== undefined) return known.provider;
    const provider = readProvider(client);
    this.#providers.set(client, { provider, baseURL });
    return provider;
  }

  #beginOther(request: ObservedRequest): ObservedCall | undefined {
    const responseId = readFetchedResponse(request);
    const call = responseId === undefined ? undefined : this.#background.get(responseId);
    if (call === undefined) return undefined;
    return new BackgroundPoll(call);
  }

  #asksForUsage(body: Wire, isTaken: boolean): boolean {
    const { include_usage: isGiven } = toObject(body["stream_options"]);
    return body["stream"] === true && typeof isGiven !== "boolean" && (this.#options.streamUsage ?? isTaken);
  }
}

function readAudioFormat(body: Wire): string | undefined {
  return toText(toObject(body["audio"])["format"]);
}
