import type { RecordingClient } from "./recording-client.ts";
import type { Thread } from "./thread.ts";
import type { JsonObject } from "./types/json.ts";

/** Maximum number of conversations whose thread is remembered. */
const MAX_REMEMBERED = 10_000;
/** Maximum length of a generated name, in characters. */
const MAX_NAME = 80;

/** The thread that a call outside any thread or step belongs to. */
export interface AutoThread {
  /** What the conversation is known by: a key that was joined to a thread, else the id of a new one. Default: a new id. */
  id?: string | undefined;
  /** The first user message, which names the thread; absent when the call continues a conversation. */
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
  /** Thread ids by key. The oldest is forgotten first. */
  readonly #joined = new Map<string, string>();

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  /** Whether a call made here gets a thread: the caller is in no thread and no step. */
  get isOutside(): boolean {
    const { currentThread, currentStep } = this.#client.context;
    return currentThread === null && currentStep === null;
  }

  /**
   * The thread of the conversation: the one that the id was joined to, else a new one, which is sent in the background. A thread is
   * named when it is created, and not again.
   */
  open({ id, firstMessage, name: fallback, metadata }: AutoThread = {}): Thread {
    const joined = id === undefined ? undefined : this.#joined.get(id);
    if (joined !== undefined) return this.#client.thread({ id: joined });
    const name =
      this.#client.namesThreads && firstMessage !== undefined ? (toName(firstMessage) ?? fallback) : fallback;
    const thread = this.#client.thread({
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      ...(metadata !== undefined && { metadata }),
    });
    if (thread.isRecorded) this.#client.delivery.addThread(thread);
    this.join(thread.id, thread.id);
    return thread;
  }

  /** From now on the key, such as the id of an answer that others follow, leads to the thread. */
  join(key: string, threadId: string): void {
    this.#joined.set(key, threadId);
    const [oldest] = this.#joined.keys();
    if (this.#joined.size > MAX_REMEMBERED && oldest !== undefined) this.#joined.delete(oldest);
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
