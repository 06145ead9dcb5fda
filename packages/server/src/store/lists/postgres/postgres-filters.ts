import { isReplaced, foldCase, isAscii } from "../../comparable-text.ts";
import type { Filter } from "../../list.ts";
import type { Fragment, Parameter } from "../../session/postgres/session.ts";
import { type FieldSource as AnyFieldSource, FilterCompiler, type FilterDialect } from "../filter-compiler.ts";
import { disjunction } from "../../session/fragment.ts";
import { jsonTextAt, jsonTypeAt, jsonValueAt } from "./json-path.ts";

export interface FieldSource extends AnyFieldSource<Parameter> {
  /** Returns the index that contains the matches of a filter in order of creation; undefined if there is none. */
  readonly listed?: ((filter: Filter) => IndexedRecords | undefined) | undefined;
}

/** An index on records. `rows` is the FROM item of its rows `r`, and `condition` selects those that match a filter. */
export interface IndexedRecords {
  readonly rows: string;
  readonly condition: Fragment;
}

const dialect: FilterDialect<Parameter> = {
  /**
   * Binds a value. An integer is bound without a cast, and so gets the type of the column that is compared with it.
   * With a different type, PostgreSQL would not use an index on the column.
   */
  bind: (value) => ({
    sql: typeof value === "string" || Number.isSafeInteger(value) ? "?" : "?::float8",
    parameters: [value],
  }),

  isIn: ({ sql, parameters }, values) => ({ sql: `${sql} = ANY(?::text[])`, parameters: [...parameters, values] }),

  /** Folds case like JavaScript, by the ICU collation. For ASCII texts, the faster collation `C` suffices. */
  contains({ sql, parameters }, needle) {
    const collation = isAscii(needle) ? "C" : "und-x-icu";
    return {
      sql: `strpos(lower((${sql}) COLLATE "${collation}") COLLATE "C", ?::text) > 0`,
      parameters: [...parameters, foldCase(needle)],
    };
  },

  jsonTextAt,

  /** Reads the value in a subquery, so that the JSON is parsed only once. */
  isJsonNumber(json, path, test) {
    const value = jsonValueAt(json, path);
    const number = test({ sql: "(j.value #>> '{}')::float8", parameters: [] });
    return {
      sql: `(SELECT CASE WHEN json_typeof(j.value) = 'number' THEN ${number.sql} END FROM (SELECT ${value.sql} AS value OFFSET 0) j)`,
      parameters: [...number.parameters, ...value.parameters],
    };
  },

  isJsonBoolean(json, path, value) {
    const [text, type] = [jsonTextAt(json, path), jsonTypeAt(json, path)];
    return {
      sql: `(${text.sql} = ? AND ${type.sql} = 'boolean')`,
      parameters: [...text.parameters, String(value), ...type.parameters],
    };
  },

  /**
   * Puts a fast test before `test`: whether the JSON text contains the value of the filter or the last key of its path.
   */
  shortened(filter, source, test) {
    const mention = mentions(source.inside ?? source.value, filter);
    if (mention === undefined) return test;
    const isEnough = filter.operator === "ilike" && !filter.path && source.inside === undefined;
    const tested = isEnough ? `${isPlainJson(source.value)} OR ${test.sql}` : test.sql;
    return { sql: `(${mention.sql}) AND (${tested})`, parameters: [...mention.parameters, ...test.parameters] };
  },

  oneByOne: " OFFSET 0",
};

export const postgresFilters: FilterCompiler<Parameter> = new FilterCompiler(dialect);

/**
 * Returns a condition that tests whether a JSON text is an object or array without `\u` escapes. Such a text need not
 * be parsed for a search, because parsing it would not change the result.
 */
function isPlainJson(json: string): string {
  return `left(${json}, 1) IN ('{', '[') AND strpos(${json}, '\\u') = 0`;
}

const maxMentions = 16;

/**
 * Returns a fast condition that all matches of the filter meet, to exclude most other records. It tests whether the
 * JSON text contains the value of the filter or, for operators such as `gt`, the last key of its path. Undefined if the
 * JSON text of a match need not contain them.
 */
function mentions(json: string, filter: Filter): Fragment | undefined {
  const { operator, value } = filter;
  if (operator !== "ilike" && operator !== "eq" && operator !== "in" && operator !== "is") {
    return mentionsKey(json, filter);
  }
  const texts = [value].flat().map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  if (texts.length === 0 || texts.length > maxMentions || texts.some(isReplaced)) return undefined;
  return disjunction(
    texts
      .flatMap((text) => [...new Set([text, JSON.stringify(text).slice(1, -1)])])
      .map((text) =>
        operator === "ilike" ? dialect.contains({ sql: json, parameters: [] }, text) : holds(json, text),
      ),
  );
}

/**
 * Returns a condition that tests whether a JSON text contains the last key of a path. Undefined if the key may be an
 * array index, which is not in the text.
 */
function mentionsKey(json: string, { path = "" }: Filter): Fragment | undefined {
  const key = path.split(".").at(-1) ?? "";
  return key === "" || /^[\s+-]*\d+$/.test(key) || isReplaced(key)
    ? undefined
    : holds(json, `${JSON.stringify(key).slice(1, -1)}":`);
}

function holds(text: string, part: string): Fragment {
  return { sql: `strpos(${text}, ?::text) > 0`, parameters: [part] };
}
