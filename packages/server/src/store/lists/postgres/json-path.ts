import { toComparable } from "../../comparable-text.ts";
import type { Fragment } from "../../session/postgres/session.ts";

/**
 * Reads the JSON texts of columns. PostgreSQL cannot take apart a text with NUL or a lone surrogate in it, so those, which
 * `JSON.stringify` always escapes, are replaced by U+FFFD first; a parameter goes through {@link toComparable}. Not STRICT,
 * so that it becomes a part of the statement: a call for each row takes longer than what it does.
 */
export const jsonFunctions: readonly string[] = [
  String.raw`CREATE FUNCTION threadline_json(value text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN position('\u' IN value) = 0 THEN value
      ELSE regexp_replace(value, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1${"\u{FFFD}"}', 'g') END::json $$`,
];

/** Interpretations of a dotted path: nested keys (or array indexes), or one key with dots. */
function pathsOf(path: string | undefined): readonly string[][] {
  if (path === undefined || path === "") return [[]];
  const segments = toComparable(path).split(".");
  return segments.length > 1 ? [segments, [segments.join(".")]] : [segments];
}

/** The text of the value at a path: a string's content, other values as JSON; NULL when there is none or it is null. */
export function jsonTextAt(json: string, path: string | undefined): Fragment {
  return firstOf(json, path, (value) => `${value} COLLATE "C"`, "#>>");
}

/** The value at a path as `json`; NULL when there is none. */
export function jsonValueAt(json: string, path: string | undefined): Fragment {
  return firstOf(json, path, (value) => value, "#>");
}

/** The JSON type of the value at a path: `string`, `number`, `boolean`, `null`, `object` or `array`. */
export function jsonTypeAt(json: string, path: string | undefined): Fragment {
  return firstOf(json, path, (value) => `json_typeof(${value})`, "#>");
}

function firstOf(
  json: string,
  path: string | undefined,
  read: (value: string) => string,
  operator: "#>" | "#>>",
): Fragment {
  const paths = pathsOf(path);
  const reads = paths.map(() => read(`(threadline_json(${json}) ${operator} ?::text[])`));
  return { sql: reads.length === 1 ? reads.join("") : `coalesce(${reads.join(", ")})`, parameters: paths };
}
