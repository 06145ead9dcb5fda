import type { ModelCallInput, ModelSettingsInput, ModelToolInput } from "@threadline/schema/server";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { badInput } from "./errors.ts";
import { isJsonObject, readMetadata, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readReference } from "./ids.ts";
import { readRequiredName, readText } from "./text.ts";

export interface ReadModelCall {
  readonly model: string;
  readonly messages: JsonObject[];
  readonly settings: {
    temperature?: number;
    topP?: number;
    maxOutputTokens?: number;
    presencePenalty?: number;
    frequencyPenalty?: number;
    seed?: number;
    stopSequences?: string[];
  };
  readonly tools: readonly { readonly name: string; readonly description?: string; readonly parameters: JsonObject }[];
  readonly toolResults: ReadonlyMap<string, JsonValue>;
  readonly responseSchema?: JsonObject;
  readonly promptId: string | null;
  readonly variables: JsonObject | null;
}

const ranges = {
  temperature: [0, 2],
  topP: [0, 1],
  presencePenalty: [-2, 2],
  frequencyPenalty: [-2, 2],
  maxOutputTokens: [1, 1_000_000],
} as const;

export function readModelCall(input: ModelCallInput, field = "call"): ReadModelCall {
  const { settings, tools, responseSchema } = input;
  const maxTools = recordLimits.callTools;
  if (tools && tools.length > maxTools) throw badInput(`${field}.tools`, `at most ${maxTools} are allowed`, maxTools);
  const read = (tools ?? []).map((tool, index) => readTool(tool, `${field}.tools[${index}]`));
  if (new Set(read.map(({ name }) => name)).size < read.length)
    throw badInput(`${field}.tools`, "must have different names");
  const results = (tools ?? []).filter(({ result }) => result != null);
  return {
    model: readText(`${field}.model`, readRequiredName(`${field}.model`, input.model).trim(), recordLimits.idLength),
    messages: readMessages(input.messages, `${field}.messages`),
    settings: readSettings(settings ?? {}, `${field}.settings`),
    tools: read,
    toolResults: new Map(
      results.map(({ name, result = null }) => [name, readPayload(`${field}.tools.result`, result) ?? null]),
    ),
    ...(responseSchema != null && { responseSchema: readSchema(responseSchema, `${field}.responseSchema`) }),
    promptId: readReference(`${field}.promptId`, input.promptId) ?? null,
    variables: readMetadata(`${field}.variables`, input.variables) ?? null,
  };
}

/** Messages in the format of OpenAI's chat completions. */
export function readMessages(value: JsonValue, field: string): JsonObject[] {
  const messages = readPayload(field, value);
  const limit = recordLimits.templateMessages;
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > limit) {
    throw badInput(field, `must be a list of 1 to ${limit} messages`, limit);
  }
  return messages.map((message, index) => {
    if (isJsonObject(message)) return message;
    throw badInput(`${field}[${index}]`, "must be an object with role and content");
  });
}

function readTool({ name, description, parameters }: ModelToolInput, field: string): ReadModelCall["tools"][number] {
  if (!/^[\w-]{1,64}$/.test(name)) throw badInput(`${field}.name`, "must be 1 to 64 letters, digits, _ or -");
  const text = readText(`${field}.description`, description, recordLimits.textLength);
  return {
    name,
    ...(text != null && { description: text }),
    parameters: readSchema(parameters, `${field}.parameters`),
  };
}

function readSchema(value: JsonValue, field: string): JsonObject {
  const schema = readMetadata(field, value);
  if (schema == null) throw badInput(field, "must be an object");
  return schema;
}

export function readSettings(settings: ModelSettingsInput, field: string): ReadModelCall["settings"] {
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const value = settings[name as keyof typeof ranges];
    if (value != null && (value < least || value > most)) {
      throw badInput(`${field}.${name}`, `must be from ${least} to ${most}`, value < least ? least : most);
    }
  }
  const { stopSequences } = settings;
  const limit = recordLimits.stopSequences;
  if (stopSequences && stopSequences.length > limit) {
    throw badInput(`${field}.stopSequences`, `at most ${limit} are allowed`, limit);
  }
  const given = Object.entries(settings).filter(([, value]) => value != null);
  return Object.fromEntries(given) as ReadModelCall["settings"]; // the fields of the input without nulls
}
