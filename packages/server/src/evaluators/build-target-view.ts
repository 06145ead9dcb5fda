import type { MessageView, StepView, TargetView, ThreadView } from "@threadline/evaluation";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { StepRecord } from "../store/steps.ts";
import type { ThreadRecord } from "../store/threads.ts";

const roles: ReadonlyMap<string, string> = new Map([
  ["user_message", "user"],
  ["assistant_message", "assistant"],
  ["system_message", "system"],
]);

/** A thread with its steps, oldest first. */
export interface ThreadContent {
  readonly thread: ThreadRecord;
  readonly steps: readonly StepRecord[];
}

/**
 * Returns the view of a step and its thread. `steps` are the steps to show: the step itself, or the step and its
 * descendants.
 */
export function viewOfStep(step: StepRecord, steps: readonly StepRecord[], thread: ThreadContent | null): TargetView {
  return {
    input: step.input,
    output: step.output,
    expected: null,
    metadata: step.metadata ?? {},
    messages: messagesOfStep(step) ?? messagesAmong(steps),
    steps: steps.map(viewOf),
    thread: thread && viewOfThreadContent(thread),
  };
}

/** Returns the view of a thread. The input is the first user message, and the output is the last assistant message. */
export function viewOfThread(content: ThreadContent): TargetView {
  const { thread, steps } = content;
  const messages = conversationOf(steps);
  return {
    input: messages.find(({ role }) => role === "user")?.content ?? null,
    output: messages.findLast(({ role }) => role === "assistant")?.content ?? null,
    expected: null,
    metadata: thread.metadata ?? {},
    messages,
    steps: steps.map(viewOf),
    thread: viewOfThreadContent(content),
  };
}

function viewOf(step: StepRecord): StepView {
  const { id, parentId, type, name, input, output, error, metadata, tags, startTime, endTime } = step;
  return {
    id,
    parentId,
    type,
    name,
    input,
    output,
    error,
    metadata: metadata ?? {},
    tags: tags ?? [],
    startTime: startTime === null ? null : new Date(startTime).toISOString(),
    endTime: endTime === null ? null : new Date(endTime).toISOString(),
  };
}

function viewOfThreadContent({ thread, steps }: ThreadContent): ThreadView {
  const { id, name, metadata, tags } = thread;
  return { id, name, metadata: metadata ?? {}, tags: tags ?? [], messages: conversationOf(steps) };
}

/** Returns the messages of a model call with its completion; null for other steps. */
function messagesOfStep({ generation }: StepRecord): MessageView[] | null {
  if (!generation || !Array.isArray(generation.messages)) return null;
  return [...generation.messages, generation.messageCompletion].flatMap((message) => toMessage(message) ?? []);
}

function toMessage(value: JsonValue): MessageView | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { role, content = null, name, tool_calls: calls, tool_call_id: callId } = value;
  if (typeof role !== "string") return null;
  return {
    role,
    content,
    ...(typeof name === "string" && { name }),
    ...(Array.isArray(calls) && { tool_calls: calls as JsonObject[] }),
    ...(typeof callId === "string" && { tool_call_id: callId }),
  };
}

/**
 * Returns the messages between user and assistant. If no step is a message, returns the inputs and outputs of the root
 * steps.
 */
function conversationOf(steps: readonly StepRecord[]): MessageView[] {
  const messages = messagesAmong(steps);
  if (messages.length > 0) return messages;
  const roots = steps.filter(({ parentId }) => parentId === null);
  return roots.flatMap(({ input, output }) => [
    ...(input === null ? [] : [{ role: "user", content: contentOf(input) }]),
    ...(output === null ? [] : [{ role: "assistant", content: contentOf(output) }]),
  ]);
}

function messagesAmong(steps: readonly StepRecord[]): MessageView[] {
  return steps.flatMap(({ type, input, output }) => {
    const role = roles.get(type);
    const content = output ?? input;
    return role === undefined || content === null ? [] : [{ role, content: contentOf(content) }];
  });
}

/** Returns the content of a message. The SDK stores text as `{ content }`. */
function contentOf(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { content, ...others } = value;
  return content !== undefined && Object.keys(others).length === 0 ? content : value;
}
