import type { SpanFacts } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import { jsonOf, objectOf, toJsonObject } from "../values.ts";
import { settingsOf } from "./settings.ts";

/** Reads spans of Google's Agent Development Kit 1.x, which did not use the GenAI conventions yet. */
export function readAdk({ attributes, name, scope }: Span): SpanFacts | null {
  if (scope !== "gcp.vertex.agent" || attributes.has("gen_ai.operation.name")) return null;
  const [, agent] = /^agent_run \[(.+)\]$/u.exec(name) ?? [];
  if (agent !== undefined) return { role: "agent", name: agent };
  // Model calls are recognized by their name, because spans of failed calls have no attributes.
  if (name !== "call_llm") return {};
  const config = toJsonObject(objectOf(attributes, "gcp.vertex.agent.llm_request")["config"]);
  const { system_instruction: _system, http_options: _options, labels: _labels, ...parameters } = config;
  const usage = readUsage(objectOf(attributes, "gcp.vertex.agent.llm_response")["usage_metadata"]);
  return {
    role: "model",
    settings: settingsOf(parameters),
    tools: config["tools"] ?? jsonOf(attributes, "gen_ai.tool.definitions"),
    usage: usage && { cached: usage.cached, reasoning: usage.reasoning },
  };
}
