import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { readMessages, readState, readSystem, readToolOutput } from "../messages.ts";
import { joinCompletion, withSystem } from "../chat-message.ts";
import type { Role, SpanFacts, Usage } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { addParts, readUsage } from "../usage.ts";
import {
  below,
  first,
  fromText,
  jsonOf,
  objectOf,
  structured,
  textOf,
  toCount,
  toJsonObject,
  toTags,
  toText,
  hasBelow,
} from "../values.ts";
import { providerOfModel } from "./provider.ts";
import { settingsOf } from "./settings.ts";
import { entityInput } from "./traceloop.ts";
import { lookup } from "../lookup.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  generation: "model",
  embedding: "embedding",
  tool: "tool",
  agent: "agent",
  chain: "chain",
  span: "chain",
  retriever: "retrieval",
  evaluator: "other",
  guardrail: "other",
  event: "other",
});

const observation = "langfuse.observation.";

/** Reads spans of Langfuse's SDKs, version 3 and later. */
export function readLangfuse(span: Span): SpanFacts | null {
  const { attributes, startTime } = span;
  const type = textOf(attributes, `${observation}type`);
  if (type === undefined && !hasBelow(attributes, "langfuse.")) return null;
  const role = type === undefined ? undefined : (roles.get(type.toLowerCase()) ?? "other");
  const isModel = role === "model";
  const input = first(attributes, `${observation}input`);
  const output = first(attributes, `${observation}output`);
  const model = textOf(attributes, `${observation}model.name`);
  const parameters = objectOf(attributes, `${observation}model.parameters`);
  const began = textOf(attributes, `${observation}completion_start_time`);
  const firstToken = began === undefined ? Number.NaN : Date.parse(toText(fromText(began)) ?? "");
  // The LangChain handler stores the model in the metadata.
  const requestModel =
    toText(parameters["model"]) ?? toText(fromText(textOf(attributes, `${observation}metadata.ls_model_name`) ?? null));
  const failure = textOf(attributes, `${observation}level`) === "ERROR";
  const metadata = {
    ...readMetadata(below(attributes, "langfuse.trace.metadata.")),
    ...readMetadata(below(attributes, `${observation}metadata.`)),
  };
  const prompt = isModel ? splitTools(input) : {};
  const request = input === undefined ? {} : toJsonObject(fromText(input));
  // Langfuse's OpenAI wrapper adds fields of the model's response, such as `instructions`, to the metadata of the span.
  // If there are such fields, only the metadata of the trace are kept.
  const traced =
    metadata["object"] === "response" || metadata["instructions"] !== undefined
      ? readMetadata(below(attributes, "langfuse.trace.metadata."))
      : metadata;
  const { finish_reason: finishReason, ...own } = traced;
  return {
    role,
    provider: role === "model" || role === "embedding" ? providerOfModel(model) : undefined,
    requestModel,
    responseModel: model,
    settings:
      role === "model" || role === "embedding" ? settingsOf(parameters, { model: requestModel ?? model }) : undefined,
    tools: isModel ? (prompt.tools ?? request["tools"]) : undefined,
    messages: isModel ? withSystem(readSystem(metadata["instructions"]), readMessages(prompt.messages)) : undefined,
    completion: isModel ? joinCompletion(readMessages(output, "assistant")) : undefined,
    input: input === undefined ? undefined : readState(entityInput(structured(input)) ?? null),
    output: output === undefined ? undefined : outputOf(structured(output), role),
    usage: usageOf(jsonOf(attributes, `${observation}usage_details`)),
    timeToFirstToken: startTime === null || Number.isNaN(firstToken) ? undefined : Math.max(0, firstToken - startTime),
    finishReason: toText(finishReason),
    sessionId: textOf(attributes, "langfuse.session.id", "session.id"),
    userId: textOf(attributes, "langfuse.user.id", "user.id"),
    tags: toTags(first(attributes, "langfuse.trace.tags")),
    metadata: Object.keys(own).length > 0 ? own : undefined,
    promptName: textOf(attributes, `${observation}prompt.name`),
    promptVersion: textOf(attributes, `${observation}prompt.version`),
    error: failure ? (textOf(attributes, `${observation}status_message`) ?? "Error") : undefined,
  };
}

/** Separates the tools from the messages. The LangChain handler sends the tools as the last message. */
function splitTools(input: JsonValue | undefined): { readonly messages?: JsonValue; readonly tools?: JsonValue } {
  const read = input === undefined ? null : fromText(input);
  if (!Array.isArray(read)) return input === undefined ? {} : { messages: input };
  const tools = read.find(isTools);
  if (tools === undefined) return { messages: read };
  return { messages: read.filter((message) => message !== tools), tools: toJsonObject(tools)["content"] ?? null };
}

function isTools(message: JsonValue): boolean {
  const { content } = toJsonObject(message);
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((each) => isJsonObject(toJsonObject(each)["function"]))
  );
}

function outputOf(value: JsonValue, role: Role | undefined): JsonValue {
  return role === "tool" ? readToolOutput(value) : readState(value);
}

/** Parses metadata values. Depending on Langfuse's SDK, a value is JSON text or plain text. */
function readMetadata(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fromText(value)]));
}

/**
 * Reads token counts. Langfuse's counts `input` and `output` exclude cached and reasoning tokens, so these tokens are
 * added, unless `total` shows that they are included: it then equals `input` plus `output`. Counts with a provider's
 * names, such as `prompt_tokens`, always include them.
 */
function usageOf(details: JsonValue | undefined): Usage | undefined {
  const fields = toJsonObject(details);
  const usage = readUsage(details);
  if (usage === undefined || fields["input"] === undefined) return usage;
  const isWhole = toCount(fields["total"]) === (usage.input ?? 0) + (usage.output ?? 0);
  return isWhole ? usage : addParts(usage, true);
}
