import type { ITool, JsonObject } from "@threadline/core";
import { toList, toObject, toText, type Wire } from "@threadline/core/internal";

/** Converts the tools of a request to recorded tools. A tool that the provider runs is named after its type. */
export function readTools(tools: unknown, functions?: unknown): ITool[] | undefined {
  const mapped = [...toList(tools).map(readTool), ...toList(functions).map((item) => readTool({ function: item }))];
  return mapped.length === 0 ? undefined : mapped;
}

function readTool({ type, ...tool }: Wire): ITool {
  const { function: nested, custom, ...rest } = tool;
  const definition = toObject(nested ?? custom ?? rest);
  const name = toText(definition["name"]) ?? toText(definition["server_label"]) ?? toText(type) ?? "";
  // A JSON schema, or the settings of a tool that the provider runs.
  const parameters = (definition["parameters"] ?? definition["format"] ?? undefined) as JsonObject | undefined;
  const isBuiltIn = nested === undefined && custom === undefined && definition["name"] === undefined;
  return {
    type: toText(type) ?? "function",
    function: {
      name,
      ...(typeof definition["description"] === "string" && { description: definition["description"] }),
      ...(isBuiltIn ? { parameters: rest as JsonObject } : parameters && { parameters }),
    },
  };
}
