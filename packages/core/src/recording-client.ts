import type { Api } from "./api/api.ts";
import { createLazyApi } from "./api/lazy-api.ts";
import { type Configuration, type RecordingOptions, resolveConfiguration } from "./configuration.ts";
import { type ContextStorage, createContextStorage } from "./context/context-storage.ts";
import { EndedContexts } from "./context/ended-contexts.ts";
import { type ContextOf, EMPTY_CONTEXT } from "./context/stored-context.ts";
import { createId } from "./create-id.ts";
import { compress } from "./delivery/compress.ts";
import { Delivery, type DeliveryResult, type DeliveryStats, type FlushOptions } from "./delivery/delivery.ts";
import type { Exporter } from "./delivery/exporter.ts";
import { createSampler } from "./delivery/sampling.ts";
import { ThreadlineError } from "./errors.ts";
import { ExperimentItemRun } from "./experiment-item-run.ts";
import { reportUnknownOptions } from "./option-names.ts";
import { Step } from "./step.ts";
import { Thread } from "./thread.ts";
import { createDeliver } from "./transport/create-deliver.ts";
import { createExchange } from "./transport/exchange.ts";
import type { FeedbackOptions, FeedbackToken } from "./types/feedback.ts";
import type { JsonObject } from "./types/json.ts";
import type { StepConstructor } from "./types/steps.ts";
import type { ThreadConstructor } from "./types/threads.ts";

/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
export type StoredContext = ContextOf<Thread, Step>;

/** Values that `decorate` adds to everything recorded inside it. */
export interface Decoration {
  /** Added to the metadata of threads and steps. Replaces values with the same keys. */
  metadata?: JsonObject | undefined;
  /** Appended to the tags of threads and steps. */
  tags?: string[] | undefined;
  /** Id of the first step that is created without an id. */
  stepId?: string | undefined;
}

/**
 * Returns the configuration of a client, for modules of this package that are loaded later. The class sets this
 * function in a static block, because its field `#configuration` is private.
 */
export let configurationOf: (client: RecordingClient) => Configuration;

/**
 * Client that records threads and steps, and sends them. The code of `api` is loaded at the first call of one of its
 * operations. Use it in applications that only record, and in instrumentations. `Threadline` is the same client with
 * all code loaded.
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
  /** All operations of the service. An operation that fails rejects with a `ThreadlineError`. */
  readonly api: Api;
  /** Carries the current thread, step and decoration through asynchronous code. */
  readonly store: ContextStorage<StoredContext>;
  /** Creates the id of a thread or step. */
  readonly createId: () => string = createId;
  /** Metadata added to every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Tags added to every thread and step. */
  readonly globalTags: readonly string[];
  /** Share of threads, and of root steps outside any thread, that is recorded, from 0 to 1. */
  readonly sampleRate: number;
  /** Whether the thread or root step with this id is recorded, according to `sampleRate`. */
  readonly isSampled: (id: string) => boolean;
  /**
   * Whether files within recorded values are uploaded. False if `recordInputs` or `recordOutputs` is false. Also false
   * with a `mask`, because a mask cannot inspect files.
   */
  readonly recordsFiles: boolean;
  /** Whether a thread may be named after a user's message. False with a `mask` or `recordInputs: false`. */
  readonly namesThreads: boolean;
  /** Whether the client is disabled: it sends nothing, and reads find nothing. */
  readonly disabled: boolean;
  /** Receives errors of background recording. Never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends records in the background. */
  readonly delivery: Delivery;

  /**
   * Reads missing options from environment variables; see {@link RecordingOptions}.
   *
   * @throws {ConfigError} without a key, or for an invalid option.
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
    const { exporter } = configuration;
    this.delivery = new Delivery({
      ...configuration,
      post: async (body, limits) => deliver(await compress(body), limits),
      copyTo: exporter && copyingDelivery(exporter, configuration),
    });
    this.onError = (error) => this.delivery.report(error);
    reportUnknownOptions(options, this.onError);
  }

  /** Creates a thread; nothing is sent yet. */
  thread(data?: ThreadConstructor): Thread {
    return new Thread(this, data);
  }

  /** Creates a step in the current thread and step; nothing is sent yet. */
  step(data: StepConstructor): Step {
    return new Step(this, data);
  }

  /** Creates a step of type `run`; nothing is sent yet. */
  run(data: Omit<StepConstructor, "type">): Step {
    return this.step({ ...data, type: "run" });
  }

  /**
   * Creates a run of an experiment; nothing is sent yet. `experiment.log()` inside its `wrap()` links the logged item
   * to this run.
   */
  experimentItemRun(data?: Omit<StepConstructor, "type" | "name">): ExperimentItemRun {
    return new ExperimentItemRun(this, data);
  }

  /**
   * Creates a token with which a web page scores a step or a thread without a key. The step or thread need not be
   * stored yet.
   *
   * @throws {ThreadlineError} when the service refuses the request, or is not reachable.
   */
  feedbackToken(record: Step | Thread, options?: FeedbackOptions): Promise<FeedbackToken> {
    const target = record instanceof Thread ? { threadId: record.id } : { stepId: record.id };
    return this.api.createFeedbackToken({ ...options, ...target });
  }

  /**
   * Adds metadata and tags to all threads and steps that the callback of `wrap` creates. The first step that the
   * callback creates without an id gets `stepId`. A decoration inside another one replaces it: metadata, tags and id of
   * the outer decoration do not apply in the inner callback.
   *
   * `wrap` resolves to the result of the callback, and rejects with its error.
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
   * Sends pending records immediately. Resolves when nothing is pending, or after `timeoutMs`. The result counts
   * delivered, pending and dropped records since the client was created. Never rejects.
   */
  flush(options?: FlushOptions): Promise<DeliveryResult> {
    return this.delivery.flush(options);
  }

  /** Flushes one last time. Later records are dropped. Pending records stay in the spool, if there is one. */
  shutdown(options?: FlushOptions): Promise<DeliveryResult> {
    return this.delivery.shutdown(options);
  }

  /** Shuts the client down at the end of the block: `await using client = new Threadline()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }

  /** Returns the state of background delivery. */
  stats(): DeliveryStats {
    return this.delivery.stats();
  }

  /** The current context. Empty outside any thread and step. */
  get context(): StoredContext {
    return this.#endedContexts.resolve(this.store.getStore() ?? EMPTY_CONTEXT);
  }

  /**
   * Changes the context for the code that follows in this asynchronous flow, until the returned function is called.
   * Meant for frameworks with start and end callbacks; otherwise, use `wrap`. Has no effect in runtimes without
   * `AsyncLocalStorage.enterWith`.
   */
  enterContext(change: Partial<StoredContext>): () => void {
    const outer = this.context;
    const inside = { ...outer, ...change };
    try {
      this.store.enterWith?.(inside);
    } catch {
      // In some edge runtimes, `enterWith` exists but throws. The context then stays unchanged.
    }
    // After the end, the outer context applies again, except its `modelCall`. A queue of the application may start the
    // next model call in this asynchronous flow. With the outer `modelCall`, the requests of that next call could be
    // recorded as the outer call. So the context keeps the ended `modelCall`, which can no longer be claimed.
    return () => this.#endedContexts.end(inside, { ...outer, modelCall: inside.modelCall ?? outer.modelCall });
  }

  /** Returns the current thread; null outside any. */
  _currentThread(): Thread | null {
    return this.context.currentThread;
  }

  /** Returns the current step; null outside any. */
  _currentStep(): Step | null {
    return this.context.currentStep;
  }

  /** Returns the id of the current experiment run; null outside any. */
  _currentExperimentItemRunId(): string | null {
    return this.context.currentExperimentItemRunId;
  }

  /** Returns the outermost current run; null outside any. */
  _rootRun(): Step | null {
    return this.context.rootRun;
  }

  /**
   * Returns the current thread.
   *
   * @throws {ThreadlineError} outside of a thread.
   */
  getCurrentThread(): Thread {
    return current(this.context.currentThread, "getCurrentThread", "thread.wrap()");
  }

  /**
   * Returns the current step.
   *
   * @throws {ThreadlineError} outside of a step.
   */
  getCurrentStep(): Step {
    return current(this.context.currentStep, "getCurrentStep", "step.wrap()");
  }

  /**
   * Returns the id of the current experiment run.
   *
   * @throws {ThreadlineError} outside of an experiment run.
   */
  getCurrentExperimentItemRunId(): string {
    return current(
      this.context.currentExperimentItemRunId,
      "getCurrentExperimentItemRunId",
      "experimentItemRun().wrap()",
    );
  }

  /**
   * Returns the outermost current run.
   *
   * @throws {ThreadlineError} outside of a run.
   */
  getRootRun(): Step {
    return current(this.context.rootRun, "getRootRun", "run.wrap()");
  }
}

function copyingDelivery(exporter: Exporter, configuration: Configuration): Delivery {
  const { fetch, onError } = configuration;
  return new Delivery({
    ...configuration,
    openSpool: undefined,
    receiver: "the receiver of the exporter",
    post: (body, options) => exporter.post(body, { ...options, fetch, onError }),
  });
}

function current<Value>(value: Value | null, method: string, wrap: string): Value {
  if (value === null)
    throw new ThreadlineError(
      `${method}() was called outside of ${wrap}, or this runtime does not support AsyncLocalStorage`,
    );
  return value;
}
