import type { JsonValue } from "../../json/json-value.ts";
import { lookup } from "../lookup.ts";
import { readMessages } from "../messages.ts";
import { joinCompletion } from "../chat-message.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Attributes, Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import {
  first,
  fromText,
  hasBelow,
  jsonOf,
  numberOf,
  objectOf,
  structured,
  textOf,
  toJsonObject,
  toNumber,
  toTags,
} from "../values.ts";
import { settingsOf } from "./settings.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  llm: "model",
  tool: "tool",
  agent: "agent",
  rag: "retrieval",
  workflow: "workflow",
  span: "chain",
  chain: "chain",
  component: "chain",
  module: "chain",
  task: "chain",
});

export function readLangWatch({ attributes }: Span): SpanFacts | null {
  if (!hasBelow(attributes, "langwatch.")) return null;
  const type = textOf(attributes, "langwatch.span.type");
  const role = type === undefined ? undefined : (roles.get(type.toLowerCase()) ?? "other");
  const isModel = role === "model";
  const input = valueOf(attributes, "langwatch.input");
  const output = valueOf(attributes, "langwatch.output");
  const contexts = jsonOf(attributes, "langwatch.rag.contexts", "langwatch.rag_contexts", "langwatch.contexts");
  const metrics = toJsonObject(valueOf(attributes, "langwatch.metrics"));
  const model = textOf(attributes, "gen_ai.response.model", "gen_ai.request.model");
  const { labels, ...metadata } = {
    ...objectOf(attributes, "metadata"),
    ...objectOf(attributes, "langwatch.metadata"),
  };
  return {
    role,
    requestModel: isModel ? model : undefined,
    settings: isModel ? settingsOf(objectOf(attributes, "langwatch.params"), { model }) : undefined,
    messages: isModel ? readMessages(input) : undefined,
    completion: isModel ? joinCompletion(readMessages(output, "assistant")) : undefined,
    input: isModel ? undefined : input,
    output: isModel ? undefined : (contexts ?? output),
    usage: isModel ? readUsage(metrics) : undefined,
    timeToFirstToken: toNumber(metrics["first_token_ms"]) ?? numberOf(attributes, "langwatch.first_token_ms"),
    sessionId: textOf(attributes, "langwatch.thread.id"),
    userId: textOf(attributes, "langwatch.user.id"),
    tags: toTags(labels) ?? toTags(first(attributes, "langwatch.labels")),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  };
}

/** Reads a typed value (`{"type": "text", "value": ...}`), and returns it without the type. */
function valueOf(attributes: Attributes, key: string): JsonValue | undefined {
  const value = first(attributes, key);
  if (value === undefined) return undefined;
  const read = fromText(value);
  const fields = toJsonObject(read);
  return typeof fields["type"] === "string" && fields["value"] !== undefined ? structured(fields["value"]) : read;
}
