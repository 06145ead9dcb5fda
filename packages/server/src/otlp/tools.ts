import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import { fromText, given, structured, toText } from "./values.ts";

/** Converts tools in any format to functions of OpenAI's chat completions; undefined if there are none. */
export function readTools(value: JsonValue | undefined): JsonValue[] | undefined {
  if (value === undefined || value === null) return undefined;
  const read = fromText(value);
  const list = Array.isArray(read) ? read : [read];
  const tools = list.flatMap((each) => toolsIn(structured(each)));
  return tools.length > 0 ? tools : undefined;
}

function toolsIn(tool: JsonValue): JsonValue[] {
  if (!isJsonObject(tool)) return tool === null || tool === "" ? [] : [tool];
  const declared = tool["functionDeclarations"] ?? tool["function_declarations"];
  if (Array.isArray(declared)) return declared.flatMap(toolsIn);
  // Bedrock and Haystack wrap tools in an object.
  const of = [tool["function"], tool["toolSpec"], tool["data"]].find(isJsonObject) ?? tool;
  const name = toText(of["name"]);
  const parameters = parametersOf(of);
  // A tool that the provider runs, such as web search, has no parameters. It is not a function, so it is returned
  // unchanged.
  if (name === undefined || (parameters === undefined && tool["type"] !== "function")) return [tool];
  const description = toText(of["description"]);
  const strict = of["strict"];
  return [
    {
      type: "function",
      function: given({
        name,
        description,
        parameters,
        strict: typeof strict === "boolean" ? strict : undefined,
      }),
    },
  ];
}

const parameterKeys = [
  "parameters",
  "parameters_json_schema",
  "parametersJsonSchema",
  "input_schema",
  "inputSchema",
  "json_schema",
];

function parametersOf(tool: JsonObject): JsonValue | undefined {
  const found = parameterKeys.map((key) => tool[key]).find((value) => value !== undefined && value !== null);
  if (found === undefined) return undefined;
  const schema = structured(found);
  // The AI SDK and Bedrock wrap the schema in an object.
  const wrapped = isJsonObject(schema) ? (schema["jsonSchema"] ?? schema["json"]) : undefined;
  return isJsonObject(wrapped) ? wrapped : schema;
}
