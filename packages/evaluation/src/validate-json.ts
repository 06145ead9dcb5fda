import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { JsonValue } from "@threadline/schema/sdk";
import { EvaluationError } from "./evaluation-error.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";

const maxDepth = 100;
const maxErrors = 5;
const outerKeywords: ReadonlySet<string> = new Set(["$ref", "allOf", "false", "items", "prefixItems", "properties"]);

const drafts: readonly (readonly [part: string, draft: SchemaDraft])[] = [
  ["draft-04", "4"],
  ["draft-06", "7"],
  ["draft-07", "7"],
  ["2019-09", "2019-09"],
];

/**
 * Returns the reasons why a value does not match a JSON schema. The list is empty if it matches. External references
 * are errors, and nothing is loaded. The time is not limited, and a costly `pattern` can take very long. So the service
 * must call this function in a thread that it can terminate.
 */
export function validateJson(schema: JsonValue, value: JsonValue): string[] {
  const deep = depthOf(schema) > maxDepth ? "JSON schema" : depthOf(value) > maxDepth ? "value" : null;
  if (deep !== null) {
    throw new EvaluationError("limitExceeded", `The ${deep} is nested deeper than ${maxDepth} levels`);
  }
  if (!isJsonObject(schema) && typeof schema !== "boolean") {
    throw new EvaluationError("definitionInvalid", "A JSON schema must be an object, `true` or `false`");
  }
  try {
    // The validator adds fields to the schema. The caller's schema must not change.
    const validator = new Validator(structuredClone<Schema | boolean>(schema), draftOf(schema), false);
    const { valid, errors } = validator.validate(value);
    if (valid) return [];
    // Besides the actual error, the validator reports errors that only repeat it: one for each enclosing level, and one
    // with the keyword `false` for a schema such as `additionalProperties: false`. These errors are removed.
    const innermost = errors.filter(({ keyword }) => !outerKeywords.has(keyword));
    return (innermost.length > 0 ? innermost : errors)
      .slice(0, maxErrors)
      .map(({ instanceLocation, error }) => `${pathOf(instanceLocation)}${error}`);
  } catch (error) {
    throw new EvaluationError("definitionInvalid", `The JSON schema cannot be used: ${(error as Error).message}`);
  }
}

function draftOf(schema: JsonObject | boolean): SchemaDraft {
  const uri = typeof schema === "object" ? schema["$schema"] : undefined;
  return drafts.find(([part]) => typeof uri === "string" && uri.includes(part))?.[1] ?? "2020-12";
}

function pathOf(location: string): string {
  return location === "#" ? "" : `${location.slice(1)}: `;
}

function depthOf(value: JsonValue): number {
  let depth = 0;
  let level: JsonValue[] = [value];
  while (level.length > 0 && depth <= maxDepth) {
    depth += 1;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return depth;
}
