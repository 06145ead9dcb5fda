import type { RecordingClient, Step, Thread } from "@threadline/core";
import { AutoThreads } from "@threadline/core/recording";
import type { MappedGeneration, Surface } from "./mapping/surface.ts";
import { toList, toText } from "./mapping/wire.ts";
import { Recent } from "./recent.ts";

/** Maximum number of remembered conversations that were created here and have no response yet. */
const MAX_CREATED = 1_000;

/** A call that may need a thread. Which one is known when the call ends: its answer may name the conversation. */
export interface Turn {
  /** Whether it was made outside any thread or step. */
  isOutside: boolean;
  /** What the caller named. */
  conversationId: string | undefined;
  /** Set when the call starts its conversation. */
  firstMessage: string | undefined;
  /** Whether a later call may continue it by the id of its answer. */
  isContinuedById: boolean;
}

/** Puts calls that are made outside any thread or step into threads. */
export class CallThreads {
  readonly #client: RecordingClient;
  readonly #isOn: boolean;
  readonly #autoThreads: AutoThreads;
  readonly #created = new Recent<true>(MAX_CREATED);
  /** Threads of `inOneThread` that were not sent yet. */
  readonly #unsent = new WeakSet<Thread>();

  constructor(client: RecordingClient, isOn: boolean) {
    this.#client = client;
    this.#isOn = isOn;
    this.#autoThreads = new AutoThreads(client);
  }

  /** The turn that a call made here is; undefined when it gets no thread of its own. */
  turnOf({ continues }: Surface, generation: MappedGeneration, conversationId: string | undefined): Turn | undefined {
    if (!this.#isOn || (continues === undefined && conversationId === undefined)) return undefined;
    const firstMessage = this.#isStart(generation) ? readFirstMessage(generation) : undefined;
    const { currentThread } = this.#client.context;
    if (currentThread && this.#unsent.delete(currentThread)) {
      this.#autoThreads.open({ id: currentThread.id, firstMessage });
    }
    const { isOutside } = this.#autoThreads;
    return { isOutside, conversationId, firstMessage, isContinuedById: continues === "response id" };
  }

  /** Puts the step of an answered call into its thread. */
  assign(step: Step, { isOutside, conversationId, firstMessage, isContinuedById }: Turn): void {
    const { metadata } = step.generation ?? {};
    const responseId = isContinuedById ? toText(metadata?.["responseId"]) : undefined;
    if (isOutside && !step.threadId) {
      const named = conversationId ?? toText(metadata?.["conversationId"]) ?? toText(metadata?.["previousResponseId"]);
      step.threadId = this.#autoThreads.open({ id: named ?? responseId, firstMessage }).id;
    }
    if (responseId !== undefined && step.threadId) this.#autoThreads.join(responseId, step.threadId);
  }

  /** Runs work whose calls are one conversation. Its thread is sent with the first of them. */
  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result {
    if (!this.#isOn || !this.#autoThreads.isOutside) return work();
    const client = this.#client;
    const thread = client.thread(conversationId === undefined ? {} : { id: conversationId });
    this.#unsent.add(thread);
    return client.store.run({ ...client.context, currentThread: thread }, work);
  }

  /** Notes a conversation that the provider created: its first response starts it. */
  created(conversationId: string): void {
    this.#created.set(conversationId, true);
  }

  #isStart({ messages, metadata }: MappedGeneration): boolean {
    const { previousResponseId, conversationId } = metadata ?? {};
    if (typeof previousResponseId === "string") return false;
    if (typeof conversationId === "string") return this.#created.get(conversationId) === true;
    return (messages ?? []).every(({ role }) => role !== "assistant");
  }
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
