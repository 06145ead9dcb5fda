import type { JsonObject, JsonValue, RecordingClient } from "@threadline/core";

/** On a tool that is a step already, by a patch of the client inside one of its class. */
const IS_STEP = Symbol.for("threadline.openai.tool");

type Callback = (this: unknown, ...values: unknown[]) => unknown;

/** A copy of the body of `runTools` whose tools run as steps of the current one. */
export function wrapTools(client: RecordingClient, body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("tools" in body) || !Array.isArray(body.tools)) return body;
  return { ...body, tools: body.tools.map((tool: unknown) => wrapTool(client, tool)) };
}

function wrapTool(client: RecordingClient, tool: unknown): unknown {
  if (typeof tool !== "object" || tool === null || !("function" in tool)) return tool;
  const { function: definition } = tool;
  if (typeof definition !== "object" || definition === null) return tool;
  // Made by a helper for schemas: the callback is a hidden field, as are others that must be kept.
  if ("$callback" in tool && typeof tool.$callback === "function") {
    const name = "name" in definition ? String(definition.name) : tool.$callback.name;
    return copyWith(tool, "$callback", asStep(client, name, tool.$callback as Callback));
  }
  if (!("function" in definition) || typeof definition.function !== "function") return tool;
  const callback = definition.function as Callback;
  const name = "name" in definition && definition.name ? String(definition.name) : callback.name;
  return copyWith(tool, "function", copyWith(definition, "function", asStep(client, name, callback)));
}

/** A copy with hidden fields and prototype, in which one field is another. */
function copyWith(source: object, key: string, value: unknown): object {
  const fields = Object.getOwnPropertyDescriptors(source);
  const replaced = { ...fields, [key]: { ...fields[key as keyof typeof fields], value } };
  return Object.create(Object.getPrototypeOf(source), replaced) as object;
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

/** The arguments as the model wrote them, read when they are JSON. */
function toInput(value: unknown): JsonObject {
  const input = typeof value === "string" ? parse(value) : value;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  // What JSON cannot hold is replaced when the step is sent.
  return isObject ? (input as JsonObject) : { input: input as JsonValue };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
