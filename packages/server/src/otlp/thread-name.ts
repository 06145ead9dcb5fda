import { toThreadName } from "@threadline/schema/thread-name";
import type { JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import { toStorableText } from "../records/text.ts";
import { messagesOf } from "./span-content.ts";
import { stepIdOf, type SpanRecord, type TraceSpan } from "./trace-span.ts";
import { toText } from "./values.ts";

export interface ThreadName {
  readonly text: string;
  /** Whether the name is a user message, which takes precedence over the name of a root span. */
  readonly isMessage: boolean;
  /** Start of the span, in epoch milliseconds. */
  readonly time: number | null;
  readonly stepId: string;
}

/**
 * Returns the name that a span gives to its thread. This is the first user message in the span. Without a user message,
 * a root span gives its own name, and any other span gives none.
 */
export function nameOf(span: TraceSpan): ThreadName | null {
  const { record, write, stored } = span;
  const { traceId, spanId, startTime: time } = record;
  const source = { time, stepId: stepIdOf(traceId, spanId) };
  const message = toThreadName(userMessageOf(span) ?? "");
  if (message !== undefined) return { text: toStorableText(message), isMessage: true, ...source };
  if (record.parentSpanId !== null || record.role === null) return null;
  const name = toThreadName(write?.name ?? stored?.name ?? "");
  return name === undefined ? null : { text: toStorableText(name), isMessage: false, ...source };
}

/** Whether a name takes precedence over another, independent of the order of arrival. */
export function isBetterName(one: ThreadName, other: ThreadName): boolean {
  if (one.isMessage !== other.isMessage) return one.isMessage;
  const [start, otherStart] = [one.time ?? Infinity, other.time ?? Infinity];
  return start === otherStart ? one.stepId < other.stepId : start < otherStart;
}

/**
 * Whether a user message of the span would be a better thread name than `other`. If it would not be, the caller need
 * not search the span's content for a user message.
 */
export function mayNameBefore({ traceId, spanId, startTime: time }: SpanRecord, other: ThreadName): boolean {
  return isBetterName({ text: "", isMessage: true, time, stepId: stepIdOf(traceId, spanId) }, other);
}

/** Returns the text of a prompt, or of the first user message with text. Texts to embed are not messages. */
function userMessageOf(span: TraceSpan): string | undefined {
  const { record, write, stored } = span;
  if (record.role === "prompt") return textOfContent(write?.output ?? stored?.output ?? null);
  if (record.role === "embedding") return undefined;
  const messages = messagesOf(span);
  if (!Array.isArray(messages)) return undefined;
  for (const message of messages) {
    const text = isJsonObject(message) && message["role"] === "user" ? textOfContent(message) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

function textOfContent(message: JsonValue): string | undefined {
  const content = isJsonObject(message) ? message["content"] : undefined;
  if (!Array.isArray(content)) return typeof content === "string" && content.trim() !== "" ? content : undefined;
  const texts = content.flatMap((part) => (isJsonObject(part) ? (toText(part["text"]) ?? []) : []));
  return texts.find((text) => text.trim() !== "");
}
