import type { JsonValue } from "@threadline/schema/sdk";
import type { JsonObject } from "./json-object.ts";

/**
 * JSON view of a target (step, run, thread or experiment item), which every evaluator reads. The same in the editor, in
 * online evaluation, in experiments and in the SDK.
 */
export interface TargetView {
  /** Input of the step, run or dataset item; of a thread, the content of its first user message. */
  readonly input: JsonValue;
  /** Output of the step or run; of a thread, the content of its last assistant message. */
  readonly output: JsonValue;
  /** Expected output of the dataset item; null without one. */
  readonly expected: JsonValue;
  readonly metadata: JsonObject;
  /** Messages of a model call with its completion; otherwise the messages among `steps`. */
  readonly messages: readonly MessageView[];
  /** The step and its descendants, or the steps of the thread, by start. */
  readonly steps: readonly StepView[];
  /** The thread of the target; null outside a thread. */
  readonly thread: ThreadView | null;
}

/** A chat message in OpenAI's format, as in a generation. */
export interface MessageView {
  readonly role: string;
  readonly content: JsonValue;
  readonly name?: string | undefined;
  readonly tool_calls?: readonly JsonObject[] | undefined;
  readonly tool_call_id?: string | undefined;
}

export interface StepView {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly name: string | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly error: string | null;
  readonly metadata: JsonObject;
  readonly tags: readonly string[];
  /** ISO-8601; null when not given. */
  readonly startTime: string | null;
  /** ISO-8601; null while it runs. */
  readonly endTime: string | null;
}

export interface ThreadView {
  readonly id: string;
  readonly name: string | null;
  readonly metadata: JsonObject;
  readonly tags: readonly string[];
  /** Messages between user and assistant, by start. */
  readonly messages: readonly MessageView[];
}
