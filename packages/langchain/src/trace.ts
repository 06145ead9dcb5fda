import type { Step, StepConstructor, Thread, RecordingClient } from "@threadline/core";
import type { AutoThreads } from "@threadline/core/internal";
import { toThreadMetadata } from "./run-metadata.ts";
import { readConversation, toThreadId } from "./thread-id.ts";
import type { Fields } from "./values.ts";

/** A starting run, with the thread it names. */
export interface ThreadClue {
  metadata: Fields;
  /** Whether it is a LangGraph graph, whose nodes show whether the conversation is new. */
  isGraph: boolean;
  firstMessage: () => string | undefined;
}

/** A root run and all below it. No two share anything, so concurrent ones never mix. */
export class Trace {
  readonly #client: RecordingClient;
  readonly #autoThreads: AutoThreads;
  /** Ids that the caller chose by metadata; nested runs inherit the metadata, so each is taken once. */
  readonly #chosenIds = new Set<string>();
  /** Steps sent before the conversation was known; null when the caller or the handler's option names the thread. */
  #movable: Step[] | null = [];
  /** Creates the thread of a conversation, once it is known whether that is new. */
  #createThread: ((isNew: boolean) => void) | undefined;
  #threadId: string | undefined;
  #thread: Thread | null = null;
  /** The thread that was created before a message of the user was known. */
  #unnamed: Thread | undefined;
  rootRun: Step | null = null;

  constructor(client: RecordingClient, autoThreads: AutoThreads, threadId: string | undefined) {
    this.#client = client;
    this.#autoThreads = autoThreads;
    this.#threadId = client.context.currentThread?.id ?? client.context.currentStep?.threadId ?? undefined;
    if (threadId !== undefined) this.enterThread(threadId);
    else if (this.#threadId !== undefined) this.#movable = null;
  }

  /** The thread that the handler created for the trace; null when the caller's or none surrounds it. */
  get thread(): Thread | null {
    return this.#thread;
  }

  /** Assigns the trace to the thread named by the metadata, unless the caller or the handler's option names one. */
  joinThread({ metadata, isGraph, firstMessage }: ThreadClue): void {
    const { langgraph_step: graphStep } = metadata;
    if (typeof graphStep === "number") this.#settleThread(graphStep === 0);
    if (this.#movable === null) return;
    const conversation = readConversation(metadata);
    if (conversation === undefined) return;
    const id = toThreadId(conversation);
    const first = firstMessage();
    this.#moveTo(this.#client.thread({ id }));
    this.#movable = null;
    this.#createThread = (isNew) => {
      const named = isNew ? { firstMessage: first, name: conversation } : {};
      this.#autoThreads.open({ id, ...named, metadata: toThreadMetadata(metadata) });
    };
    // The steps of a graph are numbered through all turns of its conversation.
    if (!isGraph) this.#settleThread(true);
  }

  /** Creates a thread for a trace that is in none. */
  openThread(firstMessage: string | undefined): void {
    if (this.#threadId !== undefined) return;
    const thread = this.#autoThreads.open({ firstMessage });
    this.#moveTo(thread);
    if (firstMessage === undefined) this.#unnamed = thread;
  }

  /** Names a thread that was created without a message of the user, after the first one that a model is given. */
  nameThread(firstMessage: string | undefined): void {
    if (this.#unnamed === undefined || firstMessage === undefined) return;
    this.#autoThreads.name(this.#unnamed, firstMessage);
    this.#unnamed = undefined;
  }

  /** Assigns the trace to the thread of the handler's option, unless the caller named one. */
  enterThread(id: string | undefined): void {
    if (id === undefined || this.#movable === null) return;
    const thread = this.#client.thread({ id });
    this.#client.delivery.addThread(thread);
    this.#moveTo(thread);
    this.#movable = null;
  }

  /** The run is over: the thread is created if that was left open. */
  close(): void {
    this.#settleThread(false);
  }

  /** A step of the trace, below the parent when there is one, else below the caller's current step. */
  step(data: StepConstructor, parent: Step | null): Step {
    const step = parent ? parent.step(data) : this.#client.step({ ...data, threadId: this.#threadId });
    step.threadId ??= this.#threadId;
    this.#movable?.push(step);
    return step;
  }

  /** True for the first that asks for the id. */
  chooseId(id: string): boolean {
    if (this.#chosenIds.has(id)) return false;
    this.#chosenIds.add(id);
    return true;
  }

  #settleThread(isNew: boolean): void {
    const open = this.#createThread;
    this.#createThread = undefined;
    open?.(isNew);
  }

  #moveTo(thread: Thread): void {
    this.#thread = thread;
    this.#threadId = thread.id;
    for (const step of this.#movable ?? []) {
      step.threadId = thread.id;
      this.#client.delivery.addStep(step);
    }
  }
}
