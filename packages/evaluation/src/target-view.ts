import type { JsonValue } from "@threadline/schema/sdk";
import type { JsonObject } from "./json-object.ts";

/**
 * JSON view of a target (step, run, thread or experiment item), which all evaluators read. The editor, online
 * evaluation, experiments and the SDK use the same view.
 */
export interface TargetView {
  /** Input of the step, run or dataset item. For a thread, the content of its first user message. */
  readonly input: JsonValue;
  /** Output of the step or run. For a thread, the content of its last assistant message. */
  readonly output: JsonValue;
  /** Expected output of the dataset item. Null if there is none. */
  readonly expected: JsonValue;
  readonly metadata: JsonObject;
  /**
   * Messages of the target:
   *
   * - Model call: its messages and its completion.
   * - Other target: the messages that were recorded as steps.
   * - Thread without such steps: the inputs and outputs of its root steps.
   */
  readonly messages: readonly MessageView[];
  /** The step and its descendants, or the steps of the thread, ordered by start. */
  readonly steps: readonly StepView[];
  /** The thread of the target. Null if it has no thread. */
  readonly thread: ThreadView | null;
}

/** A chat message in the format of OpenAI's chat completions. */
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
  /** As ISO 8601. Null if it was not given. */
  readonly startTime: string | null;
  /** As ISO 8601. Null while the step runs. */
  readonly endTime: string | null;
}

export interface ThreadView {
  readonly id: string;
  readonly name: string | null;
  readonly metadata: JsonObject;
  readonly tags: readonly string[];
  /** Messages between the user and the assistant in the thread, ordered by start. */
  readonly messages: readonly MessageView[];
}
