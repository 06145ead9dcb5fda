import type { JsonObject, StepType } from "@threadline/core";
import { copyJson, isPlainObject, toJsonObject, toObject, toText, type Wire } from "@threadline/core/internal";
import type { MastraSpan } from "../framework.ts";

/** Step types by span type. {@link typeOf} maps the other span types, most of them to the step type `"undefined"`. */
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

/** Types of spans whose name ends with a quoted name, such as `agent run: 'support'`. */
const NAMED = new Set([
  "agent_run",
  "workflow_run",
  "workflow_step",
  "tool_call",
  "mcp_tool_call",
  "provider_tool_call",
]);

/**
 * Metadata keys that are not recorded as metadata of a step. `headers` and `body` belong to the raw response of the
 * provider. The values of the other keys are recorded elsewhere: in the thread, the user or the generation.
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

const NOT_ATTRIBUTES = new Set(["conversationId", "success"]);

export interface Conversation {
  readonly threadId: string | undefined;
  /** Id of the user's record in Threadline, or identifier of the user in the application. */
  readonly participantId: string | undefined;
}

export function typeOf({ type, attributes }: MastraSpan): StepType {
  if (type === "rag_vector_operation" && toObject(attributes)["operation"] === "query") return "retrieval";
  return types.get(type) ?? "undefined";
}

/** Returns the name of the agent, workflow or tool. For other spans, returns the name of the span. */
export function nameOf({ type, name, entityName }: MastraSpan): string {
  const start = name.indexOf(": '");
  if (!NAMED.has(type) || start < 0 || !name.endsWith("'")) return name;
  return (type === "agent_run" ? toText(entityName) : undefined) || name.slice(start + 3, -1) || name;
}

/**
 * Whether a span is part of a workflow's control flow, such as a loop or a branch. The agents of old Mastra versions
 * use workflows internally, and their control flow is also reported. So the caller records control flow only inside the
 * application's own workflows.
 */
export function isControl(type: string): boolean {
  return type.startsWith("workflow_") && type !== "workflow_run" && type !== "workflow_step";
}

/**
 * Returns the thread id and the user id of an agent's conversation. With Mastra's memory, the metadata contain them as
 * `threadId` and `resourceId`. Without it, the application can set `sessionId` and `userId` in the metadata.
 */
export function readConversation({ metadata }: MastraSpan): Conversation {
  const { threadId, sessionId, resourceId, userId } = toObject(metadata);
  return { threadId: firstText(threadId, sessionId), participantId: firstText(userId, resourceId) };
}

/** Returns the attributes and metadata of a span. Values that repeat those of the root span are omitted. */
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
  // For an object, `copyJson` returns an object.
  return given === undefined ? undefined : (copyJson(given) as JsonObject);
}

export function readError({ errorInfo }: MastraSpan): string | undefined {
  if (errorInfo === undefined || errorInfo === null) return undefined;
  const { message, name } = toObject(errorInfo);
  return firstText(message, name) ?? "failed";
}

/**
 * Converts a value to the input or output of a step. A plain object is not changed. Any other value is put under `key`.
 */
export function toPayload(value: unknown, key: "input" | "output"): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (isPlainObject(value)) return copyJson(value) as JsonObject; // for an object, `copyJson` returns an object
  return { [key]: typeof value === "object" ? copyJson(value) : (value as string) }; // a text, a number or a boolean
}

export function toTime(value: unknown): string | undefined {
  const time = toMilliseconds(value);
  return time === undefined ? undefined : new Date(time).toISOString();
}

export function toMilliseconds(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function firstText(...values: unknown[]): string | undefined {
  return values.map(toText).find((text) => text !== undefined && text !== "");
}
