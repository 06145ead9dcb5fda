import type { JsonValue } from "../json/json-value.ts";
import { recordLimits } from "../records/limits.ts";
import type { StepOrigin } from "../records/steps.ts";
import { readPayload } from "../records/json-values.ts";
import type { GenerationWrite } from "../store/generation-record.ts";
import type { StepWrite } from "../store/steps.ts";
import { compareKeys, type LogMessages } from "./log-messages.ts";
import type { ChatMessage } from "./chat-message.ts";
import { contentRanks, stepIdOf, type EventKey, type SpanRecord, type TraceSpan } from "./trace-span.ts";
import { toList } from "./values.ts";

/** Adds messages from log records to a span. Messages in the span itself are not replaced. */
export function addLogs(span: TraceSpan, logs: readonly LogMessages[], origin: StepOrigin): TraceSpan {
  return logs.reduce((current, log) => addLog(current, log, origin), span);
}

/**
 * Creates a placeholder for a span that has not arrived, so that the messages in its log records can be stored already.
 */
export function pendingSpan({ traceId, spanId }: LogMessages): TraceSpan {
  const record: SpanRecord = {
    traceId,
    spanId,
    parentSpanId: null,
    role: null,
    startTime: null,
    endTime: null,
    responseId: null,
    sessionId: null,
    userId: null,
    usage: null,
    lendsMessages: false,
    isFailed: false,
    inputRank: 0,
    outputRank: 0,
    events: [],
    raw: {},
  };
  return { record, stored: null, write: null };
}

function addLog(span: TraceSpan, log: LogMessages, origin: StepOrigin): TraceSpan {
  const { record } = span;
  // Messages are only added to model calls. Some log records refer to the span around the call instead of the call
  // itself, and are ignored.
  if (record.role !== null && record.role !== "model") return span;
  const takesInput = log.messages.length > 0 && log.rank >= record.inputRank;
  const takesOutput = log.completion !== undefined && log.rank >= record.outputRank;
  if (!takesInput && !takesOutput) return span;
  const known = record.inputRank === contentRanks.events ? record.events : [];
  const isKnown = known.some(([time, , digest]) => time === log.key[0] && digest === log.key[2]);
  const input = takesInput && !isKnown ? mergeInput(messagesOf(span), known, log) : undefined;
  const generation: GenerationWrite = {
    type: "CHAT",
    ...(input !== undefined && { messages: readPayload("messages", [...input.messages] as JsonValue[]) }),
    ...(takesOutput && { messageCompletion: readPayload("messageCompletion", log.completion) }),
  };
  const next: SpanRecord = {
    ...record,
    inputRank: takesInput ? log.rank : record.inputRank,
    outputRank: takesOutput ? log.rank : record.outputRank,
    events: input?.events ?? record.events,
  };
  const id = stepIdOf(record.traceId, record.spanId);
  const write: StepWrite = span.write ?? {
    id,
    createdAt: origin.now,
    receivedAt: origin.now,
    apiKeyId: origin.apiKeyId,
    takesContentOfGeneration: true,
  };
  return { ...span, record: next, write: { ...write, generation: { ...write.generation, ...generation } } };
}

function messagesOf({ write, stored }: TraceSpan): readonly ChatMessage[] {
  // Stored messages are chat messages.
  return toList(write?.generation?.messages ?? stored?.generation?.messages) as ChatMessage[];
}

/**
 * Merges the messages of a log record into the messages that earlier log records added to the same call. A record with
 * all messages of the call replaces the earlier ones. The message of a record with a single message is inserted by the
 * record's time.
 */
function mergeInput(
  messages: readonly ChatMessage[],
  known: readonly EventKey[],
  { rank, key, messages: added }: LogMessages,
): { readonly messages: readonly ChatMessage[]; readonly events: readonly EventKey[] } {
  if (rank !== contentRanks.events) return { messages: added, events: [] };
  const own = messages.slice(0, known.length);
  const entries: [EventKey, ChatMessage][] = own.flatMap((message, index): [EventKey, ChatMessage][] => {
    const of = known[index];
    return of === undefined ? [] : [[of, message]];
  });
  for (const message of added) entries.push([key, message]);
  const sorted = entries.toSorted(([one], [other]) => compareKeys(one, other)).slice(0, recordLimits.templateMessages);
  return { messages: sorted.map(([, message]) => message), events: sorted.map(([of]) => of) };
}
