import type { Step, StepConstructor, Thread, RecordingClient } from "@threadline/core";
import type { AutoThreads } from "@threadline/core/internal";
import { toThreadMetadata } from "./run-metadata.ts";
import { readConversation, toThreadId } from "./thread-id.ts";
import type { Fields } from "./values.ts";

/** Data about a starting run that are needed to find its thread. */
export interface ThreadClue {
  metadata: Fields;
  /**
   * Whether the run is a LangGraph graph. A graph numbers its steps across all turns of a conversation. So if the
   * number of its first step is 0, the conversation is new.
   */
  isGraph: boolean;
  firstMessage: () => string | undefined;
}

/** A root run with its descendants. Traces share no state, so they can run concurrently. */
export class Trace {
  readonly #client: RecordingClient;
  readonly #autoThreads: AutoThreads;
  /**
   * Step ids from metadata that were already used. Nested runs inherit the metadata, but each id may be used only once.
   */
  readonly #chosenIds = new Set<string>();
  /** Steps that must be sent again if the trace moves to another thread. Null when the thread of the trace is final. */
  #movable: Step[] | null = [];
  #createThread: ((isNew: boolean) => void) | undefined;
  #threadId: string | undefined;
  #thread: Thread | null = null;
  /** Thread without a name, because the input of the first run contained no user message. */
  #unnamed: Thread | undefined;
  rootRun: Step | null = null;

  constructor(client: RecordingClient, autoThreads: AutoThreads, threadId: string | undefined) {
    this.#client = client;
    this.#autoThreads = autoThreads;
    this.#threadId = client.context.currentThread?.id ?? client.context.currentStep?.threadId ?? undefined;
    if (threadId !== undefined) this.enterThread(threadId);
    else if (this.#threadId !== undefined) this.#movable = null;
  }

  /** Thread that was created for the trace. Null if no thread was created, for example because the caller has one. */
  get thread(): Thread | null {
    return this.#thread;
  }

  /**
   * Assigns the trace to the thread of the conversation that `metadata` names, if any. The thread stays the same if the
   * caller's context or the handler's option `threadId` has already determined it.
   */
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
    // The number of a graph's first step shows whether the conversation is new. So the thread of a graph is created
    // when that step starts. For other runs, the thread is created now.
    if (!isGraph) this.#settleThread(true);
  }

  openThread(firstMessage: string | undefined): void {
    if (this.#threadId !== undefined) return;
    const thread = this.#autoThreads.open({ firstMessage });
    this.#moveTo(thread);
    if (firstMessage === undefined) this.#unnamed = thread;
  }

  /** Names a thread that was created without a name, after the first user message that is sent to a model. */
  nameThread(firstMessage: string | undefined): void {
    if (this.#unnamed === undefined || firstMessage === undefined) return;
    this.#autoThreads.name(this.#unnamed, firstMessage);
    this.#unnamed = undefined;
  }

  /**
   * Assigns the trace to the thread with this id, which the application has set as an option of its handler. Does
   * nothing if the thread of the trace can no longer change.
   */
  enterThread(id: string | undefined): void {
    if (id === undefined || this.#movable === null) return;
    const thread = this.#client.thread({ id });
    this.#client.delivery.addThread(thread);
    this.#moveTo(thread);
    this.#movable = null;
  }

  /** Ends the trace. If its thread was not created yet, creates it. */
  close(): void {
    this.#settleThread(false);
  }

  /** Creates a step of the trace below `parent` or, without a parent, below the caller's current step. */
  step(data: StepConstructor, parent: Step | null): Step {
    const step = parent ? parent.step(data) : this.#client.step({ ...data, threadId: this.#threadId });
    step.threadId ??= this.#threadId;
    this.#movable?.push(step);
    return step;
  }

  /** Returns true if the id was not used in this trace yet, and marks it as used. */
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
