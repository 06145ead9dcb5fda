import type { CallRecordOptions, RecordingClient, StoredContext } from "@threadline/core";
import {
  AutoThreads,
  CallRecorder,
  type CallTime,
  copyWith,
  dataOf,
  type MappedRequest,
  type MappedResponse,
  ModelCall,
  startNow,
  type RecordedCall,
  toObject,
  toText,
} from "@threadline/core/internal";
import { createFacade, unwrapFacade } from "./facade.ts";
import { readFirstMessage } from "./first-message.ts";
import { embeddings } from "./mapping/embeddings.ts";
import { images } from "./mapping/images.ts";
import { language } from "./mapping/language.ts";
import { readProvider } from "./mapping/provider.ts";
import type { Surface } from "./mapping/surface.ts";
import { readOptions, type ReadOptions, withoutOwnOptions } from "./observe-options.ts";
import { observeStream } from "./observe-stream.ts";
import type { ObserveOptions } from "./options.ts";

/**
 * A running call of an SDK function, such as `generateText`. The function calls models and runs tools. For each of
 * them, `started` and `recorded` are called.
 */
export interface Scope {
  /**
   * Context in which the function was called. Model calls and tools are recorded in this context, even if the
   * application reads the function's stream in a different context.
   */
  readonly context: StoredContext;
  readonly options: ReadOptions;
  started(call: object): void;
  /**
   * Called when a model call or tool run was recorded. With `isOpen`, the call may still continue, for example as a
   * stream. `recorded` is then called again at its end.
   */
  recorded(call: object, isOpen: boolean, result?: RecordedCall): void;
}

interface Model {
  readonly provider?: unknown;
  readonly modelId?: unknown;
}

/** Type of a model. Image models and language models both have `doGenerate`, so the type must be passed. */
export type ModelKind = "language" | "image" | "embedding";

interface StartedCall {
  call: RecordedCall;
  context: StoredContext;
}

export class ModelRecorder {
  readonly #client: RecordingClient;
  readonly #calls: CallRecorder;
  readonly #autoThreads: AutoThreads;
  readonly #options: ObserveOptions;

  constructor(client: RecordingClient, options: ObserveOptions) {
    this.#client = client;
    this.#options = options;
    this.#calls = new CallRecorder(client, options);
    this.#autoThreads = new AutoThreads(client);
  }

  /**
   * Returns a model that records its calls. With a scope, all calls are recorded in the scope's context. Without a
   * scope, each call is recorded in the context in which it is made.
   */
  observe<Target extends object>(given: Target, kind: ModelKind, scope?: Scope): Target {
    const model = unwrapFacade(given);
    const call = (name: string, surface: Surface) =>
      typeof Reflect.get(model, name) === "function"
        ? { [name]: (...values: unknown[]) => this.#call(model, name, surface, values, scope) }
        : {};
    if (kind === "embedding") return createFacade(model, call("doEmbed", embeddings));
    if (kind === "image") return createFacade(model, call("doGenerate", images));
    return createFacade(model, { ...call("doGenerate", language), ...call("doStream", language) });
  }

  #call(model: object, name: string, surface: Surface, values: unknown[], scope: Scope | undefined): unknown {
    const startedAt = startNow();
    const started = this.#calls.safely(() => this.#begin(model, surface, values[0], startedAt, scope));
    const [options, ...rest] = values;
    const given = this.#calls.safely(() => withoutOwnOptions(options)) ?? options;
    const run = (): unknown => {
      // The method is looked up at each call, because the model may replace its methods.
      const method = Reflect.get(model, name) as (...values: unknown[]) => unknown;
      return method.call(model, given, ...rest);
    };
    if (started === undefined) return run();
    const { call, context } = started;
    const failed = (error: unknown): never => {
      this.#calls.safely(() => call.failed(error));
      throw error;
    };
    try {
      const answer = this.#client.store.run(context, run) as PromiseLike<unknown>;
      // The caller gets the promise of `then`, not the model's own promise. This makes no difference, because the SDK
      // only awaits it.
      return answer.then(
        (result) => this.#answered(result, started, name === "doStream", dataOf(options, "abortSignal")),
        failed,
      );
    } catch (error) {
      return failed(error);
    }
  }

  #answered(result: unknown, { call }: StartedCall, isStream: boolean, signal: unknown): unknown {
    const source = dataOf(result, "stream");
    if (!isStream || !(source instanceof ReadableStream)) {
      this.#calls.safely(() => call.parsed(result));
      return result;
    }
    this.#calls.safely(() => call.responded());
    const stream = observeStream({
      source,
      call,
      recorder: this.#calls,
      signal: signal instanceof AbortSignal ? signal : undefined,
    });
    return copyWith(result as object, "stream", stream);
  }

  #begin(
    model: Model,
    surface: Surface,
    options: unknown,
    startedAt: CallTime,
    scope: Scope | undefined,
  ): StartedCall | undefined {
    const read = scope?.options ?? readOptions(options);
    if (!read.isRecorded) return undefined;
    const client = this.#client;
    // If a framework calls this model, it may record the call, too. `claim` returns false if another recorder already
    // records the generation, so that there is only one. With a `scope`, `Operation` has already claimed the
    // framework's call.
    const outer = scope === undefined && surface.stepType === "llm" ? client.context.modelCall : null;
    if (outer?.claim() === false) return undefined;
    const mapped = hideInputs(surface.readRequest(toObject(options), toText(model.modelId)), read);
    const within = scope?.context ?? this.#ownContext(surface, mapped, read.call);
    const call = client.store.run(within, () =>
      this.#calls.start({
        surface: read.recordOutputs ? surface : withoutOutputs(surface),
        mapped: outer ? { ...mapped, generation: { ...mapped.generation, ...outer.prompt } } : mapped,
        options: scope === undefined ? read.call : labelsOf(read.call),
        provider: this.#options.provider ?? readProvider(toText(model.provider)),
        startedAt,
        settle: (recorded) => {
          scope?.recorded(recorded, recorded.isOpen, recorded);
          return undefined;
        },
        onError: outer ? () => outer.fail() : undefined,
      }),
    );
    scope?.started(call);
    const inside = new ModelCall();
    // The model may send its request through a provider's client that is also instrumented. After `refuse`, that
    // instrumentation cannot claim the call, so it does not record the call again.
    inside.refuse();
    return { call, context: { ...within, currentStep: call.step, modelCall: inside } };
  }

  /**
   * Returns the caller's context. Adds a thread to it if the call is part of a conversation, and the caller is outside
   * any thread and step.
   */
  #ownContext(
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
}

/**
 * Returns the tags and metadata of a model call inside an operation, such as `generateText`. The name and the step id
 * in the options apply only to the operation's own step, so they are omitted.
 */
function labelsOf({ tags, metadata }: CallRecordOptions): CallRecordOptions {
  return { tags, metadata };
}

function hideInputs(mapped: MappedRequest, { recordInputs }: ReadOptions): MappedRequest {
  if (recordInputs) return mapped;
  return { generation: { ...mapped.generation, messages: undefined, prompt: undefined, tools: undefined } };
}

function withoutOutputs(surface: Surface): Surface {
  const { createReader } = surface;
  return {
    ...surface,
    readResponse: (data) => hideOutputs(surface.readResponse(data)),
    ...(createReader && {
      createReader: () => {
        const reader = createReader();
        return { add: (event) => reader.add(event), read: () => hideOutputs(reader.read()) };
      },
    }),
  };
}

function hideOutputs({ generation, error }: MappedResponse): MappedResponse {
  return { generation: { ...generation, messageCompletion: undefined }, error };
}
