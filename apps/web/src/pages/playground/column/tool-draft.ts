import type { JsonValue } from "@threadline/schema/sdk";
import type { ModelToolInput } from "../../../generated/playground.ts";
import { isJsonObject, parseJson } from "../../../json/json-text.ts";

/** A tool that the user edits. */
export interface ToolDraft {
  readonly key: number;
  readonly name: string;
  readonly description: string;
  /** JSON schema of the parameters, as text. Empty means that the tool has no parameters. */
  readonly parameters: string;
  /** Tool as loaded. {@link toolsText} applies the user's changes to it. */
  readonly original: { readonly [key: string]: JsonValue };
}

/** `list`: tools, each with fields of its own. `json`: one JSON text, for lists that the fields cannot show. */
export type ToolsDraft =
  | { readonly kind: "list"; readonly tools: readonly ToolDraft[] }
  | { readonly kind: "json"; readonly text: string };

export type ToolNameProblem = "empty" | "invalid" | "duplicate";

export interface ToolProblems {
  readonly name: ToolNameProblem | null;
  /** Whether the parameters are not a JSON object. */
  readonly parameters: boolean;
}

export const noTools: ToolsDraft = { kind: "list", tools: [] };

export function newTool(key: number): ToolDraft {
  const parameters = JSON.stringify({ type: "object", properties: {} }, null, 2);
  return { key, name: "", description: "", parameters, original: { type: "function", function: {} } };
}

/** Returns the tools of a JSON text with a field for each part, or the text if it is not a list of tools. */
export function draftOfTools(text: string): ToolsDraft {
  const { value = null, error } = parseJson(text);
  if (error === null && value === null) return noTools;
  if (!Array.isArray(value)) return { kind: "json", text };
  const tools = value.map(draftOfTool).filter((tool) => tool !== null);
  return tools.length < value.length ? { kind: "json", text } : { kind: "list", tools };
}

function draftOfTool(value: JsonValue, key: number): ToolDraft | null {
  if (!isJsonObject(value)) return null;
  const { name, description, parameters, input_schema: inputSchema } = definitionIn(value);
  if (typeof name !== "string") return null;
  const schema = parameters ?? inputSchema ?? null;
  return {
    key,
    name,
    description: typeof description === "string" ? description : "",
    parameters: schema === null ? "" : typeof schema === "string" ? schema : JSON.stringify(schema, null, 2),
    original: value,
  };
}

/** Returns the fields of a tool, which OpenAI nests in `function`. */
function definitionIn(tool: { readonly [key: string]: JsonValue }): { readonly [key: string]: JsonValue } {
  return isJsonObject(tool["function"]) ? tool["function"] : tool;
}

/** Returns the tools as JSON. Parameters that are not JSON yet become a string. Without tools, the text is empty. */
export function toolsText(draft: ToolsDraft): string {
  if (draft.kind === "json") return draft.text;
  return draft.tools.length === 0 ? "" : JSON.stringify(draft.tools.map(valueOfTool), null, 2);
}

function valueOfTool({ key, name, description, parameters, original }: ToolDraft): JsonValue {
  const before = draftOfTool(original, key);
  const definition: Record<string, JsonValue> = { ...definitionIn(original), name };
  if (description !== (before?.description ?? "")) set(definition, "description", description || null);
  if (parameters !== (before?.parameters ?? "")) {
    const field =
      definition["parameters"] === undefined && "input_schema" in definition ? "input_schema" : "parameters";
    const { value = null, error } = parseJson(parameters);
    set(definition, field, error === null ? value : parameters);
  }
  return isJsonObject(original["function"]) ? { ...original, function: definition } : definition;
}

function set(fields: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (value === null) delete fields[name];
  else fields[name] = value;
}

/** Returns the problems of each tool that has any, by key. */
export function problemsOfTools(draft: ToolsDraft): ReadonlyMap<number, ToolProblems> {
  const tools = draft.kind === "list" ? draft.tools : [];
  const problems = tools.map(({ key, name, parameters }) => {
    const { value, error } = parseJson(parameters);
    const isDuplicate = tools.some((other) => other.key !== key && other.name === name);
    // Providers and the service accept only these names.
    const isValid = /^[\w-]{1,64}$/.test(name);
    const problem: ToolNameProblem | null =
      name === "" ? "empty" : !isValid ? "invalid" : isDuplicate ? "duplicate" : null;
    return [
      key,
      { name: problem, parameters: error !== null || (value !== undefined && !isJsonObject(value)) },
    ] as const;
  });
  return new Map(problems.filter(([, { name, parameters }]) => name !== null || parameters));
}

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
  const { name, description, parameters, input_schema: inputSchema } = definitionIn(value);
  if (typeof name !== "string") return null;
  const schema = parameters ?? inputSchema ?? null;
  return {
    name,
    ...(typeof description === "string" && { description }),
    parameters: isJsonObject(schema) ? schema : { type: "object", properties: {} },
  };
}

/** Moves the mocked result of a renamed tool to its new name. Keeps the results of other tools. */
export function renameResult(
  results: Readonly<Record<string, string>>,
  { from, to, tools }: { readonly from: string; readonly to: string; readonly tools: readonly ToolDraft[] },
): Readonly<Record<string, string>> {
  const isShared = tools.filter(({ name }) => name === from).length > 1;
  if (isShared || !Object.hasOwn(results, from) || Object.hasOwn(results, to)) return results;
  const { [from]: result = "", ...others } = results;
  return { ...others, [to]: result };
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
