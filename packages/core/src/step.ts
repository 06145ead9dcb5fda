import { assignFields } from "./assign-fields.ts";
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

/**
 * One unit of work: a run, model call, tool call or message. Nothing is sent before `send()` is called or `wrap()`
 * ends.
 */
export class Step implements StepConstructor {
  readonly #client: Recorder;
  readonly #isFetched: boolean;
  /**
   * Id by which sampling decides whether the parent step is recorded. Sampling uses it for this step, too, so that both
   * steps are recorded, or neither. Undefined for a root step.
   */
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

  /**
   * Creates a step. With `ignoreContext`, the step takes no fields from the current thread, step or decoration. This is
   * used, for example, for steps that were fetched from the service.
   */
  constructor(client: Recorder, data: StepConstructor, ignoreContext = false) {
    this.#client = client;
    this.#isFetched = ignoreContext;
    assignFields(this, data);
    if (!ignoreContext) this.#takeContext();
    this.id ||= client.createId();
    if (ignoreContext) return;
    this.createdAt ??= currentTime();
    this.startTime ??= startingTime();
    if (this.isMessage()) this.endTime ??= this.startTime;
  }

  /** Client that sends the step. */
  get client(): Recorder {
    return this.#client;
  }

  /** Whether the step is a message of a user, an assistant or the system. */
  isMessage(): boolean {
    return this.type === "user_message" || this.type === "assistant_message" || this.type === "system_message";
  }

  /** Creates a child step in the same thread. */
  step(data: Omit<StepConstructor, "threadId">): Step {
    const rootRunId = this.rootRunId ?? (this.type === "run" ? this.id : undefined);
    const step = new Step(this.#client, { rootRunId, ...data, threadId: this.threadId, parentId: this.id });
    step.#rootId = this.#samplingId;
    return step;
  }

  /** Returns the step in wire format. */
  serialize(): StepInput {
    return toStepInput(this, this.#client.createId);
  }

  /**
   * Sends the step in the background. Sets `endTime` first, if it is not set. You can call it again after changing
   * fields: the service merges the new fields into the stored step. The promise resolves when the step is stored.
   * Awaiting it does not change how the step is sent.
   *
   * @throws {ThreadlineError} when the service refuses the step, does not respond after `maxRetries` retries, or has
   * not stored it within `timeoutMs`. Unless the step was refused or dropped, it stays pending and is sent again.
   */
  send(): Promise<this> {
    this.#addGlobals();
    this.endTime ??= currentTime();
    return new Sending<this>(this, this.isRecorded ? this.#client.delivery.sendStep(this) : undefined);
  }

  /**
   * Runs the callback as this step: records inside the callback belong to the step. A plain object that the callback
   * returns becomes the output. Any other value is stored under the key `output`, and undefined is ignored. If the
   * callback throws, the error is stored in `error` and rethrown.
   *
   * After the callback, the step is sent in the background. Sending neither throws nor delays the application; see the
   * client's `onError` and `flush()`.
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
    // The callback may change objects in the input. The input is copied first, so that the original values are
    // recorded.
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

  /**
   * Whether the step is recorded, according to the client's `sampleRate`. Steps of experiments and fetched steps always
   * are.
   */
  get isRecorded(): boolean {
    return this.#isFetched || this.environment === "experiment" || this.#client.isSampled(this.#samplingId);
  }

  get #samplingId(): string {
    return this.threadId ?? this.#rootId ?? this.rootRunId ?? this.id;
  }

  /**
   * Adds the client's metadata and tags. Call it before each send, because the application may have replaced `metadata`
   * or `tags` since the step was created.
   */
  #addGlobals(): void {
    if (!this.#isFetched) addGlobals(this, this.#client);
  }
}

function toOutput(output: unknown): JsonObject {
  // The cast is safe: values that JSON cannot represent are replaced when the step is sent.
  return isPlainObject(output) ? (output as JsonObject) : { output: output as JsonValue };
}

function toStepError(reason: unknown): string | Error | JsonObject {
  try {
    if (reason instanceof Error) return reason;
    // The cast is safe: values that JSON cannot represent are replaced when the step is sent.
    if (isPlainObject(reason)) return reason as JsonObject;
  } catch {
    // Inspecting `reason` has thrown an error, for example because `reason` is a proxy. `describe` can handle such a
    // value.
  }
  return describe(reason);
}
