import { createHash } from "node:crypto";
import { readClaudeCode } from "./dialects/claude-code.ts";
import { readCodex } from "./dialects/codex.ts";
import { readGeminiCli } from "./dialects/gemini-cli.ts";
import type { LogMessages } from "./log-messages.ts";
import { timeOf, type ReadSessionEvent } from "./session-event.ts";
import type { LogRecord, Span } from "./span.ts";
import type { Role, SpanFacts } from "./span-facts.ts";
import { contentRanks } from "./trace-span.ts";

const dialects: readonly ReadSessionEvent[] = [readClaudeCode, readCodex, readGeminiCli];

/** Result of converting a session event. It is a new span, or the response to add to the span of another event. */
export type SessionStep =
  | { readonly span: Span; readonly facts: SpanFacts & { readonly role: Role } }
  | { readonly log: LogMessages };

/**
 * Converts a log record of a session to a step; null for other records. The ids of the step are derived from the ids of
 * the event, so that receiving a record again changes nothing.
 */
export function readSessionStep(record: LogRecord): SessionStep | null {
  for (const read of dialects) {
    const event = read(record);
    if (event === null) continue;
    const { sessionId, key, facts, duration = 0, completion } = event;
    const digest = createHash("sha256")
      .update(JSON.stringify([record.scope, sessionId, key]))
      .digest("hex");
    const [traceId, spanId] = [digest.slice(0, 32), digest.slice(32, 48)];
    if (completion !== undefined) {
      const place = [String(record.time), 0, digest.slice(48, 60)] as const;
      return { log: { traceId, spanId, rank: contentRanks.details, messages: [], completion, key: place } };
    }
    const endTime = timeOf(record);
    const startTime = endTime === null || duration < 0 ? endTime : Math.max(0, endTime - duration);
    const { role = "other" } = facts;
    return { span: toSpan(record, { traceId, spanId, startTime, endTime }), facts: { ...facts, role } };
  }
  return null;
}

function toSpan(
  { attributes, resource, scope }: LogRecord,
  place: Pick<Span, "traceId" | "spanId" | "startTime" | "endTime">,
): Span {
  const name = attributes.get("event.name");
  return {
    ...place,
    parentSpanId: null,
    name: typeof name === "string" ? name : "event",
    attributes,
    events: [],
    links: [],
    isFailed: false,
    statusMessage: "",
    scope,
    resource,
  };
}

/**
 * Whether a span is ignored, because it adds nothing to the recorded session. The spans of Gemini CLI repeat its log
 * records, and most spans of opencode are internal. The response does not count ignored spans as rejected, because both
 * programs would show rejected spans to their users.
 */
export function isSkippedSpan({ resource, name }: Span): boolean {
  const service = resource.get("service.name");
  return service === "gemini-cli" || (service === "opencode" && !name.startsWith("ai."));
}

const programs: readonly string[] = ["claude-code", "gemini-cli", "opencode"];

/**
 * Whether a log record that is not a session event is ignored. Some programs send all content as session events or
 * spans, so their other log records contain no messages.
 */
export function isSkippedRecord({ resource }: LogRecord): boolean {
  const service = resource.get("service.name");
  return typeof service === "string" && (programs.includes(service) || /^codex[_-]/u.test(service));
}
