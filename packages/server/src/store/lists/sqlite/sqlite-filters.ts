import { toComparable, foldCase, isAscii } from "../../comparable-text.ts";
import type { Parameter, Fragment } from "../../session/sqlite/database.ts";
import { type FieldSource as AnyFieldSource, FilterCompiler, spelledInJson } from "../filter-compiler.ts";
import { jsonTextAt, jsonTypeAt } from "./json-path.ts";

export type FieldSource = AnyFieldSource<Parameter>;

/** Maximum pattern length; SQLite rejects patterns from 50,000 bytes on. */
const maxPattern = 1_000;

export const sqliteFilters: FilterCompiler<Parameter> = new FilterCompiler({
  bind: (value) => ({ sql: "?", parameters: [value] }),

  isIn: ({ sql, parameters }, values) => ({
    sql: `${sql} IN (SELECT value FROM json_each(?))`,
    parameters: [...parameters, JSON.stringify(values)],
  }),

  /** SQLite folds the case of ASCII only; other letters go through the `foldCase` function, which costs more. */
  contains({ sql, parameters }, needle) {
    const fold = isAscii(needle) ? "lower" : "foldCase";
    return { sql: `instr(${fold}(${sql}), ?) > 0`, parameters: [...parameters, foldCase(needle)] };
  },

  jsonTextAt: comparableTextAt,

  isJsonNumber(json, path, test) {
    const type = jsonTypeAt(comparable(json), comparablePath(path));
    const text = comparableTextAt(json, path);
    const passes = test({ sql: `CAST(${text.sql} AS REAL)`, parameters: text.parameters });
    return {
      sql: `${type.sql} IN ('integer', 'real') AND ${passes.sql}`,
      parameters: [...type.parameters, ...passes.parameters],
    };
  },

  isJsonBoolean(json, path, value) {
    const { sql, parameters } = jsonTypeAt(comparable(json), comparablePath(path));
    return { sql: `${sql} = ?`, parameters: [...parameters, String(value)] };
  },

  /**
   * If JSON does not escape the value of the filter, each match contains the value unchanged. The unparsed JSON text is
   * then tested with LIKE first, because parsing takes more than twice as long.
   */
  shortened({ operator, value }, source, test) {
    const needle = toComparable(String(value));
    if (operator !== "ilike" || !isAscii(needle) || needle.length > maxPattern) return test;
    if (spelledInJson(needle) !== needle) return test;
    const pattern = `%${needle.replaceAll(/[%_^]/g, "^$&")}%`;
    return {
      sql: `(${source.value} LIKE ? ESCAPE '^' AND ${test.sql})`,
      parameters: [pattern, ...test.parameters],
    };
  },

  oneByOne: "",
});

function comparableTextAt(json: string, path: string | undefined): Fragment {
  return jsonTextAt(comparable(json), comparablePath(path));
}

/**
 * JSON text in its comparable form. The function `comparableJson` is slow, and few texts contain `\u` escapes. Texts
 * without such escapes are therefore not passed to the function.
 */
function comparable(json: string): string {
  return `(CASE WHEN instr(${json}, '\\u') = 0 THEN ${json} ELSE comparableJson(${json}) END)`;
}

function comparablePath(path: string | undefined): string | undefined {
  return path === undefined ? undefined : toComparable(path);
}
