import { readMessages } from "../messages.ts";
import { joinCompletion } from "../chat-message.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import { below, first, fromText, given, structured, textOf, toJsonObject, toList, toText } from "../values.ts";
import { readProvider } from "./provider.ts";
import { settingsOf } from "./settings.ts";
import type { JsonValue } from "../../json/json-value.ts";
import { lookup } from "../lookup.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  model: "model",
  embedder: "embedding",
  tool: "tool",
  "tool.v2": "tool",
  flow: "agent",
  agent: "agent",
  retriever: "retrieval",
  reranker: "rerank",
});

/** Reads spans of Genkit, which sends all content as JSON in two attributes. */
export function readGenkit(span: Span): SpanFacts | null {
  const { attributes } = span;
  const type = textOf(attributes, "genkit:type");
  if (type === undefined) return null;
  const role = roles.get(textOf(attributes, "genkit:metadata:subtype") ?? "") ?? (type === "flow" ? "agent" : "chain");
  const input = first(attributes, "genkit:input");
  const output = first(attributes, "genkit:output");
  const request = toJsonObject(input === undefined ? undefined : fromText(input));
  const answer = toJsonObject(output === undefined ? undefined : fromText(output));
  const raw = toJsonObject(answer["raw"] ?? answer["custom"]);
  const name = textOf(attributes, "genkit:name");
  const model = name?.slice(name.indexOf("/") + 1);
  const isModel = role === "model";
  const isCall = isModel || role === "embedding";
  const [candidate] = toList(answer["candidates"]);
  const context = {
    ...toJsonObject(fromText(textOf(attributes, "genkit:metadata:context", "genkit:context") ?? null)),
  };
  const metadata = below(attributes, "genkit:metadata:custom:");
  return {
    role,
    name: role === "tool" || role === "agent" ? name : undefined,
    provider: isCall ? readProvider(undefined, name) : undefined,
    requestModel: isCall ? model : undefined,
    responseModel: isCall ? toText(raw["model"] ?? raw["modelVersion"]) : undefined,
    settings: isCall ? settingsOf(toJsonObject(request["config"] ?? request["options"]), { model: name }) : undefined,
    tools: isModel && toList(request["tools"]).length > 0 ? request["tools"] : undefined,
    messages: isModel ? readMessages(input) : undefined,
    completion: isModel
      ? joinCompletion(readMessages(answer["message"] ?? toJsonObject(candidate)["message"] ?? null, "assistant"))
      : undefined,
    input: role === "embedding" ? embeddedText(request["input"]) : input === undefined ? undefined : unquote(input),
    output: isCall || output === undefined ? undefined : unquote(output),
    usage: isCall
      ? { ...readUsage(raw["usage"] ?? raw["usageMetadata"]), ...given({ ...readUsage(answer["usage"]) }) }
      : undefined,
    finishReason: toText(answer["finishReason"] ?? toJsonObject(candidate)["finishReason"]),
    responseId: toText(raw["id"]),
    sessionId: textOf(attributes, "genkit:sessionId", "genkit:metadata:sessionId") ?? toText(context["sessionId"]),
    userId: textOf(attributes, "genkit:metadata:userId") ?? toText(context["userId"]),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    error: textOf(attributes, "genkit:error"),
  };
}

/** Parses JSON text. If the result is a string that contains JSON text again, parses that, too. */
function unquote(value: JsonValue): JsonValue {
  return structured(fromText(value));
}

function embeddedText(value: JsonValue | undefined): JsonValue | undefined {
  const texts = toList(value).map((document) => {
    const parts = toList(toJsonObject(document)["content"]).map((part) => toText(toJsonObject(part)["text"]) ?? "");
    return parts.length > 0 ? parts.join("") : document;
  });
  return texts.length > 1 ? texts : texts[0];
}
