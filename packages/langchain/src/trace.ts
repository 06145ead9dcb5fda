import type { JsonObject, Step, StepConstructor, Thread, RecordingClient } from "@threadline/core";
import { toThreadMetadata } from "./run-metadata.ts";
import { readConversation, toThreadId } from "./thread-id.ts";
import type { Fields } from "./values.ts";

interface ThreadFields {
  name?: string;
  metadata?: JsonObject | undefined;
}

/** A root run and all below it. No two share anything, so concurrent ones never mix. */
export class Trace {
  readonly #client: RecordingClient;
  /** Ids that the caller chose by metadata; nested runs inherit the metadata, so each is taken once. */
  readonly #chosenIds = new Set<string>();
  /** What was sent before the thread was known; null when the thread was known from the start. */
  #unthreaded: Step[] | null = [];
  #threadId: string | undefined;
  #thread: Thread | null = null;
  rootRun: Step | null = null;

  constructor(client: RecordingClient, threadId: string | undefined) {
    this.#client = client;
    this.#threadId = threadId ?? client.context.currentThread?.id ?? client.context.currentStep?.threadId ?? undefined;
    if (this.#threadId !== undefined) this.#unthreaded = null;
    if (threadId !== undefined) this.#openThread(threadId, {});
  }

  /** The thread that the handler made for the trace; null when the caller's or none surrounds it. */
  get thread(): Thread | null {
    return this.#thread;
  }

  /** Puts the whole trace into the thread that the metadata name, unless it is in one. */
  joinThread(metadata: Fields): void {
    const conversation = this.#threadId === undefined ? readConversation(metadata) : undefined;
    if (conversation === undefined) return;
    this.enterThread(toThreadId(conversation), { name: conversation, metadata: toThreadMetadata(metadata) });
  }

  /** Puts the whole trace into the thread, unless it is in one. */
  enterThread(id: string | undefined, fields: ThreadFields = {}): void {
    if (id === undefined || this.#threadId !== undefined) return;
    this.#threadId = id;
    this.#openThread(id, fields);
    for (const step of this.#unthreaded ?? []) {
      step.threadId = this.#threadId;
      this.#client.delivery.addStep(step);
    }
    this.#unthreaded = null;
  }

  /** A step of the trace, below the parent when there is one, else below the caller's current step. */
  step(data: StepConstructor, parent: Step | null): Step {
    const step = parent ? parent.step(data) : this.#client.step({ ...data, threadId: this.#threadId });
    step.threadId ??= this.#threadId;
    this.#unthreaded?.push(step);
    return step;
  }

  /** True for the first that asks for the id. */
  chooseId(id: string): boolean {
    if (this.#chosenIds.has(id)) return false;
    this.#chosenIds.add(id);
    return true;
  }

  #openThread(id: string, fields: ThreadFields): void {
    this.#thread = this.#client.thread({ id, ...fields });
    this.#client.delivery.addThread(this.#thread);
  }
}
