import type { RecordingClient } from "@threadline/core";
import { asToolStep, copyWith, dataOf, type ToolCallback } from "@threadline/core/internal";

/**
 * Returns the body of `runTools` with wrapped tools, which are recorded as child steps of the current step. Copies the
 * caller's list without calling its getters and methods, because these may return another value each time.
 */
export function wrapTools(client: RecordingClient, body: unknown): unknown {
  const tools = dataOf(body, "tools");
  if (!Array.isArray(tools)) return body;
  return copyWith(body as object, "tools", wrapEach(client, tools));
}

function wrapEach(client: RecordingClient, tools: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  Object.setPrototypeOf(copy, Object.getPrototypeOf(tools) as object | null);
  for (const key of Reflect.ownKeys(tools)) {
    const field = Object.getOwnPropertyDescriptor(tools, key);
    if (field === undefined) continue;
    const isItem = "value" in field && key !== "length";
    // The `length` of a frozen list is read-only. In the copy, it must be writable, so that items can be added.
    const base = key === "length" ? { value: tools.length, writable: true } : field;
    Object.defineProperty(copy, key, isItem ? { ...base, value: wrapTool(client, field.value) } : base);
  }
  return copy;
}

function wrapTool(client: RecordingClient, tool: unknown): unknown {
  const definition = dataOf(tool, "function");
  if (typeof tool !== "object" || tool === null || typeof definition !== "object" || definition === null) return tool;
  const name = dataOf(definition, "name");
  // A tool that was created with a schema helper of the SDK has the callback in the hidden field `$callback`.
  // `copyWith` also copies the other hidden fields of the tool.
  const helper = dataOf(tool, "$callback");
  if (typeof helper === "function") {
    return copyWith(tool, "$callback", asToolStep(client, toName(name, helper), helper as ToolCallback));
  }
  const callback = dataOf(definition, "function");
  if (typeof callback !== "function") return tool;
  const step = asToolStep(client, toName(name, callback), callback as ToolCallback);
  return copyWith(tool, "function", copyWith(definition, "function", step));
}

function toName(name: unknown, callback: { readonly name: string }): string {
  return typeof name === "string" && name !== "" ? name : callback.name;
}
