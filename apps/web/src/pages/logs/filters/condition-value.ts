import type { JsonValue } from "@threadline/schema/sdk";
import type { FilterOperator } from "../../../generated/analytics.ts";
import { parseNumber } from "../../../ui/number-text.ts";
import type { FilterKind } from "./filter-fields.ts";

export interface ConditionText {
  readonly kind: FilterKind;
  readonly operator: FilterOperator;
  readonly text: string;
}

export function takesValue(operator: FilterOperator): boolean {
  return operator !== "is" && operator !== "nis";
}

/** Parses the value of a condition. Returns undefined if the text is not valid for the operator. */
export function parseConditionValue({ kind, operator, text }: ConditionText): JsonValue | undefined {
  if (!takesValue(operator)) return null;
  if (operator === "in" || operator === "nin") {
    const parts = text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
    return parts.length === 0 ? undefined : parts.map((part) => (kind === "json" ? parseScalar(part) : part));
  }
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (operator === "ilike" || operator === "nilike") return text;
  if (kind === "number") return parseNumber(trimmed);
  if (kind === "datetime") {
    const time = Date.parse(trimmed);
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  }
  return kind === "json" ? parseScalar(trimmed) : trimmed;
}

/** Parses a value of a JSON field. Strings such as `42` and `true` must be quoted. */
function parseScalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (!/^".*"$/s.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Formats a value so that {@link parseConditionValue} can parse it. */
export function formatConditionValue(value: JsonValue, kind: FilterKind, operator: FilterOperator): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.map((each) => formatConditionValue(each, kind, "eq")).join(", ");
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = kind !== "json" || operator === "ilike" || operator === "nilike" || parseScalar(value) === value;
  return isPlain ? value : JSON.stringify(value);
}
