import type { Generation, ITool, JsonObject } from "@threadline/core";
import { copyJson, toJsonObject, toList, toObject, toText, type Wire } from "@threadline/core/internal";
import type { MastraSpan } from "../framework.ts";
import { asMessages, readAnswer, readConversationInput, readResult } from "./messages.ts";
import { toMilliseconds } from "./read-span.ts";
import { readUsage, readUsageDetails } from "./usage.ts";

/** Parameters that are not recorded: they are not settings of the model. `headers` may also contain secrets. */
const NOT_SETTINGS = new Set(["headers", "abortSignal", "maxRetries"]);

/** A span of the type `model_generation`: a loop of model calls and tools that ends with the final response. */
export class ModelConversation {
  readonly #start: Wire;
  readonly #messages: JsonObject[];
  calls = 0;

  constructor({ attributes, input }: MastraSpan) {
    this.#start = toObject(attributes);
    this.#messages = readConversationInput(input);
  }

  get model(): string | undefined {
    return toText(this.#start["model"]);
  }

  /**
   * Converts one model call. Mastra reports complete messages only for the first call of a generation. The messages of
   * a later call are built from the responses and tool results of the earlier calls. If Mastra reports a different
   * number of messages, a processor has changed them, and the reported messages are recorded.
   */
  read(span: MastraSpan, call: ModelStepState): Generation {
    this.calls += 1;
    const reported = readReported(span.input);
    const isUnchanged = reported.length === 0 || reported.length === this.#messages.length;
    const messages = isUnchanged ? [...this.#messages] : reported;
    const answer = readAnswer(span.output);
    if (answer !== undefined) this.#messages.push(answer);
    for (const { toolCallId, toolName } of toList(toObject(span.output)["toolCalls"])) {
      const id = toText(toolCallId);
      if (id !== undefined && call.results.has(id)) this.#messages.push(readResult(id, toolName, call.results.get(id)));
    }
    return toGeneration({ span, start: this.#start, call, messages, answer });
  }
}

/** Data of a model call that is collected from its child spans. */
export interface ModelStepState {
  inference: MastraSpan | undefined;
  /** Times of the start of the inference and of its first chunk, in milliseconds. */
  inferenceStart: number | undefined;
  firstChunk: number | undefined;
  readonly results: Map<string, unknown>;
}

export function createStepState(): ModelStepState {
  return { inference: undefined, inferenceStart: undefined, firstChunk: undefined, results: new Map() };
}

export function readWholeGeneration(span: MastraSpan): Generation {
  const messages = readConversationInput(span.input);
  return toGeneration({ span, start: {}, call: createStepState(), messages, answer: readAnswer(span.output) });
}

function toGeneration({
  span,
  start,
  call,
  messages,
  answer,
}: {
  span: MastraSpan;
  start: Wire;
  call: ModelStepState;
  messages: JsonObject[];
  answer: JsonObject | undefined;
}): Generation {
  const attributes = toObject(span.attributes);
  const inference = toObject(call.inference?.attributes);
  const metadata = toObject(span.metadata);
  const { usage, finishReason } = attributes;
  const body = bodyOf(span.input);
  return {
    type: "CHAT",
    provider: providerOf(first("provider", inference, attributes, start)),
    model:
      first("responseModel", inference, attributes) ??
      toText(metadata["modelId"]) ??
      first("model", inference, attributes, start),
    settings: settingsOf(
      inference["parameters"] ?? attributes["parameters"] ?? start["parameters"],
      inference["toolChoice"],
    ),
    tools: readTools(attributes["tools"] ?? start["tools"] ?? body["tools"]),
    ...readUsage(usage),
    ttFirstToken: timeToFirstToken(span, call),
    ...(messages.length > 0 && { messages: asMessages(messages) }),
    ...(answer !== undefined && { messageCompletion: asMessages([answer])[0] }),
    ...(finishReason === "error" && { error: "The model call failed" }),
    metadata: toJsonObject({
      finishReason: toText(finishReason),
      responseId: toText(toObject(metadata["body"])["id"]) ?? toText(attributes["responseId"]),
      ...readUsageDetails(usage),
    }),
  };
}

function timeToFirstToken({ startTime, attributes }: MastraSpan, call: ModelStepState): number | undefined {
  const start = call.inferenceStart ?? toMilliseconds(startTime);
  // For the second and later calls of a generation, Mastra reports a wrong `completionStartTime`: that of the first
  // call. So the start time of the first chunk is used if it is known, and a time before `start` is ignored.
  const reported = toMilliseconds(toObject(call.inference?.attributes ?? attributes)["completionStartTime"]);
  const end = call.firstChunk ?? reported;
  return start === undefined || end === undefined || end < start ? undefined : end - start;
}

function readReported(input: unknown): JsonObject[] {
  return readConversationInput(Array.isArray(input) ? input : bodyOf(input)["messages"]);
}

/** Returns the body of the request to the provider. Only old versions report it. */
function bodyOf(input: unknown): Wire {
  const { body } = toObject(input);
  if (typeof body !== "string") return toObject(body);
  try {
    return toObject(JSON.parse(body));
  } catch {
    return {};
  }
}

function providerOf(provider: string | undefined): string | undefined {
  return provider?.split(".", 1)[0];
}

function settingsOf(parameters: unknown, toolChoice: unknown): JsonObject | undefined {
  const given = Object.entries(toObject(parameters)).filter(([key]) => !NOT_SETTINGS.has(key));
  const settings = toJsonObject({ ...Object.fromEntries(given), ...(given.length > 0 && { toolChoice }) });
  // For an object, `copyJson` returns an object.
  return settings === undefined ? undefined : (copyJson(settings) as JsonObject);
}

function readTools(value: unknown): ITool[] | undefined {
  const tools = toList(value).map(({ function: nested, ...rest }): ITool => {
    const { name, id, description, parameters, input_schema: schema } = nested === undefined ? rest : toObject(nested);
    const accepted = parameters ?? schema;
    return {
      type: "function",
      function: {
        name: toText(name) ?? toText(id) ?? "",
        ...(typeof description === "string" && { description }),
        ...(typeof accepted === "object" && accepted !== null && { parameters: copyJson(accepted) as JsonObject }),
      },
    };
  });
  return tools.length > 0 ? tools : undefined;
}

function first(key: string, ...sources: Wire[]): string | undefined {
  return sources.map((source) => toText(source[key])).find((text) => text !== undefined && text !== "");
}
