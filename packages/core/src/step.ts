import { assignFields } from "./assign-fields.ts";
import { createId } from "./create-id.ts";
import { currentTime, startingTime } from "./current-time.ts";
import { toStepInput } from "./api/step-input.ts";
import { copyPayload } from "./delivery/encode-record.ts";
import { isPlainObject } from "./plain-object.ts";
import type { Attachment } from "./attachment.ts";
import { addGlobals } from "./globals.ts";
import { Sending } from "./sending.ts";
import type { Recorder } from "./recorder.ts";
import type { Environment } from "./types/environment.ts";
import type { AttachmentConstructor } from "./types/files.ts";
import type { Generation } from "./types/generations.ts";
import type { JsonObject, JsonValue, Maybe } from "./types/json.ts";
import type { ScoreConstructor } from "./types/scores.ts";
import type { StepConstructor, StepInput, StepType } from "./types/steps.ts";
import { describe } from "./transport/to-json.ts";
import { runWrapped, type Update } from "./wrapped-callback.ts";

/** One piece of work: a run, a model call, a tool call, a message. Nothing is sent before `send()` or the end of `wrap()`. */
export class Step implements StepConstructor {
  readonly #client: Recorder;
  readonly #isFetched: boolean;
  /** Sampling decision of the parent steps; undefined at the root. */
  #rootId: string | undefined;
  declare id: string;
  declare name: string;
  declare type: StepType;
  declare threadId?: Maybe<string>;
  declare parentId?: Maybe<string>;
  declare rootRunId?: Maybe<string>;
  declare createdAt?: Maybe<string>;
  declare startTime?: Maybe<string>;
  declare endTime?: Maybe<string>;
  declare environment?: Maybe<Environment>;
  declare error?: Maybe<string | Error | JsonObject>;
  declare input?: Maybe<JsonObject>;
  declare output?: Maybe<JsonObject>;
  declare metadata?: Maybe<JsonObject>;
  declare tags?: Maybe<string[]>;
  declare generation?: Maybe<Generation>;
  declare scores?: Maybe<ScoreConstructor[]>;
  declare attachments?: Maybe<(Attachment | AttachmentConstructor)[]>;

  /** With `ignoreContext` the step is taken as it is, as for a step that was fetched. */
  constructor(client: Recorder, data: StepConstructor, ignoreContext = false) {
    this.#client = client;
    this.#isFetched = ignoreContext;
    assignFields(this, data);
    if (!ignoreContext) this.#takeContext();
    this.id ||= createId();
    if (ignoreContext) return;
    this.createdAt ??= currentTime();
    this.startTime ??= startingTime();
    if (this.isMessage()) this.endTime ??= this.startTime;
  }

  /** The client that the step is sent with. */
  get client(): Recorder {
    return this.#client;
  }

  /** Whether it is a message of a user, an assistant or the system. */
  isMessage(): boolean {
    return this.type === "user_message" || this.type === "assistant_message" || this.type === "system_message";
  }

  /** A step below this one, in the same thread. */
  step(data: Omit<StepConstructor, "threadId">): Step {
    const rootRunId = this.rootRunId ?? (this.type === "run" ? this.id : undefined);
    const step = new Step(this.#client, { rootRunId, ...data, threadId: this.threadId, parentId: this.id });
    step.#rootId = this.#samplingId;
    return step;
  }

  /** The step as the wire takes it. */
  serialize(): StepInput {
    return toStepInput(this);
  }

  /**
   * Sends the step as it is now, and ends it when it has no end. May be called again: the records are merged.
   * It is sent in the background, whether it is awaited or not; awaited, it resolves when the step is stored.
   *
   * @throws {ThreadlineError} when it is awaited and the service refuses the step, does not answer after `maxRetries` more requests,
   * or has not stored it within `timeoutMs`. A step that was not refused or dropped still waits, and is sent again.
   */
  send(): Promise<this> {
    this.#addGlobals();
    this.endTime ??= currentTime();
    return new Sending<this>(this, this.isRecorded ? this.#client.delivery.sendStep(this) : undefined);
  }

  /**
   * Runs the callback as this step: what is recorded inside belongs to it. Its result becomes the output (a plain object as it
   * is, anything else under `output`; undefined leaves the output alone), its error becomes `error` and is thrown again.
   * The step is then sent in the background, which never fails or delays the host: see the client's `onError` and `flush()`.
   */
  wrap<Output>(
    callback: (step: Step) => Output | Promise<Output>,
    update?: Update<Partial<StepConstructor>, Output>,
  ): Promise<Output> {
    const client = this.#client;
    const { context } = client;
    const rootRun = context.rootRun ?? (this.type === "run" ? this : null);
    this.startTime = startingTime();
    const { input } = this;
    // The callback may change what it was given.
    const given = input && this.isRecorded && !client.disabled ? (copyPayload(input) as JsonObject) : input;
    const serialize = (): StepInput => {
      const wire = this.serialize();
      if (this.input === input) wire["input"] = given;
      return wire;
    };
    const endPreview = this.isRecorded ? client.delivery.previewStep({ id: this.id, serialize }) : undefined;
    return runWrapped({
      record: this,
      run: () => client.store.run({ ...context, currentStep: this, rootRun, modelCall: null }, () => callback(this)),
      update,
      onOutput: (output) => {
        this.endTime = currentTime();
        if (output !== undefined) this.output = toOutput(output);
      },
      onFailure: (reason) => {
        this.endTime = currentTime();
        this.error ??= toStepError(reason);
      },
      send: () => {
        endPreview?.();
        this.#addGlobals();
        if (!this.isRecorded) return;
        client.delivery.addStep({ id: this.id, serialize });
      },
      onError: (error) => client.delivery.report(error),
    });
  }

  #takeContext(): void {
    const { context } = this.#client;
    if (!this.id && context.stepId?.next) {
      this.id = context.stepId.next;
      context.stepId.next = null;
    }
    this.threadId ??= context.currentThread?.id ?? context.currentStep?.threadId;
    if (this.parentId === undefined || this.parentId === context.currentStep?.id) {
      this.#rootId = context.currentStep instanceof Step ? context.currentStep.#samplingId : undefined;
    }
    const isElsewhere = context.currentStep?.threadId && context.currentStep.threadId !== this.threadId;
    if (!isElsewhere) {
      this.parentId ??= context.currentStep?.id;
      this.rootRunId ??= context.rootRun?.id;
    }
    if (context.environment) this.environment ??= context.environment;
    if (context.metadata) this.metadata = { ...this.metadata, ...context.metadata };
    if (context.tags) this.tags = [...(this.tags ?? []), ...context.tags];
    this.#addGlobals();
  }

  /** False when the sampling of the client leaves it out. Experiments are never left out, nor is what was fetched. */
  get isRecorded(): boolean {
    return this.#isFetched || this.environment === "experiment" || this.#client.isSampled(this.#samplingId);
  }

  get #samplingId(): string {
    return this.threadId ?? this.#rootId ?? this.rootRunId ?? this.id;
  }

  /** Again before each sending, since metadata and tags may have been replaced meanwhile. */
  #addGlobals(): void {
    if (!this.#isFetched) addGlobals(this, this.#client);
  }
}

function toOutput(output: unknown): JsonObject {
  // Values that JSON cannot represent are replaced when the step is sent.
  return isPlainObject(output) ? (output as JsonObject) : { output: output as JsonValue };
}

function toStepError(reason: unknown): string | Error | JsonObject {
  try {
    if (reason instanceof Error) return reason;
    // As above.
    if (isPlainObject(reason)) return reason as JsonObject;
  } catch {
    // A proxy that throws on access.
  }
  return describe(reason);
}
