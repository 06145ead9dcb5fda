import type { JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import type { GenerationWrite } from "../store/generation-record.ts";
import type { StepWrite } from "../store/steps.ts";
import { completionOf, messagesOf } from "./span-content.ts";
import { typeOf, under } from "./span-step.ts";
import { threadsOf, type ThreadFacts } from "./thread-facts.ts";
import { contentRanks, stepIdOf, toOtel } from "./trace-span.ts";
import type { SpanRecord, TraceSpan } from "./trace-span.ts";
import { TraceTree } from "./trace-tree.ts";
import { toList } from "./values.ts";

export interface SettledTrace {
  readonly writes: readonly StepWrite[];
  readonly threads: readonly ThreadFacts[];
}

/**
 * Completes the steps of a trace with the data that depend on several of its spans: thread, root, and messages that a
 * call takes from other spans. If several spans report the same call, only one of them is recorded as a call. The
 * result depends on the set of spans, and not on their order of arrival.
 */
export function settleTrace(spans: readonly TraceSpan[], now: number): SettledTrace {
  const tree = new TraceTree(spans.map(({ record }) => record));
  const byId = new Map(spans.map((span) => [span.record.spanId, span]));
  const writes = spans.flatMap((span) => settleSpan(span, { tree, byId, now }) ?? []);
  return { writes, threads: threadsOf(spans, tree) };
}

interface Surroundings {
  readonly tree: TraceTree;
  readonly byId: ReadonlyMap<string, TraceSpan>;
  readonly now: number;
}

function settleSpan(span: TraceSpan, { tree, byId, now }: Surroundings): StepWrite | null {
  const { stored, write } = span;
  const isCall = tree.isCall(span.record);
  const borrowed = isCall ? borrow(span, tree, byId) : null;
  const record = borrowed?.record ?? span.record;
  const root = tree.rootOf(record);
  const place = {
    threadId: tree.sessionOf(record),
    rootRunId: root === record.spanId ? null : stepIdOf(record.traceId, root),
  };
  const type = typeOf(isCall || !isModelRole(record) ? record.role : "other", record.parentSpanId === null);
  const isDemoted = isModelRole(record) && !isCall;
  const generation = generationOf(span, { isCall, borrowed: borrowed?.generation });
  if (write !== null) {
    // If a span is not recorded as a call, its step has no generation. The generation's messages, including stored
    // ones, become the input and output of the step.
    const content = isDemoted ? contentOf(span) : {};
    return {
      ...write,
      ...content,
      ...(record.role === null ? {} : { type }),
      ...(place.threadId !== null && { threadId: place.threadId }),
      rootRunId: place.rootRunId,
      metadata: { ...(write.metadata ?? stored?.metadata), otel: toOtel(record) },
      ...(generation !== undefined && { generation }),
    };
  }
  if (stored === null) return null;
  const isMoved =
    (place.threadId !== null && place.threadId !== stored.threadId) || place.rootRunId !== stored.rootRunId;
  const isOther = stored.type !== type && record.role !== null;
  if (!isMoved && !isOther && generation === undefined) return null;
  return {
    id: stored.id,
    createdAt: now,
    type,
    ...(place.threadId !== null && { threadId: place.threadId }),
    rootRunId: place.rootRunId,
    ...(isDemoted ? contentOf(span) : {}),
    ...(generation !== undefined && { generation, takesContentOfGeneration: true }),
    ...(borrowed && { metadata: { ...stored.metadata, otel: toOtel(record) } }),
  };
}

function isModelRole({ role }: SpanRecord): boolean {
  return role === "model" || role === "embedding";
}

/**
 * Returns the generation to write. Null removes the stored generation, because the span is not recorded as a call.
 * Undefined leaves it unchanged.
 */
function generationOf(
  { record, stored, write }: TraceSpan,
  { isCall, borrowed }: { isCall: boolean; borrowed: GenerationWrite | undefined },
): GenerationWrite | null | undefined {
  if (isCall) {
    return borrowed === undefined ? (write?.generation ?? undefined) : { ...write?.generation, ...borrowed };
  }
  if (record.role === null) return write?.generation ?? undefined;
  return stored?.generation == null ? (write?.generation == null ? undefined : null) : null;
}

function contentOf(span: TraceSpan): Pick<StepWrite, "input" | "output"> {
  const messages = messagesOf(span);
  const completion = completionOf(span);
  return {
    ...(messages !== null && { input: under(messages as never) }),
    ...(completion !== null && { output: completion }),
  };
}

interface Borrowed {
  readonly record: SpanRecord;
  readonly generation: GenerationWrite;
}

function borrow(span: TraceSpan, tree: TraceTree, byId: ReadonlyMap<string, TraceSpan>): Borrowed | null {
  let { record } = span;
  let generation: GenerationWrite = {};
  const second = tree.secondHalfOf(record);
  const half = second === null ? undefined : byId.get(second);
  const completed = half === undefined ? null : completionOf(half);
  if (half !== undefined && completed !== null && record.outputRank <= contentRanks.lent) {
    const { input, output, cached, cacheWrite, reasoning } = half.record.usage ?? {};
    const known = span.write?.generation?.metadata ?? span.stored?.generation?.metadata;
    generation = {
      messageCompletion: completed,
      ...(input !== undefined && { inputTokenCount: input }),
      ...(output !== undefined && { outputTokenCount: output }),
      metadata: {
        ...(isJsonObject(known) ? known : {}),
        ...(cached !== undefined && { cachedTokenCount: cached }),
        ...(cacheWrite !== undefined && { cacheWriteTokenCount: cacheWrite }),
        ...(reasoning !== undefined && { reasoningTokenCount: reasoning }),
      },
    };
    record = { ...record, outputRank: contentRanks.lent };
  }
  for (const lender of tree.lendersOf(record)) {
    const of = byId.get(lender);
    if (of === undefined) continue;
    const messages = record.inputRank <= contentRanks.lent ? messagesOf(of) : null;
    if (messages !== null && generation.messages === undefined) {
      generation = { ...generation, messages: messages };
      record = { ...record, inputRank: contentRanks.lent };
    }
    const completion = record.outputRank <= contentRanks.lent || isBlank(completionOf(span)) ? completionOf(of) : null;
    if (completion !== null && generation.messageCompletion === undefined) {
      generation = { ...generation, messageCompletion: completion };
      record = { ...record, outputRank: Math.max(record.outputRank, contentRanks.lent) };
    }
  }
  return isUnchanged(span, generation) ? null : { record, generation };
}

function isUnchanged({ stored, write }: TraceSpan, generation: GenerationWrite): boolean {
  if (write !== null) return Object.keys(generation).length === 0;
  const known = stored?.generation;
  return Object.entries(generation).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(known?.[field as keyof typeof known]),
  );
}

function isBlank(message: JsonValue): boolean {
  if (!isJsonObject(message)) return true;
  const { content, tool_calls: calls, reasoning_content: reasoning } = message;
  return (content === null || content === "") && toList(calls).length === 0 && reasoning === undefined;
}
