import { assignFields } from "./assign-fields.ts";
import { Step } from "./step.ts";
import { addGlobals } from "./globals.ts";
import { Sending } from "./sending.ts";
import type { Recorder } from "./recorder.ts";
import type { Environment } from "./types/environment.ts";
import type { JsonObject, Maybe } from "./types/json.ts";
import type { ScoreFields } from "./types/scores.ts";
import type { StepConstructor } from "./types/steps.ts";
import type { ThreadConstructor, ThreadParticipant, UpsertThread } from "./types/threads.ts";
import { runWrapped, type Update } from "./wrapped-callback.ts";

/** The fields of a thread, without the methods of the class. */
export interface CleanThreadFields extends ThreadConstructor {
  id: string;
  /** Creation time, as ISO 8601; absent unless fetched. */
  createdAt?: string | undefined;
  /** Total number of tokens of the thread's generations. */
  tokenCount?: Maybe<number>;
  /** Time from the earliest start of a step to the latest end of a step, in seconds. */
  duration?: Maybe<number>;
  participant?: Maybe<ThreadParticipant>;
  /** All steps as a flat list, including nested steps. */
  steps?: Maybe<Step[]>;
  /** Scores of the thread itself, present when it was fetched by id. Scores of steps are in the steps. */
  scores?: Maybe<ScoreFields[]>;
}

/** A conversation: steps that belong together. Nothing is sent before `upsert()` is called or `wrap()` ends. */
export class Thread implements CleanThreadFields {
  readonly #client: Recorder;
  readonly #isFetched: boolean;
  readonly #isNew: boolean;
  declare id: string;
  declare participantId?: Maybe<string>;
  declare environment?: Maybe<Environment>;
  declare name?: Maybe<string>;
  declare metadata?: Maybe<JsonObject>;
  declare tags?: Maybe<string[]>;
  declare createdAt?: string | undefined;
  declare tokenCount?: Maybe<number>;
  declare duration?: Maybe<number>;
  declare participant?: Maybe<ThreadParticipant>;
  declare steps?: Maybe<Step[]>;
  /** Scores of the thread itself, present when it was fetched by id. */
  declare scores?: Maybe<ScoreFields[]>;

  /**
   * Creates a thread. With `ignoreContext`, the thread takes no fields from the context. This is used for threads that
   * were fetched from the service.
   */
  constructor(client: Recorder, data: ThreadConstructor | CleanThreadFields = {}, ignoreContext = false) {
    this.#client = client;
    this.#isFetched = ignoreContext;
    this.#isNew = !data.id;
    assignFields(this, data);
    this.id ||= client.createId();
    if (!ignoreContext) this.#takeContext();
  }

  /** Client that sends the thread. */
  get client(): Recorder {
    return this.#client;
  }

  /** Creates a step in this thread; nothing is sent yet. */
  step(data: Omit<StepConstructor, "threadId">): Step {
    return new Step(this.#client, { ...data, threadId: this.id });
  }

  /** Creates a run in this thread; nothing is sent yet. */
  run(data: Omit<StepConstructor, "threadId" | "type">): Step {
    return this.step({ ...data, type: "run" });
  }

  /** Returns the thread as an argument of `api.upsertThread`. */
  serialize(): UpsertThread {
    const { id: threadId, name, metadata, participantId, environment, tags } = this;
    return { threadId, name, metadata, participantId, environment, tags };
  }

  /**
   * Creates the thread, or updates the given fields of the stored one, in the background. The promise resolves when the
   * thread is stored. Awaiting it does not change how the thread is sent.
   *
   * @throws {ThreadlineError} when the service refuses the thread, does not respond after `maxRetries` retries, or has
   * not stored it within `timeoutMs`. Unless the thread was refused or dropped, it stays pending and is sent again.
   */
  upsert(): Promise<this> {
    this.#addGlobals();
    return new Sending<this>(this, this.isRecorded ? this.#client.delivery.sendThread(this) : undefined);
  }

  /**
   * Runs the callback in this thread: records inside the callback belong to the thread. Returns the result of the
   * callback and rethrows its error. The thread is then sent in the background, which neither throws nor delays the
   * application; see the client's `onError` and `flush()`.
   */
  wrap<Output>(
    callback: (thread: Thread) => Output | Promise<Output>,
    update?: Update<ThreadConstructor, Output>,
  ): Promise<Output> {
    const client = this.#client;
    const inside = { ...client.context, currentThread: this, currentStep: null, rootRun: null, modelCall: null };
    const endPreview = this.isRecorded ? client.delivery.previewThread(this) : undefined;
    return runWrapped({
      record: this,
      run: () => client.store.run(inside, () => callback(this)),
      update,
      send: () => {
        endPreview?.();
        this.#addGlobals();
        if (this.isRecorded) client.delivery.addThread(this);
      },
      onError: (error) => client.delivery.report(error),
    });
  }

  #takeContext(): void {
    const { environment, metadata, tags } = this.#client.context;
    if (environment) this.environment ??= environment;
    if (metadata) this.metadata = { ...this.metadata, ...metadata };
    if (tags) this.tags = [...(this.tags ?? []), ...tags];
    this.#addGlobals();
  }

  /** Whether the thread is recorded, according to the client's `sampleRate`. A fetched thread always is. */
  get isRecorded(): boolean {
    return this.#isFetched || this.#client.isSampled(this.id);
  }

  /**
   * Adds the client's metadata and tags to a new thread. If the application chose the id, the thread may already be
   * stored, and sent values replace the stored ones. The client's metadata is then added only if the application has
   * set `metadata`, and the client's tags only if the application has set `tags`.
   */
  #addGlobals(): void {
    if (this.#isFetched) return;
    addGlobals(this, this.#client, { metadata: this.#isNew || !!this.metadata, tags: this.#isNew || !!this.tags });
  }
}
