import { toThreadName } from "@threadline/schema/thread-name";
import { Recent } from "./instrumentation/recent.ts";
import type { RecordingClient } from "./recording-client.ts";
import type { Thread } from "./thread.ts";
import type { JsonObject } from "./types/json.ts";

/**
 * Minimum number of recent conversations to remember, so that each thread is sent only once. `Recent` remembers at most
 * twice as many.
 */
const MIN_REMEMBERED = 10_000;

/** Describes the thread for a call that is outside any thread or step. */
export interface AutoThread {
  /** Id of the conversation, used as thread id. Default: a new id. */
  id?: string | undefined;
  /** First user message. An unnamed thread is named after it. */
  firstMessage?: string | undefined;
  /** Name of the thread if there is no first message. */
  name?: string | undefined;
  /** Id or identifier of the user; an unknown identifier creates the user. */
  participantId?: string | undefined;
  metadata?: JsonObject | undefined;
}

/**
 * Creates threads for calls outside any thread or step. Used by the instrumentations, unless their option `autoThread`
 * is false.
 */
export class AutoThreads {
  readonly #client: RecordingClient;
  readonly #opened = new Recent<true>(MIN_REMEMBERED);

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  /** Whether the current context is outside any thread and step, so that a call in it gets a new thread. */
  get isOutside(): boolean {
    const { currentThread, currentStep } = this.#client.context;
    return currentThread === null && currentStep === null;
  }

  /**
   * Returns the thread of the conversation, and sends the thread on the first call for that conversation. If another
   * process has already named the thread, the service keeps that name.
   */
  open({ id, firstMessage, name: fallback, participantId, metadata }: AutoThread = {}): Thread {
    if (id !== undefined && this.#opened.get(id)) return this.#client.thread({ id });
    const thread = this.#client.thread({
      ...(id !== undefined && { id }),
      ...(participantId !== undefined && { participantId }),
      ...(metadata !== undefined && { metadata }),
    });
    this.#send(thread, this.#nameAfter(firstMessage) ?? fallback);
    if (id !== undefined) this.#opened.set(id, true);
    return thread;
  }

  /** Names a thread after its first message. Use it if `open` was called before the message was known. */
  name(thread: Thread, firstMessage: string): void {
    const name = this.#nameAfter(firstMessage);
    if (name !== undefined) this.#send(thread, name);
  }

  #nameAfter(firstMessage: string | undefined): string | undefined {
    return this.#client.namesThreads && firstMessage !== undefined ? toThreadName(firstMessage) : undefined;
  }

  #send(thread: Thread, defaultName: string | undefined): void {
    const serialize = () => ({ ...thread.serialize(), ...(defaultName !== undefined && { defaultName }) });
    if (thread.isRecorded) this.#client.delivery.addThread({ id: thread.id, serialize });
  }
}
