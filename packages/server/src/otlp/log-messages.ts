import { createHash } from "node:crypto";
import type { JsonValue } from "../json/json-value.ts";
import { readMessageEvent } from "./dialects/message-events.ts";
import { readMessages, readSystem } from "./messages.ts";
import { joinCompletion, withSystem, type ChatMessage } from "./chat-message.ts";
import type { LogRecord } from "./span.ts";
import { contentRanks, type EventKey } from "./trace-span.ts";
import { first, fromText } from "./values.ts";

export interface LogMessages {
  readonly traceId: string;
  readonly spanId: string;
  readonly rank: number;
  /** Input messages: all messages of the call, or the single message of this record. */
  readonly messages: readonly ChatMessage[];
  readonly completion: ChatMessage | undefined;
  /**
   * Identifies the record, so that a record that arrives again is not added twice. The key also orders records with a
   * single message: by time, then by index in the request.
   */
  readonly key: EventKey;
}

/**
 * Reads the messages of a GenAI event; null for other log records. `index` is the position of the record in the
 * request.
 */
export function readLogMessages(record: LogRecord, index: number): LogMessages | null {
  const { traceId, spanId, event, attributes, body } = record;
  const content = bodyOf(record);
  const digest = createHash("sha256")
    .update(JSON.stringify([event, content]))
    .digest("base64url")
    .slice(0, 12);
  const key: EventKey = [String(record.time), index, digest];
  if (event === "gen_ai.client.inference.operation.details") {
    const fields = new Map([
      ...Object.entries(typeof body === "object" && !Array.isArray(body) ? (body ?? {}) : {}),
      ...attributes,
    ]);
    const system = readSystem(first(fields, "gen_ai.system_instructions"));
    const messages = withSystem(system, readMessages(first(fields, "gen_ai.input.messages"))) ?? [];
    const completion = joinCompletion(readMessages(first(fields, "gen_ai.output.messages"), "assistant"));
    if (messages.length === 0 && completion === undefined) return null;
    return { traceId, spanId, rank: contentRanks.details, messages, completion, key };
  }
  const system = attributes.get("gen_ai.system");
  const read = readMessageEvent(event, content, system);
  // An event of Bedrock can be left without messages, because it only repeats tool results of other events. The result
  // is then not null, because the caller counts null as an ignored record.
  if (read === null || (read.messages.length === 0 && system !== "aws.bedrock")) return null;
  const completion = read.isAnswer ? joinCompletion(read.messages) : undefined;
  return { traceId, spanId, rank: contentRanks.events, messages: read.isAnswer ? [] : read.messages, completion, key };
}

function bodyOf({ body, attributes }: LogRecord): JsonValue {
  const read = fromText(body);
  if (typeof read === "object" && read !== null) return read;
  const fields = Object.fromEntries(attributes);
  return typeof read === "string" && read !== "" && fields["content"] === undefined
    ? { ...fields, content: read }
    : fields;
}

/** Compares the keys of two log records of a span by time, and then by position in the request. */
export function compareKeys([oneTime, oneIndex, one]: EventKey, [otherTime, otherIndex, other]: EventKey): number {
  if (oneTime !== otherTime) return BigInt(oneTime) < BigInt(otherTime) ? -1 : 1;
  return oneIndex - otherIndex || (one < other ? -1 : Number(one > other));
}
