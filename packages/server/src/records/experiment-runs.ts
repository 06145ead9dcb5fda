import type { ExperimentRunInput } from "@threadline/schema/server";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { badInput } from "./errors.ts";
import { readId } from "./ids.ts";
import { isJsonObject } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readMessages, readModelCall, type ReadModelCall, readSettings } from "./model-calls.ts";
import { variablesOf } from "./prompt-templates.ts";
import { readRequiredName, readText } from "./text.ts";

const defaultConcurrency = 5;

export interface ReadExperimentModel {
  readonly connectionId: string;
  readonly model: string;
  readonly settings: ReadModelCall["settings"] | null;
}

/**
 * A validated request to start experiments. The records that the request refers to may not exist, because this is
 * checked later.
 */
export interface ReadExperimentRun {
  readonly name: string;
  readonly datasetId: string;
  readonly datasetVersion: number | null;
  readonly split: string | null;
  readonly promptIds: readonly string[];
  readonly messages: JsonObject[] | null;
  readonly tools: ReadModelCall["tools"] | null;
  readonly responseSchema: JsonObject | null;
  readonly models: readonly ReadExperimentModel[];
  readonly taskConnectionId: string | null;
  readonly evaluatorVersionIds: readonly string[];
  readonly repeats: number;
  readonly concurrency: number;
}

export function readExperimentRun(input: ExperimentRunInput): ReadExperimentRun {
  const promptIds = readIds("run.promptIds", input.promptIds ?? []);
  const isTask = input.taskConnectionId != null;
  const sources = [promptIds.length > 0, input.messages != null, isTask].filter(Boolean);
  if (sources.length !== 1) {
    throw badInput("run.promptIds", "set exactly one of promptIds, messages and taskConnectionId");
  }
  const given = input.models ?? [];
  const limit = recordLimits.experimentModels;
  if (isTask && (given.length > 0 || input.tools != null || input.responseSchema != null)) {
    throw badInput("run.taskConnectionId", "cannot be combined with models, tools and responseSchema");
  }
  if (!isTask && (given.length === 0 || given.length > limit)) {
    throw badInput("run.models", `must be 1 to ${limit} models`, limit);
  }
  const models = given.map(({ connectionId, model, settings }, index): ReadExperimentModel => {
    const field = `run.models[${index}]`;
    return {
      connectionId: readId(`${field}.connectionId`, connectionId),
      model: readText(`${field}.model`, readRequiredName(`${field}.model`, model).trim(), recordLimits.idLength),
      settings: settings == null ? null : readSettings(settings, `${field}.settings`),
    };
  });
  const messages = input.messages == null ? null : readMessages(input.messages, "run.messages");
  if (messages !== null) variablesOf(messages, "run.messages");
  const { tools, responseSchema } = readParts(input);
  return {
    name: readRequiredName("run.name", input.name).trim(),
    datasetId: readId("run.datasetId", input.datasetId),
    datasetVersion: input.datasetVersion ?? null,
    split: readText("run.split", input.split, recordLimits.splitNameLength) ?? null,
    promptIds,
    messages,
    tools,
    responseSchema,
    models,
    taskConnectionId: isTask ? readId("run.taskConnectionId", input.taskConnectionId ?? "") : null,
    evaluatorVersionIds: readIds("run.evaluatorVersionIds", input.evaluatorVersionIds ?? []),
    repeats: readCount("run.repeats", input.repeats ?? 1, recordLimits.experimentRepeats),
    concurrency: readCount("run.concurrency", input.concurrency ?? defaultConcurrency, recordLimits.experimentTasks),
  };
}

function readParts({ tools, responseSchema }: ExperimentRunInput): {
  readonly tools: ReadModelCall["tools"] | null;
  readonly responseSchema: JsonObject | null;
} {
  const call = {
    connectionId: "",
    model: "any",
    messages: [{}],
    tools: tools ?? null,
    responseSchema: responseSchema ?? null,
  };
  const read = readModelCall(call, "run");
  return { tools: tools == null ? null : read.tools, responseSchema: read.responseSchema ?? null };
}

function readIds(field: string, ids: readonly string[]): string[] {
  const limit = recordLimits.experimentVersions;
  if (ids.length > limit) throw badInput(field, `at most ${limit} are allowed`, limit);
  return [...new Set(ids.map((id, index) => readId(`${field}[${index}]`, id)))];
}

function readCount(field: string, value: number, most: number): number {
  if (value >= 1 && value <= most) return value;
  throw badInput(field, `must be from 1 to ${most}`, most);
}

/**
 * Returns the template variables that a dataset item provides: the fields of its input, or a variable `input` if the
 * input is not an object.
 */
export function variablesOfInput(input: JsonValue): JsonObject {
  return isJsonObject(input) ? input : { input };
}

/**
 * Names under which a prompt version may contain each setting. The names depend on the model provider, for example
 * `max_tokens` or `maxOutputTokens`.
 */
const settingNames = {
  temperature: ["temperature"],
  topP: ["top_p", "topP"],
  maxOutputTokens: ["max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens", "maxTokens"],
  presencePenalty: ["presence_penalty", "presencePenalty"],
  frequencyPenalty: ["frequency_penalty", "frequencyPenalty"],
  seed: ["seed"],
} as const;

/** Reads the settings of a prompt version for a call. Unknown settings are left out. */
export function settingsOfPrompt(settings: JsonValue): ReadModelCall["settings"] {
  if (!isJsonObject(settings)) return {};
  const found = Object.entries(settingNames).flatMap(([name, aliases]) => {
    const value = aliases.map((alias) => settings[alias]).find((each) => typeof each === "number");
    return value === undefined ? [] : [[name, value] as const];
  });
  const stop = settings["stop"] ?? settings["stop_sequences"] ?? settings["stopSequences"] ?? [];
  const stopSequences = [stop].flat().filter((text) => typeof text === "string");
  return readSettings({ ...Object.fromEntries(found), ...(stopSequences.length > 0 && { stopSequences }) }, "settings");
}

/** Reads the response schema from the settings of a prompt version; null without one. */
export function schemaOfPrompt(settings: JsonValue): JsonObject | null {
  const format = isJsonObject(settings) ? settings["response_format"] : null;
  const schema = isJsonObject(format) && format["type"] === "json_schema" ? format["json_schema"] : null;
  return isJsonObject(schema) && isJsonObject(schema["schema"]) ? schema["schema"] : null;
}

export function toolsOfPrompt(tools: JsonValue): ReadModelCall["tools"] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((each) => {
    const tool = isJsonObject(each) && isJsonObject(each["function"]) ? each["function"] : each;
    if (!isJsonObject(tool) || typeof tool["name"] !== "string") return [];
    const { name, description } = tool;
    const parameters = tool["parameters"] ?? tool["input_schema"];
    return [
      {
        name,
        ...(typeof description === "string" && { description }),
        parameters: isJsonObject(parameters) ? parameters : { type: "object", properties: {} },
      },
    ];
  });
}
