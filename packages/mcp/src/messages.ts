import type { JsonObject } from "@threadline/core";
import { copyJson, isPlainObject } from "@threadline/core/internal";

/** A JSON-RPC message, whose fields are not trusted. */
export type Message = Readonly<Record<string, unknown>>;

export type RequestId = string | number;

/** Maximum length of a file in a result, in base64 characters. A longer file is replaced by a note. */
const MAX_FILE = 1_000_000;

export function toMessage(value: unknown): Message {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Message) : {};
}

export function readCall({ method, id }: Message): RequestId | undefined {
  return method === "tools/call" ? toId(id) : undefined;
}

export function readResponseId({ method, id }: Message): RequestId | undefined {
  return method === undefined ? toId(id) : undefined;
}

export function readCanceled({ method, params }: Message): RequestId | undefined {
  return method === "notifications/cancelled" ? toId(toMessage(params)["requestId"]) : undefined;
}

export function readTool({ params }: Message): { name: string; input: JsonObject } {
  const { name, arguments: values } = toMessage(params);
  return {
    name: typeof name === "string" && name !== "" ? name : "tool",
    input: isPlainObject(values) ? (copyJson(values) as JsonObject) : {}, // for an object, `copyJson` returns an object
  };
}

export function readResult({ result, error }: Message): { output?: JsonObject; error?: string } {
  if (error !== undefined) {
    const { code, message } = toMessage(error);
    return { error: `${String(code)}: ${String(message)}` };
  }
  const { content, structuredContent, isError } = toMessage(result);
  const parts = Array.isArray(content) ? content.map(withoutFile) : [];
  const texts = parts.map((part) => toMessage(part)["text"]).filter((text) => typeof text === "string");
  return {
    output: {
      content: copyJson(parts),
      ...(isPlainObject(structuredContent) && { structuredContent: copyJson(structuredContent) }),
    },
    ...(isError === true && { error: texts.join("\n") || "The tool failed" }),
  };
}

function withoutFile(part: unknown): unknown {
  const { data } = toMessage(part);
  return typeof data === "string" && data.length > MAX_FILE
    ? { ...toMessage(part), data: `${data.length} characters of base64` }
    : part;
}

/**
 * Returns a copy of the message with trace context in the `_meta` of its parameters. Trace context that it already has
 * is kept.
 */
export function withTrace(message: Message, headers: object): Message {
  const params = toMessage(message["params"]);
  const meta = toMessage(params["_meta"]);
  if (meta["traceparent"] !== undefined) return message;
  return { ...message, params: { ...params, _meta: { ...meta, ...headers } } };
}

export function readTrace({ params }: Message): Record<string, string> {
  const { traceparent, tracestate } = toMessage(toMessage(params)["_meta"]);
  return {
    ...(typeof traceparent === "string" && { traceparent }),
    ...(typeof tracestate === "string" && { tracestate }),
  };
}

function toId(value: unknown): RequestId | undefined {
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}
