import type { JsonValue } from "../../json/json-value.ts";
import { readMessages } from "../messages.ts";
import { joinCompletion } from "../chat-message.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import {
  first,
  fromText,
  given,
  jsonOf,
  objectOf,
  structured,
  textOf,
  toJsonObject,
  toTags,
  toText,
} from "../values.ts";
import { readProvider } from "./provider.ts";
import { settingsOf } from "./settings.ts";
import { lookup } from "../lookup.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  CHAT_MODEL: "model",
  LLM: "model",
  EMBEDDING: "embedding",
  TOOL: "tool",
  AGENT: "agent",
  WORKFLOW: "workflow",
  CHAIN: "chain",
  RETRIEVER: "retrieval",
  RERANKER: "rerank",
});

/** Reads spans of MLflow, in which every attribute is JSON. */
export function readMlflow(span: Span): SpanFacts | null {
  const { attributes } = span;
  const type = toText(jsonOf(attributes, "mlflow.spanType"));
  const inputs = first(attributes, "mlflow.spanInputs");
  const outputs = first(attributes, "mlflow.spanOutputs");
  if (type === undefined && inputs === undefined && outputs === undefined) return null;
  const role = type === undefined ? undefined : (roles.get(type.toUpperCase()) ?? "other");
  const isModel = role === "model";
  const request = toJsonObject(inputs === undefined ? undefined : fromText(inputs));
  const answer = toJsonObject(outputs === undefined ? undefined : fromText(outputs));
  const requestModel = toText(request["model"]) ?? toText(jsonOf(attributes, "model"));
  const responseModel = toText(jsonOf(attributes, "mlflow.llm.model")) ?? toText(answer["model"]);
  const isCall = isModel || role === "embedding";
  // The response contains token details that are missing in the attribute for token counts.
  const usage = isCall
    ? {
        ...given({ ...readUsage(answer["usage"]) }),
        ...given({ ...readUsage(jsonOf(attributes, "mlflow.chat.tokenUsage")) }),
      }
    : undefined;
  const [choice] = Array.isArray(answer["choices"]) ? answer["choices"] : [];
  return {
    role,
    provider: isCall
      ? readProvider(toText(jsonOf(attributes, "mlflow.llm.provider")), responseModel ?? requestModel)
      : undefined,
    requestModel,
    responseModel,
    settings: isCall ? settingsOf(request) : undefined,
    tools: jsonOf(attributes, "mlflow.chat.tools") ?? request["tools"],
    messages: isModel ? readMessages(inputs) : undefined,
    completion: isModel ? joinCompletion(readMessages(outputs, "assistant")) : undefined,
    input: role === "embedding" ? (request["input"] ?? undefined) : readValue(inputs),
    output: role === "embedding" ? undefined : readValue(outputs),
    usage,
    finishReason: isModel ? toText(toJsonObject(choice)["finish_reason"]) : undefined,
    responseId: isModel ? toText(answer["id"]) : undefined,
    sessionId: toText(fromText(textOf(attributes, "mlflow.trace.session") ?? "")),
    userId: toText(fromText(textOf(attributes, "mlflow.trace.user") ?? "")),
    tags: toTags(first(attributes, "mlflow.trace.tags")),
    metadata: metadataOf(span),
  };
}

function readValue(value: JsonValue | undefined): JsonValue | undefined {
  return value === undefined ? undefined : structured(fromText(value));
}

function metadataOf({ attributes }: Span): SpanFacts["metadata"] {
  const metadata = objectOf(attributes, "mlflow.trace.metadata", "metadata");
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}
