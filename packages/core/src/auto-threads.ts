import { Recent } from "./instrumentation/recent.ts";
import type { RecordingClient } from "./recording-client.ts";
import type { Thread } from "./thread.ts";
import type { JsonObject } from "./types/json.ts";

/** Number of latest conversations whose threads are remembered. */
const MIN_REMEMBERED = 10_000;
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
  /** Id or identifier of the user; an unknown identifier creates the user. */
  participantId?: string | undefined;
  metadata?: JsonObject | undefined;
}

/**
 * Creates threads for calls outside any thread or step. Used by the instrumentations, whose option `autoThread` turns it off.
 */
export class AutoThreads {
  readonly #client: RecordingClient;
  /** Given ids of sent threads. */
  readonly #opened = new Recent<true>(MIN_REMEMBERED);

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
  const line = toLine(message);
  if (line === "") return undefined;
  if (endOf(line, MAX_NAME) >= line.length) return line;
  const cut = line.slice(0, endOf(line, MAX_NAME - 1));
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > MAX_NAME / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

/** Returns the start of a message as one line, without reading the rest of a long message. */
function toLine(message: string): string {
  // A character has at most two code units.
  const start = message.slice(0, MAX_NAME * 2 + 2).trim();
  const isEnough = message.length <= MAX_NAME * 2 || endOf(start, MAX_NAME) < start.length;
  if (isEnough && !/\s\s|[^\S ]/u.test(start)) return start;
  return message
    .slice(0, MAX_NAME * 8)
    .replace(/\s+/gu, " ")
    .trim();
}

/** Returns the offset of the end of the first characters. */
function endOf(text: string, characters: number): number {
  let end = 0;
  for (let passed = 0; passed < characters && end < text.length; passed += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}
