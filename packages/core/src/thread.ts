import { assignFields } from "./assign-fields.ts";
import { createId } from "./create-id.ts";
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
  /** When the service first stored it, as ISO 8601; absent on a thread that was not fetched. */
  createdAt?: string | undefined;
  /** Tokens of all its generations together. */
  tokenCount?: Maybe<number>;
  /** Seconds from its first to its last step. */
  duration?: Maybe<number>;
  participant?: Maybe<ThreadParticipant>;
  /** All its steps, nested ones included, in one flat list. */
  steps?: Maybe<Step[]>;
  /** The scores of the thread itself, where a single one was fetched; those of its steps are on the steps. */
  scores?: Maybe<ScoreFields[]>;
}

/** A conversation: steps that belong together. Nothing is sent before `upsert()` or the end of `wrap()`. */
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
  /** The scores of the thread itself, where it was fetched alone. */
  declare scores?: Maybe<ScoreFields[]>;

  /** With `ignoreContext` the thread is taken as it is, as for a thread that was fetched. */
  constructor(client: Recorder, data: ThreadConstructor | CleanThreadFields = {}, ignoreContext = false) {
    this.#client = client;
    this.#isFetched = ignoreContext;
    this.#isNew = !data.id;
    assignFields(this, data);
    this.id ||= createId();
    if (!ignoreContext) this.#takeContext();
  }

  /** Client that sends the thread. */
  get client(): Recorder {
    return this.#client;
  }

  /** A step of this thread. */
  step(data: Omit<StepConstructor, "threadId">): Step {
    return new Step(this.#client, { ...data, threadId: this.id });
  }

  /** A run of this thread. */
  run(data: Omit<StepConstructor, "threadId" | "type">): Step {
    return this.step({ ...data, type: "run" });
  }

  /** The thread as `api.upsertThread` takes it. */
  serialize(): UpsertThread {
    const { id: threadId, name, metadata, participantId, environment, tags } = this;
    return { threadId, name, metadata, participantId, environment, tags };
  }

  /**
   * Creates the thread, or changes the stored one with this id: a field that was not given stays as it is stored.
   * It is sent in the background, whether it is awaited or not; awaited, it resolves when the thread is stored.
   *
   * @throws {ThreadlineError} when it is awaited and the service refuses the thread, does not answer after `maxRetries` more requests,
   * or has not stored it within `timeoutMs`. A thread that was not refused or dropped still waits, and is sent again.
   */
  upsert(): Promise<this> {
    this.#addGlobals();
    return new Sending<this>(this, this.isRecorded ? this.#client.delivery.sendThread(this) : undefined);
  }

  /**
   * Runs the callback as this thread: what is recorded inside belongs to it. Its result is returned, its error thrown again.
   * The thread is then sent in the background, which never fails or delays the host: see the client's `onError` and `flush()`.
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

  /** False when the sampling of the client leaves it out. */
  get isRecorded(): boolean {
    return this.#isFetched || this.#client.isSampled(this.id);
  }

  /** Given fields replace the stored ones: a thread that is resumed by its id alone must keep what it has. */
  #addGlobals(): void {
    if (this.#isFetched) return;
    addGlobals(this, this.#client, { metadata: this.#isNew || !!this.metadata, tags: this.#isNew || !!this.tags });
  }
}
