import type { Step, StepConstructor, Thread, RecordingClient } from "@threadline/core";
import type { AutoThreads } from "@threadline/core/internal";
import { toThreadMetadata } from "./run-metadata.ts";
import { readConversation, toThreadId } from "./thread-id.ts";
import type { Fields } from "./values.ts";

/** Data of a starting run that determine its thread. */
export interface ThreadClue {
  metadata: Fields;
  /** Whether the run is a LangGraph graph, whose step numbers show whether the conversation is new. */
  isGraph: boolean;
  firstMessage: () => string | undefined;
}

/** A root run with its descendants. Traces share no state, so concurrent traces do not affect each other. */
export class Trace {
  readonly #client: RecordingClient;
  readonly #autoThreads: AutoThreads;
  /**
   * Step ids from metadata that were already used. Nested runs inherit the metadata, so each id must be used only once.
   */
  readonly #chosenIds = new Set<string>();
  /**
   * Steps that were sent without a thread, and are moved to the thread when the metadata name it. Null once the thread
   * is determined.
   */
  #movable: Step[] | null = [];
  /** Creates the thread of the conversation. Called when a run shows whether the conversation is new. */
  #createThread: ((isNew: boolean) => void) | undefined;
  #threadId: string | undefined;
  #thread: Thread | null = null;
  /** Thread that was created without a name, because the input of the first run contained no user message. */
  #unnamed: Thread | undefined;
  rootRun: Step | null = null;

  constructor(client: RecordingClient, autoThreads: AutoThreads, threadId: string | undefined) {
    this.#client = client;
    this.#autoThreads = autoThreads;
    this.#threadId = client.context.currentThread?.id ?? client.context.currentStep?.threadId ?? undefined;
    if (threadId !== undefined) this.enterThread(threadId);
    else if (this.#threadId !== undefined) this.#movable = null;
  }

  /** Thread that the handler created for the trace. Null if the caller has a thread, or if the trace has no thread. */
  get thread(): Thread | null {
    return this.#thread;
  }

  /**
   * Assigns the trace to the thread that the metadata name, unless the caller or the handler's option determines the
   * thread.
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
    // Graphs number their steps across all turns of a conversation, so for graphs, the step number is checked above.
    if (!isGraph) this.#settleThread(true);
  }

  /** Creates a new thread for a trace that has none. */
  openThread(firstMessage: string | undefined): void {
    if (this.#threadId !== undefined) return;
    const thread = this.#autoThreads.open({ firstMessage });
    this.#moveTo(thread);
    if (firstMessage === undefined) this.#unnamed = thread;
  }

  /** Names a thread that was created without a name. The name is the first user message that is sent to a model. */
  nameThread(firstMessage: string | undefined): void {
    if (this.#unnamed === undefined || firstMessage === undefined) return;
    this.#autoThreads.name(this.#unnamed, firstMessage);
    this.#unnamed = undefined;
  }

  /** Assigns the trace to the thread of the handler's option, unless the caller has a thread. */
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

  /** Creates a step of the trace below the parent. Without a parent, creates it below the caller's current step. */
  step(data: StepConstructor, parent: Step | null): Step {
    const step = parent ? parent.step(data) : this.#client.step({ ...data, threadId: this.#threadId });
    step.threadId ??= this.#threadId;
    this.#movable?.push(step);
    return step;
  }

  /** Returns true when the id is requested for the first time. */
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
