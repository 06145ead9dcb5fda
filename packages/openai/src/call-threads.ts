import type { JsonObject, RecordingClient, Step, Thread } from "@threadline/core";
import { AutoThreads, type MappedGeneration, toList, toText } from "@threadline/core/internal";
import { AnswerThreads } from "./answer-threads.ts";
import type { Surface } from "./mapping/surface.ts";

/**
 * Data from the start of a call that are needed to find its thread. The thread is chosen only when the call ends,
 * because the response may name a conversation.
 */
export interface Turn {
  isOutside: boolean;
  /** Conversation id that the caller set for this call. Undefined if the caller set none. */
  conversationId: string | undefined;
  /** First user message. Undefined if there is none, or if the call continues an earlier response. */
  firstMessage: string | undefined;
  /** Whether later calls can continue the conversation by naming the response id of this call. */
  isContinuedById: boolean;
}

export class CallThreads {
  readonly #client: RecordingClient;
  readonly #isOn: boolean;
  readonly #autoThreads: AutoThreads;
  readonly #answers: AnswerThreads;
  readonly #unsent = new WeakSet<Thread>();

  constructor(client: RecordingClient, isOn: boolean) {
    this.#client = client;
    this.#isOn = isOn;
    this.#autoThreads = new AutoThreads(client);
    this.#answers = new AnswerThreads(client);
  }

  /**
   * Returns the conversation data of a call that is about to start. Undefined if the call gets no thread: threads are
   * disabled, or the endpoint has no conversations and the caller set no conversation id.
   */
  turnOf({ continues }: Surface, generation: MappedGeneration, conversationId: string | undefined): Turn | undefined {
    if (!this.#isOn || (continues === undefined && conversationId === undefined)) return undefined;
    const { previousResponseId } = generation.metadata ?? {};
    const firstMessage = typeof previousResponseId === "string" ? undefined : readFirstMessage(generation);
    const { currentThread } = this.#client.context;
    if (currentThread && this.#unsent.delete(currentThread)) {
      this.#autoThreads.open({ id: currentThread.id, firstMessage });
    }
    const { isOutside } = this.#autoThreads;
    return { isOutside, conversationId, firstMessage, isContinuedById: continues === "response id" };
  }

  /** Assigns the step of a completed call to its thread. Returns a promise while the thread is searched for. */
  assign(step: Step, turn: Turn): Promise<void> | undefined {
    const { metadata } = step.generation ?? {};
    const responseId = turn.isContinuedById ? toText(metadata?.["responseId"]) : undefined;
    const threadId = step.threadId ?? (turn.isOutside ? this.#find(turn, responseId, metadata ?? {}) : undefined);
    if (threadId === undefined) return undefined;
    if (responseId !== undefined) this.#answers.join(responseId, threadId);
    if (typeof threadId !== "string") return putInto(step, threadId);
    step.threadId = threadId;
    return undefined;
  }

  #find(turn: Turn, responseId: string | undefined, metadata: JsonObject): string | Promise<string> {
    const { conversationId = toText(metadata["conversationId"]), firstMessage } = turn;
    const previous = toText(metadata["previousResponseId"]);
    if (conversationId === undefined && previous !== undefined) {
      // The call that received the response `previous` may have ended, but its recording may be deferred. Its thread is
      // known only after the recording, so deferred recordings run now.
      this.#client.delivery.runDeferred();
      return this.#answers.threadOf(previous);
    }
    return this.#autoThreads.open({ id: conversationId ?? responseId, firstMessage }).id;
  }

  /**
   * Runs `work`, and records all calls that `work` makes in one thread. If the current context has no thread and no
   * step, this is a new thread, which is sent with the first call.
   */
  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result {
    if (!this.#isOn || !this.#autoThreads.isOutside) return work();
    const client = this.#client;
    const thread = client.thread(conversationId === undefined ? {} : { id: conversationId });
    this.#unsent.add(thread);
    return client.store.run({ ...client.context, currentThread: thread }, work);
  }
}

async function putInto(step: Step, threadId: Promise<string>): Promise<void> {
  step.threadId = await threadId;
}

function readFirstMessage({ messages, prompt }: MappedGeneration): string | undefined {
  if (typeof prompt === "string") return prompt;
  const content: unknown = messages?.find(({ role }) => role === "user")?.content;
  return (
    toText(content) ??
    toList(content)
      .map(({ text }) => toText(text))
      .find((text) => text !== undefined)
  );
}
