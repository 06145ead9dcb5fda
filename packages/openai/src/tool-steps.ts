import type { JsonObject, JsonValue, RecordingClient } from "@threadline/core";
import { dataOf } from "./read-request.ts";

/** Marks a tool that is wrapped already, by a client or its class. */
const IS_STEP = Symbol.for("threadline.openai.tool");

type Callback = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Returns the body of `runTools` with tools wrapped in child steps of the current one. Only data fields are replaced:
 * getters are not called, and neither are methods of the caller's list.
 */
export function wrapTools(client: RecordingClient, body: unknown): unknown {
  const tools = dataOf(body, "tools");
  if (!Array.isArray(tools)) return body;
  return copyWith(body as object, "tools", wrapEach(client, tools));
}

/** Copies a list with its class and other properties. */
function wrapEach(client: RecordingClient, tools: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  Object.setPrototypeOf(copy, Object.getPrototypeOf(tools) as object | null);
  for (const key of Reflect.ownKeys(tools)) {
    const field = Object.getOwnPropertyDescriptor(tools, key);
    if (field === undefined) continue;
    const isItem = "value" in field && key !== "length";
    // A list that is frozen has a copy that may grow.
    const base = key === "length" ? { value: tools.length, writable: true } : field;
    Object.defineProperty(copy, key, isItem ? { ...base, value: wrapTool(client, field.value) } : base);
  }
  return copy;
}

function wrapTool(client: RecordingClient, tool: unknown): unknown {
  const definition = dataOf(tool, "function");
  if (typeof tool !== "object" || tool === null || typeof definition !== "object" || definition === null) return tool;
  const name = dataOf(definition, "name");
  // Made by a helper for schemas: the callback is a hidden field, as are others that must be kept.
  const helper = dataOf(tool, "$callback");
  if (typeof helper === "function") {
    return copyWith(tool, "$callback", asStep(client, toName(name, helper), helper as Callback));
  }
  const callback = dataOf(definition, "function");
  if (typeof callback !== "function") return tool;
  const step = asStep(client, toName(name, callback), callback as Callback);
  return copyWith(tool, "function", copyWith(definition, "function", step));
}

function toName(name: unknown, callback: { readonly name: string }): string {
  return typeof name === "string" && name !== "" ? name : callback.name;
}

/** Copies an object with hidden fields, getters and prototype, replacing one field. */
function copyWith(source: object, key: string, value: unknown): object {
  const fields = Object.getOwnPropertyDescriptors(source);
  const replaced = { ...fields, [key]: { ...fields[key as keyof typeof fields], value } };
  return Object.create(Object.getPrototypeOf(source) as object | null, replaced) as object;
}

function asStep(client: RecordingClient, name: string, callback: Callback): Callback {
  if (IS_STEP in callback) return callback;
  const run: Callback = function (...values) {
    const step = client.step({ type: "tool", name, input: toInput(values[0]) });
    return step.wrap(() => callback.apply(this, values));
  };
  return Object.defineProperties(run, {
    name: { value: callback.name, configurable: true },
    [IS_STEP]: { value: true },
  });
}

/** Arguments from the model, parsed if they are JSON. */
function toInput(value: unknown): JsonObject {
  const input = typeof value === "string" ? parse(value) : value;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  // Values that JSON cannot represent are replaced when the step is sent.
  return isObject ? (input as JsonObject) : { input: input as JsonValue };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
