import { toComparable, toComparableJson } from "../comparable-text.ts";
import { foldCase, isAscii } from "../fold-case.ts";
import type { Filter } from "../list.ts";
import { positiveOf, toTexts } from "../positive-filter.ts";
import type { Fragment } from "./fragment.ts";
import { jsonTextAt, jsonTypeAt } from "./json-path.ts";

/**
 * How a filter field reads its value: `value` is a scalar expression, or a JSON text when `json` is set. With `from` the
 * record has any number of values, the rows of `FROM ... WHERE ...`; a condition then holds when it holds for one.
 */
export interface FieldSource {
  readonly value: string;
  readonly json?: true | undefined;
  /** The value is a payload, or inside one, which stands apart from the columns that are searched. */
  readonly isPayload?: true | undefined;
  readonly from?: ((filter: Filter) => Fragment) | undefined;
  /** Other spellings that a value may match, e.g. a user's id beside the identifier. */
  readonly alternatives?: readonly string[] | undefined;
}

/** The condition that a filter puts on a record. */
export function compileFilter(filter: Filter, source: FieldSource): Fragment {
  const positive = positiveOf(filter);
  if (positive.operator !== filter.operator) {
    const condition = compileFilter(positive, source);
    return { sql: `NOT coalesce((${condition.sql}), 0)`, parameters: condition.parameters };
  }
  if (filter.operator === "is" && filter.value === null) return compileIsNull(filter, source);
  const tests = [source.value, ...(source.alternatives ?? [])].map((value) =>
    compileTest(filter, { ...source, value }),
  );
  return within(source, filter, {
    sql: tests.map((test) => test.sql).join(" OR "),
    parameters: tests.flatMap((test) => test.parameters),
  });
}

function compileIsNull(filter: Filter, source: FieldSource): Fragment {
  const value = source.json ? jsonTextAt(jsonOf(source), pathOf(filter)) : { sql: source.value, parameters: [] };
  const exists = within(source, filter, { sql: `${value.sql} IS NOT NULL`, parameters: value.parameters });
  return { sql: `NOT (${exists.sql})`, parameters: exists.parameters };
}

function within(source: FieldSource, filter: Filter, test: Fragment): Fragment {
  if (source.from === undefined) return test;
  const rows = source.from(filter);
  return {
    sql: `EXISTS (SELECT 1 ${rows.sql} AND (${test.sql}))`,
    parameters: [...rows.parameters, ...test.parameters],
  };
}

function compileTest(filter: Filter, source: FieldSource): Fragment {
  if (!source.json) return compare({ sql: source.value, parameters: [] }, filter);
  const json = jsonOf(source);
  const text = jsonTextAt(json, pathOf(filter));
  const type = jsonTypeAt(json, pathOf(filter));
  switch (typeof filter.value) {
    case "number": {
      const comparison = compare({ sql: `CAST(${text.sql} AS REAL)`, parameters: text.parameters }, filter);
      return {
        sql: `${type.sql} IN ('integer', 'real') AND ${comparison.sql}`,
        parameters: [...type.parameters, ...comparison.parameters],
      };
    }
    case "boolean":
      return { sql: `${type.sql} = ?`, parameters: [...type.parameters, String(filter.value)] };
    default:
      return filter.operator === "ilike"
        ? containsJson(source.value, text, toComparable(String(filter.value)))
        : compare(text, { ...filter, value: comparableOf(toTexts(filter.value)) });
  }
}

/** The JSON of a field as it compares; the escapes that differ are rare. */
function jsonOf({ value }: FieldSource): string {
  return `(CASE WHEN instr(${value}, '\\u') = 0 THEN ${value} ELSE comparableJson(${value}) END)`;
}

function pathOf({ path }: Filter): string | undefined {
  return path === undefined ? undefined : toComparable(path);
}

/** Inside an object or array, text stands as JSON spells it. */
function containsJson(json: string, text: Fragment, needle: string): Fragment {
  const plain = contains(text, needle);
  const escaped = toComparableJson(JSON.stringify(needle).slice(1, -1));
  if (escaped === needle) return isPattern(needle) ? onlyIn(json, needle, plain) : plain;
  const spelled = contains(text, escaped);
  return { sql: `(${plain.sql} OR ${spelled.sql})`, parameters: [...plain.parameters, ...spelled.parameters] };
}

/** SQLite refuses longer patterns at 50,000 bytes. */
const longestPattern = 1_000;

function isPattern(needle: string): boolean {
  return isAscii(needle) && needle.length <= longestPattern;
}

/**
 * What no JSON escapes stands in the JSON of every text that holds it. To look there first spares taking the JSON apart and
 * folding a copy of it, which is most of the time of a test.
 */
function onlyIn(json: string, needle: string, test: Fragment): Fragment {
  const pattern = `%${needle.replaceAll(/[%_^]/g, "^$&")}%`;
  return { sql: `(${json} LIKE ? ESCAPE '^' AND ${test.sql})`, parameters: [pattern, ...test.parameters] };
}

function comparableOf(value: Filter["value"]): Filter["value"] {
  if (typeof value === "string") return toComparable(value);
  return Array.isArray(value) ? value.map(comparableOf) : value;
}

const comparisons = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Tests a scalar with one of the positive operators. */
export function compare(value: Fragment, filter: Pick<Filter, "operator" | "value">): Fragment {
  switch (filter.operator) {
    case "ilike":
      return contains(value, String(filter.value));
    case "in":
      return {
        sql: `${value.sql} IN (SELECT value FROM json_each(?))`,
        parameters: [...value.parameters, JSON.stringify(Array.isArray(filter.value) ? filter.value : [filter.value])],
      };
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return bind(`${value.sql} ${comparisons[filter.operator]} ?`, value, filter.value);
    default:
      return bind(`${value.sql} = ?`, value, filter.value);
  }
}

function bind(sql: string, value: Fragment, operand: Filter["value"]): Fragment {
  const parameter = typeof operand === "string" || typeof operand === "number" ? operand : JSON.stringify(operand);
  return { sql, parameters: [...value.parameters, parameter] };
}

/** SQLite folds the case of ASCII only; other letters go through the `foldCase` function, which costs more. */
function contains(value: Fragment, needle: string): Fragment {
  const fold = isAscii(needle) ? "lower" : "foldCase";
  return { sql: `instr(${fold}(${value.sql}), ?) > 0`, parameters: [...value.parameters, foldCase(needle)] };
}
