import type { Api } from "./api/api.ts";
import { createLazyApi } from "./api/lazy-api.ts";
import { type Configuration, type RecordingOptions, resolveConfiguration } from "./configuration.ts";
import { type ContextStorage, createContextStorage } from "./context/context-storage.ts";
import { EndedContexts } from "./context/ended-contexts.ts";
import { type ContextOf, EMPTY_CONTEXT } from "./context/stored-context.ts";
import { compress } from "./delivery/compress.ts";
import { Delivery, type DeliveryResult, type DeliveryStats, type FlushOptions } from "./delivery/delivery.ts";
import { createSampler } from "./delivery/sampling.ts";
import { ThreadlineError } from "./errors.ts";
import { ExperimentItemRun } from "./experiment-item-run.ts";
import { tellUnknownOptions } from "./option-names.ts";
import { Step } from "./step.ts";
import { Thread } from "./thread.ts";
import { createDeliver } from "./transport/create-deliver.ts";
import { createExchange } from "./transport/exchange.ts";
import type { JsonObject } from "./types/json.ts";
import type { StepConstructor } from "./types/steps.ts";
import type { ThreadConstructor } from "./types/threads.ts";

/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
export type StoredContext = ContextOf<Thread, Step>;

/** Context that `decorate` adds to everything recorded inside it. */
export interface Decoration {
  /** Merged over the metadata of threads and steps. */
  metadata?: JsonObject | undefined;
  /** Appended to the tags of threads and steps. */
  tags?: string[] | undefined;
  /** The id of the first step that is made without one. */
  stepId?: string | undefined;
}

/** The configuration of a client, for parts of the SDK that are not loaded with it. */
export let configurationOf: (client: RecordingClient) => Configuration;

/**
 * What records and delivers, without the code of the operations: that of `api` is loaded when it is first called. For applications
 * that only record, and for instrumentations; `Threadline` is this with everything at hand.
 *
 * @example
 * ```ts
 * import { RecordingClient } from "@threadline/core/recording";
 *
 * const client = new RecordingClient();
 * await client.run({ name: "answer" }).wrap(async () => ({ answer: "At nine." }));
 * await client.flush();
 * ```
 */
export class RecordingClient {
  static {
    configurationOf = (client) => client.#configuration;
  }

  readonly #configuration: Configuration;
  readonly #endedContexts = new EndedContexts<StoredContext>();
  /** Every operation of the service; each is awaited and rejects with a `ThreadlineError`. */
  readonly api: Api;
  /** Carries the current thread, step and decoration through asynchronous code. */
  readonly store: ContextStorage<StoredContext>;
  /** Added to the metadata of every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Added to the tags of every thread and step. */
  readonly globalTags: readonly string[];
  /** The share of threads, or of roots outside of threads, that is recorded. */
  readonly sampleRate: number;
  /** Whether what belongs to the thread or root of this id is recorded. */
  readonly isSampled: (id: string) => boolean;
  /**
   * Whether files within recorded values are uploaded: not if content is omitted or masked, since masks cannot inspect
   * files.
   */
  readonly recordsFiles: boolean;
  /** Whether a thread may be named after what a user wrote: not where inputs are left out or masked. */
  readonly namesThreads: boolean;
  /** Whether writes are silenced. */
  readonly disabled: boolean;
  /** Receives trouble of recording in the background. It never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends what `wrap` recorded. */
  readonly delivery: Delivery;

  /**
   * Reads what the options leave out from the environment: see {@link RecordingOptions}.
   *
   * @throws {ConfigError} when there is no key, or an option is unusable.
   */
  constructor(options: RecordingOptions = {}) {
    const configuration = resolveConfiguration(options);
    this.#configuration = configuration;
    const { disabled, metadata, tags, sampleRate } = configuration;
    const { mask, recordInputs = true, recordOutputs = true } = configuration.recording;
    this.namesThreads = mask === undefined && recordInputs;
    this.recordsFiles = this.namesThreads && recordOutputs;
    this.disabled = disabled;
    this.globalMetadata = metadata;
    this.globalTags = tags;
    this.sampleRate = sampleRate;
    this.isSampled = createSampler(sampleRate);
    this.store = createContextStorage();
    this.api = createLazyApi(this, configuration);
    const deliver = createDeliver(configuration, createExchange(configuration.fetch));
    this.delivery = new Delivery({
      ...configuration,
      post: async (body, limits) => deliver(await compress(body), limits),
    });
    this.onError = (error) => this.delivery.report(error);
    tellUnknownOptions(options, this.onError);
  }

  /** A thread, not sent yet. */
  thread(data?: ThreadConstructor): Thread {
    return new Thread(this, data);
  }

  /** A step of the current thread and step, not sent yet. */
  step(data: StepConstructor): Step {
    return new Step(this, data);
  }

  /** A step of type `run`, not sent yet. */
  run(data: Omit<StepConstructor, "type">): Step {
    return this.step({ ...data, type: "run" });
  }

  /** A run of an experiment, not sent yet; `experiment.log()` inside its `wrap()` is linked to it. */
  experimentItemRun(data?: Omit<StepConstructor, "type" | "name">): ExperimentItemRun {
    return new ExperimentItemRun(this, data);
  }

  /**
   * Adds metadata, tags or an id to records inside `wrap(callback)`. A nested decoration replaces the outer one. `wrap`
   * resolves to the callback's result and rejects with its error.
   */
  decorate(decoration: Decoration): { wrap<Result>(callback: () => Result | Promise<Result>): Promise<Result> } {
    const { metadata = null, tags = null, stepId = null } = decoration;
    return {
      wrap: async (callback) => {
        const inside = { ...this.context, metadata, tags, stepId: stepId === null ? null : { next: stepId } };
        return this.store.run(inside, callback);
      },
    };
  }

  /**
   * Sends pending background records immediately. Resolves when nothing is pending, or after `timeoutMs`, with the
   * outcome of all records since the client was created. Never rejects.
   */
  flush(options?: FlushOptions): Promise<DeliveryResult> {
    return this.delivery.flush(options);
  }

  /** Final `flush`: later records are dropped; pending ones are left to the spool, if there is one. */
  shutdown(options?: FlushOptions): Promise<DeliveryResult> {
    return this.delivery.shutdown(options);
  }

  /** `await using client = new Threadline()` shuts it down at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }

  /** State of the background delivery. */
  stats(): DeliveryStats {
    return this.delivery.stats();
  }

  /** The context of the caller; outside of everything, the empty one. */
  get context(): StoredContext {
    return this.#endedContexts.resolve(this.store.getStore() ?? EMPTY_CONTEXT);
  }

  /**
   * Changes the context of the rest of this asynchronous flow, until the returned function is called. For frameworks with
   * start and end callbacks; prefer `wrap` otherwise. Has no effect in runtimes that do not support it.
   */
  enterContext(change: Partial<StoredContext>): () => void {
    const outer = this.context;
    const inside = { ...outer, ...change };
    try {
      this.store.enterWith?.(inside);
    } catch {
      // Some edge runtimes have the function and refuse to run it.
    }
    // A queue may go on with other calls in the flow of one that is over; those are not for the provider's instrumentation either.
    return () => this.#endedContexts.end(inside, { ...outer, modelCall: inside.modelCall ?? outer.modelCall });
  }

  /** The thread whose `wrap` the caller is in; null outside. */
  _currentThread(): Thread | null {
    return this.context.currentThread;
  }

  /** The step whose `wrap` the caller is in; null outside. */
  _currentStep(): Step | null {
    return this.context.currentStep;
  }

  /** The id of the experiment's run whose `wrap` the caller is in; null outside. */
  _currentExperimentItemRunId(): string | null {
    return this.context.currentExperimentItemRunId;
  }

  /** The outermost run whose `wrap` the caller is in; null outside. */
  _rootRun(): Step | null {
    return this.context.rootRun;
  }

  /**
   * The thread whose `wrap` the caller is in.
   *
   * @throws {ThreadlineError} outside of a thread.
   */
  getCurrentThread(): Thread {
    return current(this.context.currentThread, "getCurrentThread", "thread.wrap()");
  }

  /**
   * The step whose `wrap` the caller is in.
   *
   * @throws {ThreadlineError} outside of a step.
   */
  getCurrentStep(): Step {
    return current(this.context.currentStep, "getCurrentStep", "step.wrap()");
  }

  /**
   * The id of the experiment's run whose `wrap` the caller is in.
   *
   * @throws {ThreadlineError} outside of one.
   */
  getCurrentExperimentItemRunId(): string {
    return current(
      this.context.currentExperimentItemRunId,
      "getCurrentExperimentItemRunId",
      "experimentItemRun().wrap()",
    );
  }

  /**
   * The outermost run whose `wrap` the caller is in.
   *
   * @throws {ThreadlineError} outside of a run.
   */
  getRootRun(): Step {
    return current(this.context.rootRun, "getRootRun", "run.wrap()");
  }
}

function current<Value>(value: Value | null, method: string, wrap: string): Value {
  if (value === null)
    throw new ThreadlineError(`${method}() was called outside of ${wrap}, or where no context is carried`);
  return value;
}
