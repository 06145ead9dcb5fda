import type { ThreadsInputType } from "@threadline/schema/server";
import { filterFields, filterOperators } from "../store/filter-fields.ts";
import type { FilterField, FilterFieldType, ListedResource } from "../store/filter-fields.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { Filter, FilterOperator } from "../store/list.ts";
import { parseDateTime } from "./date-time.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readText } from "./text.ts";
import type { Given } from "./text.ts";

/** Reads the filters of a list, and validates each against its field. All lists use the same filter format. */
export function readFilters(resource: ListedResource, inputs: Given<readonly ThreadsInputType[]>): Filter[] {
  const limit = recordLimits.filterCount;
  if (inputs != null && inputs.length > limit) throw badInput("filters", `at most ${limit} are allowed`, limit);
  return (inputs ?? []).map((input, index) => readFilter(resource, `filters[${index}]`, input));
}

/** Reads one filter. `place` is its path in error messages. */
export function readFilter(
  resource: ListedResource,
  place: string,
  { field, operator, value, path }: ThreadsInputType,
): Filter {
  const fields = filterFields[resource];
  const definition = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (!definition) {
    throw badInput(`${place}.field`, `"${field.slice(0, 100)}" is not one of ${Object.keys(fields).join(", ")}`);
  }
  checkOperator(`${place}.operator`, definition, { field, operator, value });
  const checkedPath = readPath(`${place}.path`, definition, path);
  return {
    field,
    operator,
    value: readValue(`${place}.value`, { type: definition.type, operator, value }),
    ...(checkedPath !== undefined && { path: checkedPath }),
  };
}

function checkOperator(
  place: string,
  { type, nullable }: FilterField,
  { field, operator, value }: { field: string; operator: FilterOperator; value: Given<JsonValue> },
): void {
  if (operator === "is" || operator === "nis") {
    if (value == null ? nullable : type === "json") return;
    if (value == null) throw badInput(place, `${operator} tests for null, but ${field} is never null`);
    throw badInput(place, `${operator} requires the value null for ${field}`);
  }
  const operators = filterOperators[type];
  if (!operators.includes(operator)) {
    const known = nullable ? [...new Set([...operators, "is", "nis"])] : operators;
    throw badInput(place, `${operator} does not apply to ${field}; use one of ${known.join(", ")}`);
  }
}

function readPath(place: string, definition: FilterField, path: Given<string>): string | undefined {
  if (path == null || path === "") return undefined;
  if (!definition.path) throw badInput(place, "does not apply to this field");
  return readText(place, path, recordLimits.nameLength);
}

function readValue(
  place: string,
  { type, operator, value }: { type: FilterFieldType; operator: FilterOperator; value: Given<JsonValue> },
): JsonValue {
  if (operator === "is" || operator === "nis") {
    if (value == null || typeof value === "boolean") return value ?? null;
    throw badInput(place, "must be null, true or false");
  }
  if (operator !== "in" && operator !== "nin") return readScalar(place, { type, operator, value });
  const values = Array.isArray(value) ? value : [value];
  const limit = recordLimits.filterValues;
  if (values.length > limit)
    throw badInput(place, `has ${values.length} elements, and at most ${limit} are allowed`, limit);
  return values.map((element, index) => readScalar(`${place}[${index}]`, { type, operator, value: element }));
}

function readScalar(
  place: string,
  { type, operator, value }: { type: FilterFieldType; operator: FilterOperator; value: Given<JsonValue> },
): JsonValue {
  if (type === "datetime") return readDateTime(place, value);
  if (typeof value === "string" && type !== "number") return readText(place, value, recordLimits.filterLength);
  const isPattern = operator === "ilike" || operator === "nilike";
  if (typeof value === "number" && (type === "number" || (type === "json" && !isPattern))) return value;
  if (typeof value === "boolean" && type === "json" && !isPattern) return value;
  if (value == null) throw badInput(place, "must not be null; to test for null, use the operator is or nis");
  throw badInput(place, `must be ${type === "number" ? "a number" : "a string"}`);
}

function readDateTime(place: string, value: Given<JsonValue>): number {
  try {
    return parseDateTime(value);
  } catch (error) {
    throw badInput(place, (error as Error).message);
  }
}
