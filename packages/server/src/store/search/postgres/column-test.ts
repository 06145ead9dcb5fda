import { foldCase, isReplaced } from "../../comparable-text.ts";
import type { Filter } from "../../list.ts";
import { positiveOf, toTexts } from "../../lists/list-filters.ts";
import { type ColumnValue, hashOf } from "./search-columns.ts";

/** Whether a value passes a filter; `maybe` if this cannot be determined. */
type Verdict = "yes" | "no" | "maybe";

/**
 * Returns a test that excludes records by their value in a column of the index. Records that pass it may still not
 * match the filter. Undefined if the column cannot exclude records.
 */
export function columnTestOf(filter: Filter): ((value: ColumnValue) => boolean) | undefined {
  const positive = positiveOf(filter);
  const isNegative = positive.operator !== filter.operator;
  const judge = judgeOf(positive);
  if (judge === undefined) return undefined;
  return (value) => judge(value) !== (isNegative ? "yes" : "no");
}

function judgeOf({ operator, value }: Filter): ((value: ColumnValue) => Verdict) | undefined {
  if (operator === "is" && value === null)
    return ({ kind }) => (kind === "unsure" ? "maybe" : toVerdict(kind === "absent"));
  const present = judgePresent(operator, value);
  if (present === undefined) return undefined;
  return (known) => (known.kind === "absent" ? "no" : known.kind === "unsure" ? "maybe" : present(known));
}

type Present = Exclude<ColumnValue, { readonly kind: "absent" } | { readonly kind: "unsure" }>;

function judgePresent(operator: Filter["operator"], value: Filter["value"]): ((value: Present) => Verdict) | undefined {
  if (typeof value === "number" && operator !== "ilike") {
    const isPassing = compareNumbers(operator, value);
    return isPassing && ((known) => toVerdict(known.kind === "number" && isPassing(Number(known.text))));
  }
  if (typeof value === "boolean") {
    return (known) => toVerdict(known.kind === "boolean" && known.text === String(value));
  }
  const texts = [toTexts(value)].flat().map((text) => (typeof text === "string" ? text : JSON.stringify(text)));
  if (texts.some(isReplaced)) return undefined;
  if (operator === "eq" || operator === "in") {
    const hashes = new Set(texts.map(hashOf));
    return (known) => {
      if (known.kind !== "text") return toVerdict(texts.includes(known.text));
      return known.hash === null ? "maybe" : toVerdict(hashes.has(known.hash));
    };
  }
  if (operator !== "ilike") return undefined;
  const needle = foldCase(texts[0] ?? "");
  return (known) => (known.kind === "text" ? "maybe" : toVerdict(known.text.includes(needle)));
}

function compareNumbers(operator: Filter["operator"], bound: number): ((value: number) => boolean) | undefined {
  switch (operator) {
    case "eq":
      return (value) => value === bound;
    case "gt":
      return (value) => value > bound;
    case "gte":
      return (value) => value >= bound;
    case "lt":
      return (value) => value < bound;
    case "lte":
      return (value) => value <= bound;
    default:
      return undefined;
  }
}

function toVerdict(isPassing: boolean): Verdict {
  return isPassing ? "yes" : "no";
}
