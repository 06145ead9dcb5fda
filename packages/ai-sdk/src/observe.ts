import { RecordingClient } from "@threadline/core/recording";
import { unwrapFacade } from "./facade.ts";
import { type ModelKind, ModelRecorder } from "./model-recorder.ts";
import { observeAgentClass } from "./observe-agent.ts";
import type { ObserveOptions } from "./options.ts";
import { RunObserver, type SdkFunction } from "./run-observer.ts";

/**
 * Functions that call a language model, possibly several times and with tools. Maps the name of each function to
 * whether the function returns a stream.
 */
const OPERATIONS: ReadonlyMap<string, boolean> = new Map([
  ["generateText", false],
  ["streamText", true],
  ["generateObject", false],
  ["streamObject", true],
]);

/** Functions that call an image or embedding model once, without tools. */
const CALLS: ReadonlyMap<string, ModelKind> = new Map([
  ["embed", "embedding"],
  ["embedMany", "embedding"],
  ["generateImage", "image"],
  ["experimental_generateImage", "image"],
]);

const AGENTS: ReadonlySet<string> = new Set(["Experimental_Agent", "ToolLoopAgent"]);

/**
 * Returns the module with functions and agents whose calls are recorded: each call becomes a run with its model calls
 * and tools. Accepts the whole module (`import * as ai from "ai"`) or an object with some of its exports. Results,
 * streams, errors and callbacks do not change.
 *
 * @example
 * ```ts
 * import { observe } from "@threadline/ai-sdk";
 * import * as ai from "ai";
 *
 * const { generateText, streamText, embed } = observe(ai);
 * ```
 *
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function observe<Module extends object>(ai: Module, options: ObserveOptions = {}): Module {
  const client = options.client ?? new RecordingClient();
  if (client.disabled) return ai;
  const observer = new RunObserver(client, options, (id, kind) => findModel(ai, id, kind));
  const observed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(ai)) observed[name] = replaceExport(name, value, observer);
  // `observed` has all exports of `ai`, either unchanged or replaced by a value of the same type.
  return observed as Module;
}

/**
 * Returns a model that records each of its calls. Use it for frameworks that call models themselves. If the model is
 * passed to a function of {@link observe}, which also records model calls, each call is still recorded only once.
 *
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function observeModel<Model extends object>(model: Model, options: ObserveOptions = {}): Model {
  const client = options.client ?? new RecordingClient();
  return client.disabled ? model : new ModelRecorder(client, options).observe(model, kindOf(unwrapFacade(model)));
}

function kindOf(model: object): ModelKind {
  if ("doEmbed" in model) return "embedding";
  return "doStream" in model ? "language" : "image";
}

function replaceExport(name: string, value: unknown, observer: RunObserver): unknown {
  if (typeof value !== "function") return value;
  // An imported function has no `this`, so `original` can be called with any `this`.
  const original = value as SdkFunction;
  const isStream = OPERATIONS.get(name);
  if (isStream !== undefined) {
    return named(name, (options, ...rest) =>
      observer.operate(
        () => options,
        { name, isStream },
        (operation) => original.call(undefined, observer.observeOptions(options, operation), ...rest),
      ),
    );
  }
  const kind = CALLS.get(name);
  if (kind !== undefined) {
    return named(name, (options, ...rest) =>
      original.call(undefined, observer.observeModelOptions(options, kind), ...rest),
    );
  }
  return AGENTS.has(name) ? observeAgentClass(value as Parameters<typeof observeAgentClass>[0], observer) : value;
}

function named(name: string, value: SdkFunction): SdkFunction {
  return Object.defineProperty(value, "name", { value: name, configurable: true });
}

type Provider = Readonly<Record<string, ((id: string) => unknown) | undefined>>;

/**
 * Names of the provider methods that return a model. If the name differs between SDK versions, the newest name is
 * first.
 */
const FINDERS: Readonly<Record<ModelKind, readonly string[]>> = {
  language: ["languageModel"],
  embedding: ["embeddingModel", "textEmbeddingModel"],
  image: ["imageModel"],
};

/** Finds the model with an id as the SDK does: in the default provider or, if there is none, in the gateway. */
function findModel(ai: object, id: string, kind: ModelKind): unknown {
  // The SDK documents that this global is a provider.
  const chosen = Reflect.get(globalThis, "AI_SDK_DEFAULT_PROVIDER") as Provider | undefined;
  const provider = chosen ?? (ai as { gateway?: Provider }).gateway;
  const finder = FINDERS[kind].find((name) => typeof provider?.[name] === "function");
  return finder === undefined ? undefined : provider?.[finder]?.(id);
}
