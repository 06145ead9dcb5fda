import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { readMessages, readState } from "../messages.ts";
import { joinCompletion } from "../chat-message.ts";
import { toolCall } from "../message-parts.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import { jsonOf, objectOf, structured, textOf, toJsonObject, toList, toText } from "../values.ts";
import { settingsOf } from "./settings.ts";

const componentRoles: readonly (readonly [RegExp, Role])[] = [
  [/Generator$/u, "model"],
  [/Embedder$/u, "embedding"],
  [/Ranker$/u, "rerank"],
  [/(?:Retriever|WebSearch)$/u, "retrieval"],
  [/^ToolInvoker$/u, "tool"],
  [/Agent$/u, "agent"],
];

/** Reads spans of Haystack's own tracer. The spans have content only if the application enables content tracing. */
export function readHaystack(span: Span): SpanFacts | null {
  const { attributes, name } = span;
  const type = textOf(attributes, "haystack.component.type");
  if (type !== undefined) return readComponent(span, type);
  const isAgent = name === "haystack.agent.run";
  if (!isAgent && !attributes.has("haystack.pipeline.input_data")) return null;
  const input = jsonOf(attributes, "haystack.agent.input", "haystack.pipeline.input_data");
  const output = jsonOf(attributes, "haystack.agent.output", "haystack.pipeline.output_data");
  return {
    role: isAgent ? "agent" : "workflow",
    tools: jsonOf(attributes, "haystack.agent.tools"),
    input: input === undefined ? undefined : readState(input),
    output: output === undefined ? undefined : readState(output),
  };
}

function readComponent({ attributes }: Span, type: string): SpanFacts {
  const role = componentRoles.find(([pattern]) => pattern.test(type))?.[1] ?? "chain";
  const name = textOf(attributes, "haystack.component.name");
  const input = objectOf(attributes, "haystack.component.input");
  const output = objectOf(attributes, "haystack.component.output");
  if (role === "model") return { role, name, ...readCall(input, output) };
  if (role === "tool") return { role, name, ...readToolRun(output) };
  if (role === "embedding") {
    const meta = toJsonObject(output["meta"]);
    return {
      role,
      name,
      responseModel: toText(meta["model"]),
      input: input["text"] ?? input["documents"] ?? undefined,
      usage: readUsage(meta["usage"]),
    };
  }
  return {
    role,
    name,
    input: Object.keys(input).length > 0 ? readState(input) : undefined,
    output: Object.keys(output).length > 0 ? readState(output) : undefined,
  };
}

function readCall(input: JsonObject, output: JsonObject): SpanFacts {
  const [reply] = toList(output["replies"]);
  const replied = toJsonObject(reply);
  // Chat generators return messages, which contain their metadata. Text generators return texts, and the metadata of
  // the texts in a list of their own.
  const [apart] = toList(output["meta"]);
  const meta = toJsonObject(replied["meta"] ?? apart);
  const model = toText(meta["model"]);
  const settings = settingsOf(toJsonObject(input["generation_kwargs"]), { model });
  return {
    responseModel: model,
    settings: Object.keys(settings).length > 0 ? settings : undefined,
    tools: input["tools"],
    messages: readMessages(input["messages"] ?? input["prompt"]),
    completion: reply === undefined ? undefined : joinCompletion(readMessages([reply], "assistant")),
    usage: readUsage(meta["usage"]),
    finishReason: toText(meta["finish_reason"]),
  };
}

/**
 * Reads the calls that a tool invoker ran. For a single call, returns the name, input and output of the tool. For
 * several calls, the input is the list of calls, and the output is the list of their results.
 */
function readToolRun(output: JsonObject): SpanFacts {
  const results = toList(output["tool_messages"]).flatMap((message) =>
    toList(toJsonObject(message)["content"] ?? toJsonObject(message)["_content"]).flatMap(
      (part) => toJsonObject(part)["tool_call_result"] ?? [],
    ),
  );
  const runs = results.map((result) => {
    const { origin, result: value = null } = toJsonObject(result);
    const call = toJsonObject(origin);
    const args: JsonValue = call["arguments"] ?? null;
    return { call: toolCall(call), args, value: structured(value) };
  });
  const [only, ...others] = runs;
  if (only === undefined) return {};
  if (others.length > 0) return { input: runs.map(({ call }) => call), output: runs.map(({ value }) => value) };
  return {
    name: toText(toJsonObject(only.call["function"])["name"]),
    toolCallId: toText(only.call["id"]),
    input: only.args,
    output: only.value,
  };
}
