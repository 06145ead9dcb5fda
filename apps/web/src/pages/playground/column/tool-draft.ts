import type { JsonValue } from "@threadline/schema/sdk";
import type { ModelToolInput } from "../../../generated/playground.ts";
import { isJsonObject, parseJson } from "../../../json/json-text.ts";

/**
 * Parses the tools of a recorded generation or a prompt version, in the formats of OpenAI, Anthropic and other
 * providers. Returns null if the value is not a list of tools.
 */
export function readTools(tools: JsonValue): ModelToolInput[] | null {
  if (tools === null) return [];
  if (!Array.isArray(tools)) return null;
  const read = tools.map(readTool).filter((tool) => tool !== null);
  return read.length < tools.length ? null : read;
}

function readTool(value: JsonValue): ModelToolInput | null {
  if (!isJsonObject(value)) return null;
  const tool = isJsonObject(value["function"]) ? value["function"] : value;
  const { name, description, parameters, input_schema: inputSchema } = tool;
  if (typeof name !== "string") return null;
  const schema = parameters ?? inputSchema ?? null;
  return {
    name,
    ...(typeof description === "string" && { description }),
    parameters: isJsonObject(schema) ? schema : { type: "object", properties: {} },
  };
}

/** Adds mocked results to tools. An empty text means no result. A text that is not JSON is sent unchanged. */
export function withResults(
  tools: readonly ModelToolInput[],
  results: Readonly<Record<string, string>>,
): ModelToolInput[] {
  return tools.map((tool) => {
    const text = Object.hasOwn(results, tool.name) ? (results[tool.name] ?? "") : "";
    if (text.trim() === "") return tool;
    const { value = text } = parseJson(text);
    return { ...tool, result: value ?? text };
  });
}
