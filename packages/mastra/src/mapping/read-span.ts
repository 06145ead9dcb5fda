import type { JsonObject, StepType } from "@threadline/core";
import { copyJson, isPlainObject, toJsonObject, toObject, toText, type Wire } from "@threadline/core/internal";
import type { MastraSpan } from "../framework.ts";

/** Types of the steps of spans; others are `undefined`. */
const types: ReadonlyMap<string, StepType> = new Map<string, StepType>([
  ["agent_run", "run"],
  ["workflow_run", "run"],
  ["model_generation", "llm"],
  ["model_step", "llm"],
  ["tool_call", "tool"],
  ["mcp_tool_call", "tool"],
  ["client_tool_call", "tool"],
  ["provider_tool_call", "tool"],
  ["rag_embedding", "embedding"],
]);

/** Types of spans whose names end with a name in quotes, such as `agent run: 'support'`. */
const NAMED = new Set([
  "agent_run",
  "workflow_run",
  "workflow_step",
  "tool_call",
  "mcp_tool_call",
  "provider_tool_call",
]);

/**
 * Metadata that is recorded elsewhere: as the thread, its user, or part of a generation. Also the raw response of the
 * provider.
 */
const NOT_METADATA = new Set([
  "threadId",
  "sessionId",
  "resourceId",
  "userId",
  "headers",
  "body",
  "modelMetadata",
  "modelVersion",
  "modelProvider",
]);

/** Attributes that repeat what the step contains. */
const NOT_ATTRIBUTES = new Set(["conversationId", "success"]);

export interface Conversation {
  readonly threadId: string | undefined;
  /** Id or identifier of the user. */
  readonly participantId: string | undefined;
}

export function typeOf({ type, attributes }: MastraSpan): StepType {
  if (type === "rag_vector_operation" && toObject(attributes)["operation"] === "query") return "retrieval";
  return types.get(type) ?? "undefined";
}

/** Name of the agent, workflow or tool; otherwise that of the span. */
export function nameOf({ type, name, entityName }: MastraSpan): string {
  const start = name.indexOf(": '");
  if (!NAMED.has(type) || start < 0 || !name.endsWith("'")) return name;
  return (type === "agent_run" ? toText(entityName) : undefined) || name.slice(start + 3, -1) || name;
}

/** Whether the span is a control structure of a workflow. Agents are built on workflows, whose spans old versions report. */
export function isControl(type: string): boolean {
  return type.startsWith("workflow_") && type !== "workflow_run" && type !== "workflow_step";
}

/** The memory thread and resource of an agent; a `userId` and `sessionId` of the caller's metadata have the same meaning. */
export function readConversation({ metadata }: MastraSpan): Conversation {
  const { threadId, sessionId, resourceId, userId } = toObject(metadata);
  return { threadId: firstText(threadId, sessionId), participantId: firstText(userId, resourceId) };
}

/** Attributes and metadata of a span, except those that it only has from its root. */
export function readMetadata(
  { type, attributes, metadata, isRootSpan }: MastraSpan,
  root: Wire,
): JsonObject | undefined {
  const fields = Object.create(null) as Record<string, unknown>;
  if (typeOf({ type, attributes } as MastraSpan) === "undefined") fields["kind"] = type;
  for (const [key, value] of Object.entries(toObject(attributes))) if (!NOT_ATTRIBUTES.has(key)) fields[key] = value;
  for (const [key, value] of Object.entries(toObject(metadata))) {
    if (!NOT_METADATA.has(key) && (isRootSpan || root[key] !== value)) fields[key] = value;
  }
  const given = toJsonObject(fields);
  return given === undefined ? undefined : (copyJson(given) as JsonObject); // the copy of an object
}

/** Message of a failed span. */
export function readError({ errorInfo }: MastraSpan): string | undefined {
  if (errorInfo === undefined || errorInfo === null) return undefined;
  const { message, name } = toObject(errorInfo);
  return firstText(message, name) ?? "failed";
}

/** Input or output of a step: an object unchanged, any other value under the key. */
export function toPayload(value: unknown, key: "input" | "output"): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (isPlainObject(value)) return copyJson(value) as JsonObject; // the copy of an object
  return { [key]: typeof value === "object" ? copyJson(value) : (value as string) }; // the value is JSON
}

/** Converts a time to ISO 8601 in UTC; undefined if invalid. */
export function toTime(value: unknown): string | undefined {
  const time = toMilliseconds(value);
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** Converts a time to milliseconds; undefined if invalid. */
export function toMilliseconds(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function firstText(...values: unknown[]): string | undefined {
  return values.map(toText).find((text) => text !== undefined && text !== "");
}
