import { readMessages } from "../messages.ts";
import { joinCompletion } from "../chat-message.ts";
import type { SpanFacts } from "../span-facts.ts";
import type { Attributes, Span } from "../span.ts";
import { first, jsonOf, objectOf, structured, textOf, toJsonObject, toText } from "../values.ts";
import { settingsOf } from "./settings.ts";

/** Reads spans of Logfire's instrumentation of the OpenAI Agents SDK, whose span names are templates. */
export function readLogfireAgents({ attributes, name, scope }: Span): SpanFacts | null {
  if (scope !== "logfire.openai_agents") return null;
  const own = textOf(attributes, "name");
  if (name.startsWith("OpenAI Agents trace")) {
    return { role: "workflow", name: own, sessionId: textOf(attributes, "group_id") };
  }
  if (name.startsWith("Agent run")) return { role: "agent", name: own };
  if (name.startsWith("Function")) {
    return { role: "tool", name: own, input: valueOf(attributes, "input"), output: valueOf(attributes, "output") };
  }
  if (/^(?:Turn|Task)\b/u.test(name)) return { role: "chain", name: textOf(attributes, "logfire.msg") };
  const response = jsonOf(attributes, "response");
  const fields = toJsonObject(response);
  if (response === undefined || !Array.isArray(fields["output"])) return null;
  const input = jsonOf(attributes, "raw_input");
  return {
    messages: input === undefined ? undefined : readMessages({ instructions: fields["instructions"] ?? null, input }),
    completion: joinCompletion(readMessages(response, "assistant")),
    responseId: toText(fields["id"]),
    settings: settingsOf(objectOf(attributes, "model_settings")),
    tools: fields["tools"],
  };
}

function valueOf(attributes: Attributes, key: string): SpanFacts["input"] {
  const value = first(attributes, key);
  return value === undefined ? undefined : structured(value);
}
