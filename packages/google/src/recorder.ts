import type { CallRecordOptions, RecorderOptions, RecordingClient, StoredContext, Thread } from "@threadline/core";
import {
  AutoThreads,
  CallRecorder,
  type CallTime,
  dataOf,
  type MappedRequest,
  type ObservedCall,
  toObject,
  withLabels,
} from "@threadline/core/internal";
import type { GivenRequest } from "./given-request.ts";
import { readFirstMessage } from "./mapping/contents.ts";
import type { Surface } from "./mapping/surface.ts";
import { findTarget } from "./mapping/surfaces.ts";

type Around = <Result>(call: () => Result) => Result;

export class Recorder {
  readonly #client: RecordingClient;
  readonly #options: RecorderOptions;
  readonly #calls: CallRecorder;
  readonly #autoThreads: AutoThreads;
  /** Threads that were created for a chat or a call, and are not sent yet. A thread is sent with its first request. */
  readonly #unsent = new WeakSet<Thread>();

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

  /** Starts recording a request. Returns undefined if the request is not a model call. */
  begin(client: object, given: GivenRequest, startedAt: CallTime): ObservedCall | undefined {
    const target = given.httpMethod === "POST" ? findTarget(given.path) : undefined;
    if (target === undefined) return undefined;
    const { surface, model } = target;
    // A framework, such as LangChain, may record this call, too. If `claim` returns false, the generation is recorded
    // elsewhere, and must not be recorded again.
    const modelCall = surface.stepType === "llm" ? this.#client.context.modelCall : null;
    if (modelCall?.claim() === false) return undefined;
    const options = readCallOptions(given.httpOptions);
    const mapped = surface.readRequest(parse(given.body), model);
    return this.#client.store.run(this.#contextOf(surface, mapped, options), () =>
      this.#calls.start({
        surface,
        mapped: modelCall ? { ...mapped, generation: { ...mapped.generation, ...modelCall.prompt } } : mapped,
        options: withLabels(options, modelCall?.labels),
        provider: this.#options.provider ?? "google",
        startedAt,
        onError: modelCall ? () => modelCall.fail() : undefined,
      }),
    );
  }

  /**
   * Returns a function that runs work in the current context, with a new thread if there is no current thread or step.
   * All requests of one `generateContent` call are then in the same thread.
   */
  contextOfCall(): Around | undefined {
    return this.safely(() => this.#around(this.#isOutside ? this.#createThread() : undefined));
  }

  /**
   * Like {@link Recorder.contextOfCall}, for a chat. Call the returned function for each message of the chat. If there
   * is no current thread or step, all messages of the chat share a new thread.
   */
  contextOfChat(): () => Around | undefined {
    let thread: Thread | undefined;
    return () => this.safely(() => this.#around(this.#isOutside ? (thread ??= this.#createThread()) : undefined));
  }

  get #isOutside(): boolean {
    return (this.#options.autoThread ?? true) && this.#autoThreads.isOutside;
  }

  #createThread(): Thread {
    const thread = this.#client.thread();
    this.#unsent.add(thread);
    return thread;
  }

  #around(currentThread: Thread | undefined): Around {
    const { store, context } = this.#client;
    const inside = currentThread === undefined ? context : { ...context, currentThread };
    return (call) => store.run(inside, call);
  }

  /**
   * Returns the context in which to record the call. Usually, this is the caller's context. A call of a conversation
   * gets a new thread if the caller's context has no thread and no step. If the caller's context has a thread that was
   * not sent yet, the thread is sent now.
   */
  #contextOf(
    { isConversation }: Surface,
    { generation: { messages } }: MappedRequest,
    { conversationId }: CallRecordOptions,
  ): StoredContext {
    const { context } = this.#client;
    const { currentThread } = context;
    const isUnsent = currentThread !== null && this.#unsent.has(currentThread);
    const isWanted = (this.#options.autoThread ?? true) && (isConversation || conversationId !== undefined);
    if (!isUnsent && (!isWanted || !this.#autoThreads.isOutside)) return context;
    if (isUnsent && conversationId === undefined) this.#unsent.delete(currentThread);
    const id = conversationId ?? (isUnsent ? currentThread.id : undefined);
    const thread = this.#autoThreads.open({ id, firstMessage: readFirstMessage(messages) });
    return { ...context, currentThread: thread };
  }
}

/** Reads the caller's recording options from the HTTP options, without calling getters. */
function readCallOptions(httpOptions: unknown): CallRecordOptions {
  return toObject(dataOf(httpOptions, "threadline"));
}

function parse(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== "string") return {};
  try {
    return toObject(JSON.parse(body));
  } catch {
    return {};
  }
}
