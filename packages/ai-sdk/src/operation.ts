import type { JsonObject, RecordingClient, Step, StoredContext } from "@threadline/core";
import { type AutoThreads, describeError, type RecordedCall, toText } from "@threadline/core/internal";
import type { Scope } from "./model-recorder.ts";
import type { ReadOptions } from "./observe-options.ts";

export interface StartedOperation {
  client: RecordingClient;
  autoThreads: AutoThreads | undefined;
  name: string;
  options: ReadOptions;
  stepId: string | undefined;
  tags: string[] | undefined;
  metadata: JsonObject | undefined;
  input: JsonObject | undefined;
  firstMessage: string | undefined;
  /**
   * Whether the SDK function returns a promise that resolves at the end of the operation. Streams have no such promise.
   * Their operation ends when its last open model call or tool ends.
   */
  hasEnd: boolean;
  isObject: boolean;
}

/** Records a call of an SDK function as a run, with its model calls and tools. */
export class Operation implements Scope {
  readonly context: StoredContext;
  readonly options: ReadOptions;
  readonly #client: RecordingClient;
  readonly #step: Step;
  readonly #hasEnd: boolean;
  readonly #isObject: boolean;
  readonly #open = new Set<object>();
  #endPreview: (() => void) | undefined;
  #isEnded = false;

  constructor(started: StartedOperation) {
    const { client, options, autoThreads, input, firstMessage, hasEnd } = started;
    this.options = options;
    this.#client = client;
    this.#hasEnd = hasEnd;
    this.#isObject = started.isObject;
    const outer = client.context;
    // The caller may be a framework that also records this model call. After `claim`, the framework omits its own
    // generation. With two generations, the tokens of the call would count twice.
    outer.modelCall?.claim();
    const { conversationId, stepId, tags, metadata, name } = options.call;
    const thread = autoThreads?.isOutside
      ? autoThreads.open({ id: conversationId, firstMessage: options.recordInputs ? firstMessage : undefined })
      : undefined;
    const within = thread === undefined ? outer : { ...outer, currentThread: thread };
    this.#step = client.store.run(within, () =>
      client.run({
        name: name ?? started.name,
        id: stepId ?? started.stepId,
        tags: started.tags || tags ? [...(started.tags ?? []), ...(tags ?? [])] : undefined,
        metadata: started.metadata || metadata ? { ...started.metadata, ...metadata } : undefined,
        input: options.recordInputs ? input : undefined,
      }),
    );
    const rootRun = outer.rootRun ?? this.#step;
    this.context = { ...within, currentStep: this.#step, rootRun, modelCall: null };
    if (hasEnd) this.#preview();
  }

  started(call: object): void {
    this.#open.add(call);
    // The preview of a stream starts with its first call, not with the operation. The SDK may reject a stream before
    // that call and never report an end. A preview would then show the operation as running forever.
    this.#preview();
    if (!this.#isEnded) this.#step.error = null;
  }

  recorded(call: object, isOpen: boolean, result?: RecordedCall): void {
    if (!isOpen) this.#open.delete(call);
    if (result !== undefined) this.#noteAnswer(result);
    if (!this.#hasEnd && (isOpen || this.#open.size === 0)) this.#send();
  }

  /** Called when the operation's promise is fulfilled. */
  completed(): void {
    this.#isEnded = true;
    this.#step.error = null;
    this.#send();
  }

  /** Called when the operation's promise is rejected, or its function throws. */
  failed(error: unknown): void {
    this.#isEnded = true;
    this.#step.error = describeError(error);
    this.#send();
  }

  #preview(): void {
    if (this.#step.isRecorded) this.#endPreview ??= this.#client.delivery.previewStep(this.#step);
  }

  #noteAnswer({ step: { error, generation } }: RecordedCall): void {
    const message = (
      generation as { messageCompletion?: { content?: unknown; tool_calls?: unknown } } | null | undefined
    )?.messageCompletion;
    if (message?.content !== undefined && message.content !== null) this.#step.output = this.#toOutput(message.content);
    this.#step.error = toText(error) ?? null;
  }

  #toOutput(content: unknown): JsonObject {
    if (this.#isObject && typeof content === "string") {
      try {
        return { object: JSON.parse(content) as JsonObject };
      } catch {
        // If `content` is not complete JSON, the text itself is recorded below.
      }
    }
    // `content` is from a recorded message, so it is JSON, although its type is `unknown`.
    return { content } as JsonObject;
  }

  #send(): void {
    this.#endPreview?.();
    this.#step.endTime = new Date().toISOString();
    if (this.#step.isRecorded) this.#client.delivery.addStep(this.#step);
  }
}
