import type { JsonObject, RecordingClient } from "@threadline/core";
import { ThreadlineError } from "@threadline/core/recording";
import { AutoThreads, copyWith, dataOf, readMessages, toJsonObject, toText } from "@threadline/core/internal";
import { readFirstMessage } from "./first-message.ts";
import { type ModelKind, ModelRecorder } from "./model-recorder.ts";
import { readOptions, withoutOwnOptions } from "./observe-options.ts";
import { observeTools } from "./observe-tools.ts";
import { Operation } from "./operation.ts";
import type { ObserveOptions } from "./options.ts";

export type SdkFunction = (this: unknown, ...values: unknown[]) => unknown;

export type FindModel = (id: string, kind: ModelKind) => unknown;

interface RunOptions {
  name: string;
  /** Whether the function returns its result immediately, while the work continues. */
  isStream: boolean;
}

export class RunObserver {
  readonly #client: RecordingClient;
  readonly #options: ObserveOptions;
  readonly #models: ModelRecorder;
  readonly #autoThreads: AutoThreads | undefined;
  readonly #findModel: FindModel;
  #stepId: string | undefined;

  constructor(client: RecordingClient, options: ObserveOptions, findModel: FindModel) {
    const { name: _, stepId, ...others } = options;
    this.#client = client;
    this.#options = options;
    this.#models = new ModelRecorder(client, others);
    this.#autoThreads = (options.autoThread ?? true) ? new AutoThreads(client) : undefined;
    this.#findModel = findModel;
    this.#stepId = stepId;
  }

  /** Calls `run` with a new operation. If recording is disabled, calls it with undefined. */
  operate(
    options: () => unknown,
    { name, isStream }: RunOptions,
    run: (operation: Operation | undefined) => unknown,
  ): unknown {
    const operation = this.#safely(() => this.#start(options(), name, isStream));
    if (operation === undefined) return run(undefined);
    const failed = (error: unknown): never => {
      this.#safely(() => operation.failed(error));
      throw error;
    };
    try {
      const result = this.#client.store.run(operation.context, () => run(operation));
      if (!isThenable(result)) return result;
      const completed = (value: unknown): unknown => {
        // The operation ends with this promise only if the call returns no stream. The promise of a streaming agent
        // already resolves when the stream starts.
        if (!isStream) this.#safely(() => operation.completed());
        return value;
      };
      return result.then(completed, failed);
    } catch (error) {
      return failed(error);
    }
  }

  observeModelOptions(options: unknown, kind: ModelKind): unknown {
    return (
      this.#safely(() => {
        const model = this.#resolve(dataOf(options, "model"), kind);
        return model === undefined ? options : copyWith(options as object, "model", this.#models.observe(model, kind));
      }) ?? options
    );
  }

  /**
   * Returns a copy of the options in which the models and tools are observed. The hooks that choose models and tools
   * for later steps, such as `prepareStep`, are wrapped, too.
   */
  observeOptions<Options>(given: Options, operation: Operation | undefined): Options {
    if (operation === undefined) return given;
    return this.#safely(() => this.#observeOptions(given as Options & object, operation)) ?? given;
  }

  #observeOptions<Options extends object>(given: Options, operation: Operation): Options {
    let options = withoutOwnOptions(given);
    const model = this.#resolve(dataOf(options, "model"), "language");
    if (model !== undefined) options = copyWith(options, "model", this.#models.observe(model, "language", operation));
    const tools = dataOf(options, "tools");
    if (tools !== undefined) {
      const safely = <Result>(work: () => Result): Result | undefined => this.#safely(work);
      options = copyWith(options, "tools", observeTools(tools, { client: this.#client, safely, scope: operation }));
    }
    for (const key of ["prepareStep", "experimental_prepareStep", "prepareCall"]) {
      const prepare = dataOf(options, key);
      if (typeof prepare === "function") options = copyWith(options, key, this.#observePrepare(prepare, operation));
    }
    return options;
  }

  #observePrepare(prepare: unknown, operation: Operation): SdkFunction {
    const observed = (prepared: unknown): unknown =>
      typeof prepared === "object" && prepared !== null ? this.observeOptions(prepared, operation) : prepared;
    return function (...values) {
      const prepared = (prepare as SdkFunction).apply(this, values);
      return isThenable(prepared) ? prepared.then(observed) : observed(prepared);
    };
  }

  #start(given: unknown, name: string, isStream: boolean): Operation | undefined {
    const options = readOptions(given);
    if (!options.isRecorded || typeof given !== "object" || given === null) return undefined;
    const { tags, metadata } = this.#options;
    const stepId = options.call.stepId === undefined ? this.#stepId : undefined;
    if (stepId !== undefined) this.#stepId = undefined;
    const prompt = dataOf(given, "prompt") ?? dataOf(given, "messages");
    return new Operation({
      client: this.#client,
      autoThreads: this.#autoThreads,
      name: this.#options.name ?? name,
      options,
      stepId,
      tags,
      metadata,
      input: readInput(given),
      firstMessage: readFirstMessage(prompt),
      hasEnd: !isStream,
      isObject: name.endsWith("Object") || dataOf(given, "output") !== undefined,
    });
  }

  #resolve(model: unknown, kind: ModelKind): object | undefined {
    const found = typeof model === "string" ? this.#findModel(model, kind) : model;
    if (typeof found === "object" && found !== null) return found;
    if (typeof model === "string") {
      this.#client.onError(
        new ThreadlineError(
          `Calls to the model "${model}" are not recorded. To record models given by name, also pass the SDK's \`gateway\` to \`observe\``,
        ),
      );
    }
    return undefined;
  }

  #safely<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.#client.onError(error);
      return undefined;
    }
  }
}

function readInput(options: object): JsonObject | undefined {
  const [prompt, messages] = [dataOf(options, "prompt"), dataOf(options, "messages")];
  const list = Array.isArray(messages) ? messages : Array.isArray(prompt) ? prompt : undefined;
  return toJsonObject({
    system: toText(dataOf(options, "system") ?? dataOf(options, "instructions")),
    prompt: toText(prompt),
    messages: list && readMessages(list, "named"),
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
