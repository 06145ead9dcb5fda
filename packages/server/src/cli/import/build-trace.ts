import type { Generation, JsonObject, StepConstructor } from "@threadline/core";
import { RecordError } from "../../records/errors.ts";
import { formatDateTime } from "../../records/date-time.ts";
import { settleTrace } from "../../otlp/settle-trace.ts";
import type { Span } from "../../otlp/span.ts";
import { toTraceSpan } from "../../otlp/span-step.ts";
import { stepIdOf, type TraceSpan } from "../../otlp/trace-span.ts";
import { given } from "../../otlp/values.ts";
import type { StepWrite } from "../../store/steps.ts";
import type { ImportRecord } from "./import-record.ts";

/** Data of a trace that is not in its spans. */
export interface TraceExtras {
  readonly sessionId?: string | null | undefined;
  readonly userId?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly environment?: string | undefined;
}

/**
 * Converts one trace to its thread and steps. The result has the ids and content that the OpenTelemetry receiver would
 * store for the same spans, and additionally `extras`.
 */
export function traceRecords(spans: readonly Span[], extras: TraceExtras = {}): ImportRecord[] {
  const records: ImportRecord[] = [];
  const traceSpans = spans.flatMap((span): TraceSpan[] => {
    try {
      return [
        toTraceSpan(span, { origin: { now: Date.now(), environment: null, apiKeyId: null }, keepsAttributes: true }),
      ];
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      records.push({ kind: "omission", what: "spans", reason: error.message });
      return [];
    }
  });
  const [first] = traceSpans;
  if (first === undefined) return records;
  const { writes, threads } = settleTrace(traceSpans, Date.now());
  const anyUser = traceSpans.find(({ record }) => record.userId !== null)?.record.userId ?? extras.userId ?? null;
  // The service stores the user of a trace with its thread. So a trace that has a user, but no session, gets a thread
  // of its own.
  const fallback = extras.sessionId ?? (threads.length === 0 && anyUser !== null ? first.record.traceId : null);
  const all = threads.length > 0 ? threads : fallback === null ? [] : [{ id: fallback, user: null }];
  for (const { id, user } of all) {
    const participant = user?.identifier ?? anyUser;
    if (participant !== null) records.push({ kind: "user", identifier: participant });
    records.push({
      kind: "thread",
      thread: { threadId: id, ...(participant !== null && { participantId: participant }) },
    });
  }
  for (const write of writes) records.push({ kind: "step", step: toStep(write, fallback, extras) });
  return records;
}

export function traceSpanStepId(traceId: string, spanId: string): string {
  return stepIdOf(traceId, spanId);
}

function toStep(write: StepWrite, fallback: string | null, extras: TraceExtras): StepConstructor & { id: string } {
  const { id, parentId, rootRunId, threadId, type, name, startTime, startMicros = 0, endTime, error } = write;
  const { input, output, metadata, environment, tags, generation } = write;
  const isRoot = rootRunId == null;
  const allTags = [...new Set([...(tags ?? []), ...(isRoot ? (extras.tags ?? []) : [])])];
  // Cast below, because the step has the API's format, but the SDK's types are stricter.
  return {
    id,
    type: type ?? "undefined",
    name: name ?? "",
    metadata: { ...metadata, ...(isRoot ? extras.metadata : undefined) },
    ...given({
      parentId: parentId ?? undefined,
      rootRunId: rootRunId ?? undefined,
      threadId: threadId ?? fallback ?? undefined,
      startTime: startTime == null ? undefined : withMicros(startTime, startMicros),
      endTime: endTime == null ? undefined : formatDateTime(endTime),
      error: error ?? undefined,
      input: input ?? undefined,
      output: output ?? undefined,
      environment: environment ?? extras.environment,
      tags: allTags.length > 0 ? allTags : undefined,
    }),
    ...(generation != null && { generation: generation as Generation }),
  } as StepConstructor & { id: string };
}

function withMicros(milliseconds: number, micros: number): string {
  const digits = String(Math.floor(micros)).padStart(3, "0");
  return formatDateTime(milliseconds).replace("Z", micros > 0 ? `${digits}Z` : "Z");
}
