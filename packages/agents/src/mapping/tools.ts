import type { ITool, JsonObject } from "@threadline/core";
import { copyJson } from "@threadline/core/internal";
import { type Fields, toFields, toList, toText } from "./values.ts";

/**
 * Converts the tools of a request to recorded tools. A tool that the provider runs, such as a web search, has no name,
 * so it is recorded with its label or type as name.
 */
export function readTools(tools: unknown): ITool[] | undefined {
  const read = toList(tools).map(readTool);
  return read.length > 0 ? read : undefined;
}

function readTool({ type, function: nested, ...rest }: Fields): ITool {
  const { name, description, parameters, ...settings } = nested === undefined ? rest : toFields(nested);
  const isBuiltIn = name === undefined;
  const schema = isBuiltIn ? settings : parameters;
  return {
    type: toText(type) ?? "function",
    function: {
      name: toText(name) ?? toText(settings["server_label"]) ?? toText(type) ?? "",
      ...(typeof description === "string" && { description }),
      ...(typeof schema === "object" && schema !== null && { parameters: copyJson(schema) as JsonObject }),
    },
  };
}
