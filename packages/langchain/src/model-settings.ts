import type { ITool, JsonObject, JsonValue } from "@threadline/core";
import { isPlainObject } from "@threadline/core/internal";
import { firstGeneration } from "./usage.ts";
import { type Fields, firstText, toFields, toText } from "./values.ts";

export interface CalledModel {
  provider: string | undefined;
  model: string | undefined;
  settings: JsonObject;
  tools: ITool[] | undefined;
}

const SECRET = /api_?key|secret|password|authorization|credential|(access|auth|bearer|session)_?token|headers/iu;
/** Fields of a call that are recorded elsewhere, or are not sent to the model. */
const NOT_SETTINGS = new Set(["model", "model_name", "modelName", "messages", "tools", "functions", "signal"]);

/**
 * Reads provider, model, settings and tools from LangChain's data about a starting call. Secrets, functions and class
 * instances are omitted from the settings.
 */
export function readModel(serialized: Fields, extraParameters: Fields, metadata: Fields): CalledModel {
  const parameters = toFields(extraParameters["invocation_params"]);
  const options = toFields(extraParameters["options"]);
  const { model, model_name: modelName, modelName: olderName, tools = options["tools"], functions } = parameters;
  const type = Array.isArray(serialized["id"]) ? toText(serialized["id"].at(-1)) : undefined;
  return {
    provider: firstText(metadata["ls_provider"], type?.replace(/^Chat(?=.)/u, "").toLowerCase()),
    model: firstText(model, modelName, olderName, metadata["ls_model_name"]),
    settings: toSettings(parameters),
    tools: toTools(tools ?? functions),
  };
}

/** Returns the model that responded. Its name may be more specific than the requested one. */
export function readAnsweringModel(output: Fields): string | undefined {
  const { message, generationInfo } = firstGeneration(output);
  const { response_metadata: metadata, additional_kwargs: extra } = toFields(message);
  // For streams, the model is in `generationInfo` or, for Anthropic, in `additional_kwargs`.
  const holders = [metadata, output["llmOutput"], generationInfo, extra].map(toFields);
  return firstText(...holders.flatMap(({ model_name: name, model, modelId }) => [name, model, modelId]));
}

function toSettings(parameters: Fields): JsonObject {
  const kept = Object.entries(parameters).filter(([key]) => !NOT_SETTINGS.has(key) && !SECRET.test(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, toSetting(value)]).filter(([, value]) => value !== undefined),
  );
}

function toSetting(value: unknown): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => toSetting(item) ?? null);
  if (isPlainObject(value)) return toSettings(value);
  return ["string", "number", "boolean"].includes(typeof value) ? (value as JsonValue) : undefined;
}

function toTools(tools: unknown): ITool[] | undefined {
  if (!Array.isArray(tools) || tools.length === 0) return undefined;
  return tools.map(toFields).flatMap((tool) => {
    const declarations = tool["functionDeclarations"];
    return Array.isArray(declarations)
      ? declarations.map((declaration) => toTool(toFields(declaration)))
      : toTool(tool);
  });
}

function toTool(tool: Fields): ITool {
  const { name, description, parameters, input_schema: schema } = { ...tool, ...toFields(tool["function"]) };
  const text = toText(description);
  const input = parameters ?? schema ?? tool["schema"];
  return {
    type: "function",
    function: {
      name: firstText(name, tool["type"]) ?? "",
      ...(text !== undefined && { description: text }),
      // Only a JSON schema is recorded. It is a plain object; a zod schema is not.
      ...(isPlainObject(input) && { parameters: input as JsonObject }),
    },
  };
}
