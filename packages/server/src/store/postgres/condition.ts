import { isReplaced, toComparable, toComparableJson } from "../comparable-text.ts";
import { foldCase, isAscii } from "../fold-case.ts";
import type { Filter } from "../list.ts";
import { positiveOf, toTexts } from "../positive-filter.ts";
import { jsonTextAt, jsonTypeAt, jsonValueAt } from "./json-path.ts";
import type { Fragment } from "./session.ts";

/**
 * How a filter field reads its value: `value` is a scalar expression, or a JSON text when `json` is set. With `from` the
 * record has any number of values, the rows of `FROM ... WHERE ...`; a condition then holds when it holds for one.
 */
export interface FieldSource {
  readonly value: string;
  readonly json?: true | undefined;
  /** The text that a JSON text is taken out of, when it is not that itself. */
  readonly inside?: string | undefined;
  readonly from?: ((filter: Filter) => Fragment) | undefined;
  /** The same rows as the record itself tells them, where those are sought that have none: no index finds them. */
  readonly held?: string | undefined;
  /** The index that has the records with the value of a filter, all of them in the list, in the order of their creation. */
  readonly listed?: ((filter: Filter) => IndexedRecords | undefined) | undefined;
  /** Other spellings that a value may match, e.g. a user's id beside the identifier. */
  readonly alternatives?: readonly string[] | undefined;
}

/** Rows `r` that have `project_id`, `created_at` and `key` of records, and the condition on those that a filter finds. */
export interface IndexedRecords {
  readonly rows: string;
  readonly condition: Fragment;
}

/** The condition that a filter puts on a record. */
export function compileFilter(filter: Filter, source: FieldSource): Fragment {
  const positive = positiveOf(filter);
  if (positive.operator !== filter.operator) {
    if (positive.operator === "is" && filter.value === null) return compileIsPresent(filter, source);
    const { held } = source;
    const isHeld = held !== undefined && positive.operator !== "is";
    const from = isHeld ? () => ({ sql: held, parameters: [] }) : source.from;
    const condition = compileFilter(positive, { ...source, from });
    return { sql: `NOT coalesce((${condition.sql}), FALSE)`, parameters: condition.parameters };
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
  if (source.from === undefined) return testNull(filter, source, "IS NULL");
  const { sql, parameters } = compileIsPresent(filter, source);
  return { sql: `NOT (${sql})`, parameters };
}

/** Not the negation of the other, which an index over the rows that have a value would not be seen to answer. */
function compileIsPresent(filter: Filter, source: FieldSource): Fragment {
  return within(source, filter, testNull(filter, source, "IS NOT NULL"));
}

function testNull({ path }: Filter, { json, value }: FieldSource, test: "IS NULL" | "IS NOT NULL"): Fragment {
  const read = json ? jsonTextAt(value, path) : { sql: value, parameters: [] };
  return { sql: `${read.sql} ${test}`, parameters: read.parameters };
}

function within(source: FieldSource, filter: Filter, test: Fragment): Fragment {
  if (source.from === undefined) return test;
  const rows = source.from(filter);
  // Of payloads no more are read than the page, or the count, needs: the planner would rather hash all of them.
  const isRead = source.json ? " OFFSET 0" : "";
  return {
    sql: `EXISTS (SELECT 1 ${rows.sql} AND (${test.sql})${isRead})`,
    parameters: [...rows.parameters, ...test.parameters],
  };
}

function compileTest(filter: Filter, source: FieldSource): Fragment {
  if (!source.json) return compare({ sql: source.value, parameters: [] }, filter);
  const test = compileJsonTest(filter, source);
  const mention = mentions(source.inside ?? source.value, filter);
  if (mention === undefined) return test;
  const isEnough = filter.operator === "ilike" && !filter.path && source.inside === undefined;
  const tested = isEnough ? `${isPlainJson(source.value)} OR ${test.sql}` : test.sql;
  return { sql: `(${mention.sql}) AND (${tested})`, parameters: [...mention.parameters, ...test.parameters] };
}

/** Whether a JSON text is an object or array whose text is what it is compared by: what it mentions, it contains. */
function isPlainJson(json: string): string {
  return `left(${json}, 1) IN ('{', '[') AND strpos(${json}, '\\u') = 0`;
}

function compileJsonTest(filter: Filter, source: FieldSource): Fragment {
  const text = jsonTextAt(source.value, filter.path);
  switch (typeof filter.value) {
    case "number": {
      const value = jsonValueAt(source.value, filter.path);
      const number = compare({ sql: "(j.value #>> '{}')::float8", parameters: [] }, filter);
      // To take a JSON text apart is what is dear, so that it happens once.
      return {
        sql: `(SELECT CASE WHEN json_typeof(j.value) = 'number' THEN ${number.sql} END FROM (SELECT ${value.sql} AS value OFFSET 0) j)`,
        parameters: [...number.parameters, ...value.parameters],
      };
    }
    case "boolean": {
      const type = jsonTypeAt(source.value, filter.path);
      return {
        sql: `(${text.sql} = ? AND ${type.sql} = 'boolean')`,
        parameters: [...text.parameters, String(filter.value), ...type.parameters],
      };
    }
    default:
      return filter.operator === "ilike"
        ? containsJson(text, String(filter.value))
        : compare(text, { ...filter, value: toTexts(filter.value) });
  }
}

/** More values than this are not looked for in the text. */
const mostMentions = 16;

/**
 * Whether a JSON text has the wanted value anywhere in it, or the key of its path, which costs much less to know than what
 * is at a path. Undefined when that says nothing.
 */
function mentions(json: string, filter: Filter): Fragment | undefined {
  const { operator, value } = filter;
  if (operator !== "ilike" && operator !== "eq" && operator !== "in" && operator !== "is") {
    return mentionsKey(json, filter);
  }
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  if (texts.length === 0 || texts.length > mostMentions || texts.some(isReplaced)) return undefined;
  const isAny = operator === "ilike";
  const tests = texts
    .flatMap((text) => [...new Set([text, JSON.stringify(text).slice(1, -1)])])
    .map((text) => (isAny ? contains({ sql: json, parameters: [] }, text) : holds(json, text)));
  return { sql: tests.map(({ sql }) => sql).join(" OR "), parameters: tests.flatMap(({ parameters }) => parameters) };
}

/** Places in an array have no key. */
function mentionsKey(json: string, { path = "" }: Filter): Fragment | undefined {
  const key = path.split(".").at(-1) ?? "";
  return key === "" || /^[\s+-]*\d+$/.test(key) || isReplaced(key)
    ? undefined
    : holds(json, `${JSON.stringify(key).slice(1, -1)}":`);
}

function holds(text: string, part: string): Fragment {
  return { sql: `strpos(${text}, ?::text) > 0`, parameters: [part] };
}

/** Inside an object or array, text stands as JSON spells it. */
function containsJson(text: Fragment, needle: string): Fragment {
  const plain = contains(text, needle);
  const escaped = toComparableJson(JSON.stringify(needle).slice(1, -1));
  if (escaped === needle) return plain;
  const spelled = contains(text, escaped);
  return { sql: `(${plain.sql} OR ${spelled.sql})`, parameters: [...plain.parameters, ...spelled.parameters] };
}

const comparisons = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Tests a scalar with one of the positive operators. */
function compare(value: Fragment, filter: Pick<Filter, "operator" | "value">): Fragment {
  switch (filter.operator) {
    case "ilike":
      return contains(value, String(filter.value));
    case "in":
      return {
        sql: `${value.sql} = ANY(?::text[])`,
        parameters: [...value.parameters, (Array.isArray(filter.value) ? filter.value : [filter.value]).map(textOf)],
      };
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return bind(value, comparisons[filter.operator], filter.value);
    default:
      return bind(value, "=", filter.value);
  }
}

/** A whole number takes the type of the column, whose index then serves. */
function bind(value: Fragment, comparison: string, operand: Filter["value"]): Fragment {
  if (typeof operand !== "number") {
    return { sql: `${value.sql} ${comparison} ?`, parameters: [...value.parameters, textOf(operand)] };
  }
  const cast = Number.isSafeInteger(operand) ? "" : "::float8";
  return { sql: `${value.sql} ${comparison} ?${cast}`, parameters: [...value.parameters, operand] };
}

function textOf(value: Filter["value"]): string {
  return toComparable(typeof value === "string" ? value : JSON.stringify(value));
}

/** The ICU collation folds case as JavaScript does; that of ASCII alone costs less. */
function contains(value: Fragment, needle: string): Fragment {
  const collation = isAscii(needle) ? "C" : "und-x-icu";
  return {
    sql: `strpos(lower((${value.sql}) COLLATE "${collation}") COLLATE "C", ?::text) > 0`,
    parameters: [...value.parameters, toComparable(foldCase(needle))],
  };
}
