import type { JsonValue } from "@threadline/schema/sdk";
import type { JsonObject } from "../json-object.ts";
import { validateJson } from "../validate-json.ts";
import { parseJson, readInput } from "./read-input.ts";
import { outputOption, type Scorer } from "./scorer.ts";

export interface JsonSchemaOptions {
  readonly output?: string | undefined;
  readonly schema: JsonObject;
  readonly parse?: boolean | undefined;
}

export const jsonSchema: Scorer<JsonSchemaOptions> = {
  name: "jsonSchema",
  description: "1 if the output matches a JSON schema, else 0 with the reasons.",
  options: {
    type: "object",
    properties: {
      output: outputOption,
      schema: {
        type: "object",
        description:
          "JSON schema of draft 2020-12, or of draft 4, 6, 7 or 2019-09 if its `$schema` says so. A `$ref` must point to a part of the same schema.",
      },
      parse: { type: "boolean", description: "Whether a text is parsed as JSON first.", default: true },
    },
    required: ["schema"],
    additionalProperties: false,
  },
  score(view, { output = "output", schema, parse = true }) {
    let value: JsonValue | undefined = readInput(view, output);
    if (parse && typeof value === "string") {
      value = parseJson(value);
      if (value === undefined) return { value: 0, comment: "The text is not JSON" };
    }
    const errors = validateJson(schema, value);
    return errors.length === 0 ? { value: 1 } : { value: 0, comment: errors.join("\n") };
  },
};
