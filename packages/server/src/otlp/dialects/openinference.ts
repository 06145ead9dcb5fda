import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { readMessages, readState, readToolOutput } from "../messages.ts";
import { type ChatMessage, isBlank, joinCompletion } from "../chat-message.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Attributes, Span } from "../span.ts";
import {
  first,
  fromText,
  given,
  indexed,
  jsonOf,
  numberOf,
  objectOf,
  structured,
  textOf,
  toCount,
  toJsonObject,
  toList,
  toTags,
  toText,
  hasBelow,
} from "../values.ts";
import { readUsage } from "../usage.ts";
import { readProvider } from "./provider.ts";
import { settingsOf } from "./settings.ts";
import { lookup } from "../lookup.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  LLM: "model",
  EMBEDDING: "embedding",
  TOOL: "tool",
  AGENT: "agent",
  CHAIN: "chain",
  RETRIEVER: "retrieval",
  RERANKER: "rerank",
});

/** Reads spans of OpenInference, from Arize Phoenix's instrumentations and from others that use the same attributes. */
export function readOpenInference(span: Span): SpanFacts | null {
  const { attributes } = span;
  const kind = textOf(attributes, "openinference.span.kind")?.toUpperCase();
  const isOwn = kind !== undefined || attributes.has("input.value") || attributes.has("output.value");
  if (!isOwn && !attributes.has("llm.model_name")) return attributes.has("session.id") ? readContext(attributes) : null;
  const reply = kind === "CHAIN" ? readReply(span) : null;
  const role = reply !== null ? "model" : kind === undefined ? undefined : (roles.get(kind) ?? "other");
  const parameters = objectOf(attributes, "llm.invocation_parameters", "embedding.invocation_parameters");
  const input = indexed(attributes, "llm.input_messages").map(unwrap);
  const output = indexed(attributes, "llm.output_messages").map(unwrap);
  const isModel = role === "model";
  const isCall = !isModel || reply !== null || isModelCall(span, input.length > 0 || output.length > 0);
  const value = first(attributes, "input.value");
  const result = first(attributes, "output.value");
  const named = textOf(attributes, "llm.response.model_name", "llm.model_name", "embedding.model_name");
  const model = reply?.model ?? named ?? textOf(attributes, "reranker.model_name");
  const requestModel =
    textOf(attributes, "llm.request.model_name") ?? toText(parameters["model"]) ?? toText(parameters["model_name"]);
  const completion = joinCompletion(readMessages(output, "assistant")) ?? reply?.completion;
  const settings = settingsOf(parameters, {
    model: requestModel ?? model,
  });
  const template = textOf(attributes, "llm.prompt_template.template");
  return {
    role: isCall ? role : "other",
    name: textOf(attributes, "tool.name", "agent.name") ?? agentNode(span, role) ?? functionName(span, role),
    provider: readProvider(textOf(attributes, "llm.provider", "llm.system"), model),
    requestModel,
    responseModel: isCall ? model : undefined,
    settings: Object.keys(settings).length > 0 ? settings : undefined,
    tools: toolsOf(span),
    messages: messagesOf(readMessages(input), isModel && isCall ? value : undefined, {
      isComplete: attributes.has(`llm.input_messages.${input.length - 1}.message.role`),
    }),
    completion: isCall && isBlank(completion) ? undefined : completion,
    input: readInput(span, role),
    output: readOutput(span, role),
    usage: reply?.usage ?? (isCall ? usageOf(span, role) : undefined),
    timeToFirstToken: firstTokenTime(span),
    finishReason: textOf(attributes, "llm.finish_reason") ?? reply?.finishReason,
    responseId: toText(toJsonObject(isModel && result !== undefined ? fromText(result) : null)["id"]),
    toolCallId: textOf(attributes, "tool.id", "tool_call.id"),
    ...readContext(attributes),
    promptName: textOf(attributes, "prompt.name", "prompt.id", ...(template ? ["llm.prompt_template.name"] : [])),
    promptVersion: textOf(attributes, "llm.prompt_template.version", "prompt.version"),
  };
}

/**
 * Reads attributes such as `session.id`, which functions like `using_session` add to spans. Spans of other
 * instrumentations may also have these attributes.
 */
function readContext(attributes: Attributes): SpanFacts {
  const metadata = jsonOf(attributes, "metadata");
  return {
    sessionId: textOf(attributes, "session.id"),
    userId: textOf(attributes, "user.id"),
    tags: toTags(first(attributes, "tag.tags")),
    metadata: metadata === undefined ? undefined : toJsonObject(metadata),
  };
}

function readInput(span: Span, role: Role | undefined): JsonValue | undefined {
  if (role === "embedding") return embeddedText(span);
  const value = first(span.attributes, "input.value");
  if (role === "rerank") {
    const query = textOf(span.attributes, "reranker.query");
    const documents = documentsOf(span, "reranker.input_documents");
    if (documents.length > 0) return { ...(query !== undefined && { query }), documents };
  }
  return value === undefined ? undefined : readState(inputOf(structured(value), role));
}

function readOutput(span: Span, role: Role | undefined): JsonValue | undefined {
  if (role === "embedding") return undefined;
  const found =
    role === "retrieval"
      ? documentsOf(span, "retrieval.documents")
      : role === "rerank"
        ? documentsOf(span, "reranker.output_documents")
        : [];
  if (found.length > 0) return found;
  const value = first(span.attributes, "output.value");
  return value === undefined ? undefined : readState(outputOf(structured(value), role));
}

function documentsOf({ attributes }: Span, prefix: string): JsonObject[] {
  return indexed(attributes, prefix).map((each) => {
    const { content, metadata, ...rest } = toJsonObject(toJsonObject(each)["document"]);
    return given({ content, ...rest, metadata: metadata === undefined ? undefined : fromText(metadata) });
  });
}

interface Reply {
  readonly model: string | undefined;
  readonly usage: SpanFacts["usage"];
  readonly finishReason: string | undefined;
  readonly completion: SpanFacts["completion"];
}

/**
 * Reads the answer of a Haystack generator. Its span has the kind CHAIN, so only the output identifies it as a model
 * call.
 */
function readReply({ attributes }: Span): Reply | null {
  const [reply] = toList(objectOf(attributes, "output.value")["replies"]);
  const fields = toJsonObject(reply);
  const meta = toJsonObject(fields["meta"] ?? fields["_meta"]);
  const usage = readUsage(meta["usage"]);
  if (usage === undefined) return null;
  const content = fields["content"] ?? fields["_content"] ?? null;
  return {
    model: toText(meta["model"]),
    usage,
    finishReason: toText(meta["finish_reason"]),
    completion: joinCompletion(
      readMessages([{ role: "assistant", content, tool_calls: fields["tool_calls"] ?? null }], "assistant"),
    ),
  };
}

/**
 * Returns the messages of a call from its numbered attributes (`llm.input_messages.0` and so on). Some instrumentations
 * leave out messages, or their content, in these attributes. In this case, returns the messages in `value`, which is
 * the complete input.
 */
function messagesOf(
  numbered: readonly ChatMessage[] | undefined,
  value: JsonValue | undefined,
  { isComplete }: { readonly isComplete: boolean },
): readonly ChatMessage[] | undefined {
  if (numbered !== undefined && isComplete && !numbered.some(isBlank)) return numbered;
  const whole = value === undefined ? undefined : readMessages(value);
  if (numbered === undefined || whole === undefined) return numbered ?? whole;
  const isSame = whole.length === numbered.length && whole.every(({ role }, index) => role === numbered[index]?.role);
  return isSame || (!isComplete && whole.length > numbered.length) ? whole : numbered;
}

function unwrap(message: unknown): JsonObject {
  const fields = toJsonObject(message as JsonObject);
  const inner = toJsonObject(fields["message"] ?? fields);
  const text = inner["role"] === "tool-call" ? (toText(readMessages([inner])?.[0]?.["content"]) ?? "") : "";
  const [, written] = /^Calling tools:\s*(\[[\s\S]*)$/u.exec(text) ?? [];
  const calls = written === undefined ? [] : toList(structured(written)).filter(isJsonObject);
  // smolagents writes tool calls into the text of a message. If the text contains tool calls, the message is read as
  // these calls, without the text.
  return calls.length > 0 ? { role: "assistant", tool_calls: calls } : inner;
}

/**
 * Whether a span of the kind LLM is a model call. Some spans of this kind only prepare a call: they have no messages,
 * no tokens and no error.
 */
function isModelCall({ attributes, isFailed }: Span, hasMessages: boolean): boolean {
  if (hasMessages || isFailed) return true;
  return hasBelow(attributes, "llm.token_count.") || hasBelow(attributes, "llm.prompts");
}

function usageOf({ attributes }: Span, role: Role | undefined): SpanFacts["usage"] {
  if (role !== "model" && role !== "embedding") return undefined;
  const count = (key: string): number | undefined => toCount(attributes.get(`llm.token_count.${key}`));
  return {
    input: count("prompt") ?? (role === "embedding" ? (count("total") ?? embeddedTokens(attributes)) : undefined),
    output: count("completion"),
    cached: count("prompt_details.cache_read") ?? count("prompt_details.cache_input"),
    cacheWrite: count("prompt_details.cache_write"),
    reasoning: count("completion_details.reasoning"),
  };
}

/** Reads the tokens of an embedding. Haystack's embedders report them only in the output. */
function embeddedTokens(attributes: Attributes): number | undefined {
  const output = objectOf(attributes, "output.value");
  return readUsage(toJsonObject(output["meta"])["usage"] ?? output["usage"])?.input;
}

function toolsOf({ attributes }: Span): SpanFacts["tools"] {
  const tools = indexed(attributes, "llm.tools").map((each) => {
    const tool = toJsonObject(toJsonObject(each)["tool"]);
    return fromText(tool["json_schema"] ?? tool);
  });
  return tools.length > 0 ? tools : undefined;
}

function embeddedText({ attributes }: Span): SpanFacts["input"] {
  const texts = indexed(attributes, "embedding.embeddings").flatMap((each) => {
    const text = toText(toJsonObject(toJsonObject(each)["embedding"])["text"]);
    return text === undefined ? [] : [text];
  });
  if (texts.length > 0) return texts.length === 1 ? texts[0] : texts;
  const value = jsonOf(attributes, "input.value");
  const fields = toJsonObject(value);
  return fields["input"] ?? fields["text"] ?? fields["texts"] ?? fields["query"] ?? value;
}

function inputOf(value: JsonValue, role: Role | undefined): JsonValue {
  if (role !== "tool" || !isJsonObject(value) || !isJsonObject(value["kwargs"])) return value;
  const args = toList(value["args"]);
  return args.length === 0 &&
    Object.keys(value).every((key) => ["args", "kwargs", "sanitize_inputs_outputs"].includes(key))
    ? value["kwargs"]
    : value;
}

function outputOf(value: JsonValue, role: Role | undefined): JsonValue {
  if (role !== "tool" || !isJsonObject(value)) return value;
  if (value["raw_output"] !== undefined) return structured(value["raw_output"]);
  return readToolOutput(value);
}

function firstTokenTime({ events, startTime, attributes }: Span): number | undefined {
  const event = events.find(({ name }) => /first[ _]token|first_chunk/iu.test(name));
  if (event?.time !== null && event !== undefined && startTime !== null) return Math.max(0, event.time - startTime);
  const seconds = numberOf(attributes, "llm.time_to_first_token");
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Returns the name of a tool or agent, derived from the span name `NAME.method`. */
function functionName({ name }: Span, role: Role | undefined): string | undefined {
  const [, short] = /^(.+)\.(?:__call__|a?call|a?invoke|a?run|forward|on_messages(?:_stream)?)$/u.exec(name) ?? [];
  return role === "tool" || role === "agent" ? short : undefined;
}

function agentNode({ attributes }: Span, role: Role | undefined): string | undefined {
  return role === "agent" ? textOf(attributes, "graph.node.id") : undefined;
}
