import { toThreadName } from "@threadline/schema/thread-name";
import { Recent } from "./instrumentation/recent.ts";
import type { RecordingClient } from "./recording-client.ts";
import type { Thread } from "./thread.ts";
import type { JsonObject } from "./types/json.ts";

/** Minimum number of recent conversations whose threads are remembered. The maximum is twice as large. */
const MIN_REMEMBERED = 10_000;

/** Thread for a call outside any thread or step. */
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
  /** Conversation ids whose threads were sent. */
  readonly #opened = new Recent<true>(MIN_REMEMBERED);

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  /** Whether a call in the current context gets a new thread, because it is outside any thread and step. */
  get isOutside(): boolean {
    const { currentThread, currentStep } = this.#client.context;
    return currentThread === null && currentStep === null;
  }

  /**
   * Returns the thread of the conversation. The first call for a conversation sends the thread. The service ignores the
   * name if the stored thread has one, because another process may have created that thread.
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

  /**
   * Names a thread that was opened before its first message was known. The name is the one that `open` would have used.
   */
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
