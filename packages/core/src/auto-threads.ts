import type { RecordingClient } from "./recording-client.ts";
import type { Thread } from "./thread.ts";
import type { JsonObject } from "./types/json.ts";

/** Maximum number of conversations whose thread is remembered. */
const MAX_REMEMBERED = 10_000;
/** Maximum length of a generated name, in characters. */
const MAX_NAME = 80;

/** The thread that a call outside any thread or step belongs to. */
export interface AutoThread {
  /** The id of the conversation, which becomes that of its thread. Default: a new id. */
  id?: string | undefined;
  /** The first user message, which names the thread while it has no name. */
  firstMessage?: string | undefined;
  /** The name where there is no first message. */
  name?: string | undefined;
  metadata?: JsonObject | undefined;
}

/**
 * Threads for calls that are made outside any thread or step. Used by the instrumentations, each of which has an option
 * `autoThread` that turns it off.
 */
export class AutoThreads {
  readonly #client: RecordingClient;
  /** Ids of threads that were sent. The oldest is forgotten first. */
  readonly #opened = new Set<string>();

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  /** Whether a call made here gets a thread: the caller is in no thread and no step. */
  get isOutside(): boolean {
    const { currentThread, currentStep } = this.#client.context;
    return currentThread === null && currentStep === null;
  }

  /**
   * The thread of the conversation, which is sent in the background the first time. The service takes the name only while the thread
   * has none: this process may not be the first of the conversation.
   */
  open({ id, firstMessage, name: fallback, metadata }: AutoThread = {}): Thread {
    if (id !== undefined && this.#opened.has(id)) return this.#client.thread({ id });
    const thread = this.#client.thread({
      ...(id !== undefined && { id }),
      ...(metadata !== undefined && { metadata }),
    });
    this.#send(thread, this.#nameAfter(firstMessage) ?? fallback);
    this.#opened.add(thread.id);
    const [oldest] = this.#opened;
    if (this.#opened.size > MAX_REMEMBERED && oldest !== undefined) this.#opened.delete(oldest);
    return thread;
  }

  /** Names a thread that was opened before a message was known, as `open` does. */
  name(thread: Thread, firstMessage: string): void {
    const name = this.#nameAfter(firstMessage);
    if (name !== undefined) this.#send(thread, name);
  }

  #nameAfter(firstMessage: string | undefined): string | undefined {
    return this.#client.namesThreads && firstMessage !== undefined ? toName(firstMessage) : undefined;
  }

  #send(thread: Thread, defaultName: string | undefined): void {
    const serialize = () => ({ ...thread.serialize(), ...(defaultName !== undefined && { defaultName }) });
    if (thread.isRecorded) this.#client.delivery.addThread({ id: thread.id, serialize });
  }
}

/** One line of the message, cut at the end of a word; undefined when nothing is left. */
function toName(message: string): string | undefined {
  // Longer messages need not be read whole.
  const line = message
    .slice(0, MAX_NAME * 8)
    .replace(/\s+/gu, " ")
    .trim();
  const characters = Array.from(line);
  if (characters.length === 0) return undefined;
  if (characters.length <= MAX_NAME) return characters.join("");
  const cut = characters.slice(0, MAX_NAME - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > MAX_NAME / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
