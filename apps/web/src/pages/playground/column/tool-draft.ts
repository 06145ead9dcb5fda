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
  /** Mocked result of each call of the tool. Empty means that there is none. */
  readonly result: string;
  /** Tool as loaded. {@link toolsText} applies the user's changes to it. */
  readonly original: { readonly [key: string]: JsonValue };
}

/** Mocked results of tools as text, by name. */
export type ToolResults = Readonly<Record<string, string>>;

/** `list`: tools, each with fields of its own. `json`: one JSON text, for lists that the fields cannot show. */
export type ToolsDraft =
  | { readonly kind: "list"; readonly tools: readonly ToolDraft[] }
  | { readonly kind: "json"; readonly text: string; readonly results: ToolResults };

export type ToolNameProblem = "empty" | "invalid" | "duplicate";

export interface ToolProblems {
  readonly name: ToolNameProblem | null;
  /** Whether the parameters are not a JSON object. The JSON schema `true` is accepted, too. */
  readonly parameters: boolean;
}

export const noTools: ToolsDraft = { kind: "list", tools: [] };

const noParameters = { type: "object", properties: {} };

/** Returns an empty tool in the format of the other tools, by default in that of OpenAI. */
export function newTool(key: number, others: readonly ToolDraft[] = []): ToolDraft {
  const like: { readonly [key: string]: JsonValue } = others.map(({ original }) => original).find(hasParameters) ?? {
    function: {},
  };
  const original = {
    ...((like["type"] === "function" || "function" in like) && { type: "function" }),
    ...("function" in like && { function: {} }),
    ...("input_schema" in like && { input_schema: noParameters }),
  };
  return { key, name: "", description: "", parameters: JSON.stringify(noParameters, null, 2), result: "", original };
}

function hasParameters(tool: { readonly [key: string]: JsonValue }): boolean {
  const definition = definitionIn(tool);
  return "parameters" in definition || "input_schema" in definition;
}

/** Returns the tools of a JSON text with a field for each part, or the text if it is not a list of tools. */
export function draftOfTools(text: string, results: ToolResults = {}): ToolsDraft {
  const { value = null, error } = parseJson(text);
  if (error === null && value === null) return noTools;
  if (!Array.isArray(value)) return { kind: "json", text, results };
  const tools = value.map(draftOfTool).filter((tool) => tool !== null);
  if (tools.length < value.length) return { kind: "json", text, results };
  return { kind: "list", tools: tools.map((tool) => ({ ...tool, result: resultIn(results, tool.name) })) };
}

/** Returns the mocked results of the tools. */
export function resultsOf(draft: ToolsDraft): ToolResults {
  return draft.kind === "json"
    ? draft.results
    : Object.fromEntries(draft.tools.map(({ name, result }) => [name, result]));
}

export function resultIn(results: ToolResults, name: string): string {
  return Object.hasOwn(results, name) ? (results[name] ?? "") : "";
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
    result: "",
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
    // Anthropic's format requires the schema.
    const empty = field === "input_schema" ? noParameters : null;
    set(definition, field, error === null ? (value ?? empty) : parameters);
  }
  return isJsonObject(original["function"]) ? { ...original, function: definition } : definition;
}

function set(fields: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (value === null) delete fields[name];
  else fields[name] = value;
}

/** Returns the problems of each tool that has any, by key. */
export function problemsOfTools(draft: ToolsDraft): ReadonlyMap<number, ToolProblems> {
  const list = draft.kind === "list" ? draft : draftOfTools(draft.text);
  const tools = list.kind === "list" ? list.tools : [];
  const problems = tools.map(({ key, name, parameters }) => {
    const { value, error } = parseJson(parameters);
    const isDuplicate = tools.some((other) => other.key !== key && other.name === name);
    // Providers and the service accept only these names.
    const isValid = /^[\w-]{1,64}$/.test(name);
    const problem: ToolNameProblem | null =
      name === "" ? "empty" : !isValid ? "invalid" : isDuplicate ? "duplicate" : null;
    return [
      key,
      { name: problem, parameters: error !== null || !(value === undefined || value === true || isJsonObject(value)) },
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

/** Adds mocked results to tools. An empty text means no result. A text that is not JSON is sent unchanged. */
export function withResults(tools: readonly ModelToolInput[], results: ToolResults): ModelToolInput[] {
  return tools.map((tool) => {
    const text = resultIn(results, tool.name);
    if (text.trim() === "") return tool;
    const { value = text } = parseJson(text);
    return { ...tool, result: value ?? text };
  });
}
