import type { RecordingClient } from "./recording-client.ts";
import type { Thread } from "./thread.ts";
import type { JsonObject } from "./types/json.ts";

/** Maximum number of conversations whose thread is cached. */
const MAX_REMEMBERED = 10_000;
/** Maximum length of a generated name, in characters. */
const MAX_NAME = 80;

/** Thread for a call outside any thread or step. */
export interface AutoThread {
  /** Id of the conversation, used as thread id. Default: a new id. */
  id?: string | undefined;
  /** First user message, used as name of an unnamed thread. */
  firstMessage?: string | undefined;
  /** Name without a first message. */
  name?: string | undefined;
  metadata?: JsonObject | undefined;
}

/**
 * Creates threads for calls outside any thread or step. Used by the instrumentations, whose option `autoThread` turns it off.
 */
export class AutoThreads {
  readonly #client: RecordingClient;
  /** Ids of sent threads; the oldest is removed first. */
  readonly #opened = new Set<string>();

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  /** Whether a call in the current context gets a thread: it is outside any thread and step. */
  get isOutside(): boolean {
    const { currentThread, currentStep } = this.#client.context;
    return currentThread === null && currentStep === null;
  }

  /**
   * Returns the thread of the conversation, and sends it the first time. The service ignores the name if the thread has one: another
   * process may have created it.
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

  /** Names a thread that was opened before its first message was known, like `open`. */
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

/** Returns the message as one line, truncated at a word; undefined when empty. */
function toName(message: string): string | undefined {
  // Only the start of a long message is needed; a character has at most two code units.
  let line = "";
  for (const [word] of message.slice(0, MAX_NAME * 8).matchAll(/\S+/gu)) {
    line += line === "" ? word : ` ${word}`;
    if (line.length > MAX_NAME * 2) break;
  }
  const characters = Array.from(line.slice(0, MAX_NAME * 2 + 2));
  if (characters.length === 0) return undefined;
  if (characters.length <= MAX_NAME) return characters.join("");
  const cut = characters.slice(0, MAX_NAME - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > MAX_NAME / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
