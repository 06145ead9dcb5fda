import type { JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { readMessages } from "../messages.ts";
import { type ChatMessage } from "../chat-message.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { below, first, fromText, given, jsonOf, structured, textOf, toList, toTags, toText } from "../values.ts";
import { toolCall } from "../message-parts.ts";
import { lookup } from "../lookup.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  agent_run: "agent",
  workflow_run: "workflow",
  model_generation: "chain",
  model_step: "chain",
  model_inference: "model",
  model_chunk: "other",
  tool_call: "tool",
  mcp_tool_call: "tool",
});

/**
 * Reads spans of Mastra's exporter. In a trace with inference spans, each of them is a model call. Its messages are in
 * the step span around it. In a trace without inference spans, the generation span is the model call, and has the
 * messages itself.
 */
export function readMastra(span: Span): SpanFacts | null {
  const { attributes, startTime } = span;
  const type = textOf(attributes, "mastra.span.type");
  const sent = below(attributes, "mastra.metadata.");
  if (type === undefined && Object.keys(sent).length === 0) return null;
  const hasUsage = attributes.has("gen_ai.usage.input_tokens");
  // A generation span has token counts only if the trace has no inference spans. The generation span is then the model
  // call.
  const role = type === "model_generation" && hasUsage ? "model" : roles.get(type ?? "");
  const input = first(attributes, `mastra.${type}.input`);
  const output = first(attributes, `mastra.${type}.output`);
  const lends = type === "model_step" || type === "model_generation";
  const began = Date.parse(textOf(attributes, "mastra.completion_start_time") ?? "");
  const finish = toText(toList(jsonOf(attributes, "gen_ai.response.finish_reasons"))[0]);
  const {
    sessionId,
    threadId,
    userId,
    resourceId,
    runId: _run,
    headers: _headers,
    body: _body,
    modelMetadata: _model,
    ...metadata
  } = sent;
  return {
    role: role ?? (type === undefined ? undefined : "chain"),
    messages: lends || role === "model" ? readMessages(input) : undefined,
    completion: lends || role === "model" ? completionOf(output) : undefined,
    input: input === undefined || lends ? undefined : structured(input),
    output: output === undefined || lends ? undefined : outputOf(output),
    // In later calls of a run, the exporter still sends the time of the first call, which is before `startTime`. It is
    // ignored.
    timeToFirstToken: startTime !== null && began >= startTime ? began - startTime : undefined,
    sessionId: toText(sessionId ?? threadId),
    userId: toText(userId ?? resourceId),
    tags: toTags(first(attributes, "mastra.tags")),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    error: finish === "error" ? "The model call failed" : undefined,
    lendsMessages: type === "model_step" || undefined,
  };
}

function completionOf(output: JsonValue | undefined): ChatMessage | undefined {
  const answer = output === undefined ? undefined : fromText(output);
  if (!isJsonObject(answer)) return undefined;
  const calls = toList(answer["toolCalls"]).flatMap((call) => (isJsonObject(call) ? [toolCall(call)] : []));
  const text = toText(answer["text"]);
  if (text === undefined && calls.length === 0) return undefined;
  return { role: "assistant", content: text ?? null, ...given({ tool_calls: calls.length > 0 ? calls : undefined }) };
}

/** Returns the output of an agent without its empty lists. If only the text is left, returns the text. */
function outputOf(output: JsonValue): JsonValue {
  const answer = structured(output);
  if (!isJsonObject(answer)) return answer;
  const kept = Object.entries(answer).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  const [only] = kept;
  return kept.length === 1 && only?.[0] === "text" ? only[1] : Object.fromEntries(kept);
}
