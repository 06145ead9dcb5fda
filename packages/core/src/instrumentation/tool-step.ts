import type { RecordingClient } from "../recording-client.ts";
import { isPlainObject } from "../plain-object.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";

/** Marks a wrapped function, so that it is not wrapped again if both a client and its class are instrumented. */
const IS_STEP = Symbol.for("threadline.tool");

export type ToolCallback = (this: unknown, ...values: unknown[]) => unknown;

/** Wraps the function of a tool. Each call is then recorded as a child of the current step. */
export function asToolStep(client: RecordingClient, name: string, callback: ToolCallback): ToolCallback {
  if (IS_STEP in callback) return callback;
  const run: ToolCallback = function (...values) {
    const step = client.step({ type: "tool", name, input: toToolInput(values[0]) });
    return step.wrap(() => callback.apply(this, values));
  };
  return Object.defineProperties(run, {
    name: { value: callback.name, configurable: true },
    [IS_STEP]: { value: true },
  });
}

/** Converts the arguments of a tool to the input of its step. If they are JSON text, they are parsed. */
export function toToolInput(value: unknown): JsonObject {
  const input = typeof value === "string" ? parse(value) : value;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  // The cast is safe: values that JSON cannot represent are replaced when the step is sent.
  return isObject ? (input as JsonObject) : { input: input as JsonValue };
}

/**
 * Converts a value to the input or output of a step. A plain object is not changed. Any other value is put under `key`.
 */
export function toStepObject(value: unknown, key: "input" | "output"): JsonObject {
  // The cast is safe: values that JSON cannot represent are replaced when the step is sent.
  return isPlainObject(value) ? (value as JsonObject) : { [key]: value as JsonValue };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
