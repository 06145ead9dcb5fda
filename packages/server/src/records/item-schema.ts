import { type Schema, type ValidationResult, Validator } from "@cfworker/json-schema";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { badInput, RecordError } from "./errors.ts";
import { isJsonObject, readJson } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import type { Given } from "./text.ts";

const parts = ["input", "expectedOutput", "metadata"] as const;

/**
 * Maximum number of subschema checks in one request. A check validates one value against one subschema. This many
 * checks take about a second.
 */
const maxApplications = 500_000;

/** Rejected keywords. Their validation takes longer than linear time, or they need other documents. */
const refused: Readonly<Record<string, string>> = {
  $dynamicRef: "is not supported",
  $recursiveRef: "is not supported",
  pattern: "is not supported, because matching can take too long",
  patternProperties: "is not supported, because matching can take too long",
  uniqueItems: "is not supported, because comparing all pairs can take too long",
};

/** Formats that are validated in linear time; others are ignored. */
const formats: ReadonlySet<string> = new Set(["date", "date-time", "time", "uuid", "email", "ipv4"]);

const values: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

export interface CheckedContent {
  readonly input: JsonValue;
  readonly expectedOutput: JsonValue;
  readonly metadata: JsonObject | null;
}

/** Reads the schemas of the parts of an item. Throws if the schemas cannot be used. */
export function readItemSchema(field: string, value: Given<JsonValue>): JsonObject | null | undefined {
  if (value == null) return value;
  if (!isJsonObject(value)) throw badInput(field, "must be a JSON object");
  readJson(field, value, recordLimits.itemSchemaBytes);
  for (const [part, schema] of Object.entries(value)) {
    if (!parts.some((known) => known === part)) {
      throw badInput(`${field}.${part}`, `is not one of ${parts.join(", ")}`);
    }
    checkSchema(`${field}.${part}`, schema);
  }
  return Object.keys(value).length === 0 ? null : value;
}

/**
 * Validates items by the schema of their dataset. An error names the invalid field and the keyword of the schema.
 * `pathOf` returns the prefix of an item's fields in errors.
 */
export function checkItems(
  itemSchema: JsonObject | null,
  items: readonly CheckedContent[],
  pathOf: (index: number) => string = () => "",
): void {
  if (itemSchema === null) return;
  const budget = { left: maxApplications };
  const validators = parts.flatMap((part) => {
    const schema = itemSchema[part];
    return schema === undefined ? [] : [{ part, validator: createValidator(schema, budget) }];
  });
  for (const [index, item] of items.entries()) {
    for (const { part, validator } of validators) {
      // An item without an expected output may get one later.
      if (part === "expectedOutput" && item.expectedOutput === null) continue;
      const { valid, errors } = validate(validator, item[part] ?? {});
      if (valid) continue;
      // Reports the last error, because it is from the innermost subschema and therefore the most specific.
      const { instanceLocation = "#", keyword = "", error = "" } = errors.at(-1) ?? {};
      const path = `${pathOf(index)}${part}${toPath(instanceLocation)}`;
      throw badInput(path, `does not match the item schema (${keyword}): ${error}`);
    }
  }
}

function validate(validator: Validator, value: JsonValue): ValidationResult {
  try {
    return validator.validate(value);
  } catch (error) {
    // A `RecordError` means that the items need too many checks (see `count`). All other errors come from the
    // validator, for example for a schema that only refers to itself.
    if (error instanceof RecordError) throw error;
    throw badInput("itemSchema", `cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function createValidator(schema: JsonValue, budget: { left: number }): Validator {
  const counted = count(structuredClone(schema), budget);
  // `checkSchema` has checked that the value is a schema.
  return new Validator(counted as Schema | boolean, "2020-12", true);
}

/**
 * Limits how often subschemas are checked. The validator reads `$recursiveAnchor` of a subschema at each check of the
 * subschema. So each subschema gets a getter with this name, which counts the checks.
 */
function count(schema: JsonValue, budget: { left: number }): JsonValue {
  if (typeof schema !== "object" || schema === null) return schema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!values.has(keyword)) count(value, budget);
  }
  if (Array.isArray(schema)) return schema;
  const { format } = schema;
  if (typeof format === "string" && !formats.has(format)) delete schema["format"];
  Object.defineProperty(schema, "$recursiveAnchor", {
    get() {
      budget.left -= 1;
      if (budget.left < 0) throw badInput("itemSchema", "takes too long to validate these items; simplify the schema");
      return undefined;
    },
  });
  return schema;
}

function checkSchema(field: string, schema: JsonValue): void {
  if (!isJsonObject(schema) && typeof schema !== "boolean") throw badInput(field, "must be an object, true or false");
  checkKeywords(field, schema);
  try {
    createValidator(schema, { left: maxApplications }).validate({});
  } catch (error) {
    throw badInput(field, `is not a valid JSON schema: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checkKeywords(field: string, schema: JsonValue): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const path = Array.isArray(schema) ? `${field}[${keyword}]` : `${field}.${keyword}`;
    // The keys of `properties` and `$defs` are names, not keywords. For example, a property may have the name
    // `pattern`.
    const isProperty = field.endsWith(".properties") || field.endsWith(".$defs");
    const reason = isProperty || Array.isArray(schema) ? undefined : refused[keyword];
    if (reason !== undefined) throw badInput(path, reason);
    if (keyword === "$ref" && !isProperty && !(typeof value === "string" && value.startsWith("#"))) {
      throw badInput(path, "must start with #, because it can only refer to a part of the same schema");
    }
    if (!values.has(keyword)) checkKeywords(path, value);
  }
}

function toPath(location: string): string {
  return location
    .split("/")
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join("");
}
