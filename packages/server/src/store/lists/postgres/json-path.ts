import { toComparable } from "../../comparable-text.ts";
import type { Fragment } from "../../session/postgres/session.ts";

/**
 * Parses JSON texts in columns. PostgreSQL cannot parse escapes of NUL and lone surrogates, so they are first replaced
 * by U+FFFD. `JSON.stringify` always escapes these characters. Parameters go through {@link toComparable}. The function
 * is not STRICT, so that it is inlined: a function call per row takes longer than its body.
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

/** Text of the value at a path: a string's content, other values as JSON; NULL if missing or null. */
export function jsonTextAt(json: string, path: string | undefined): Fragment {
  return firstOf(json, path, (value) => `${value} COLLATE "C"`, "#>>");
}

/** Value at a path as `json`; NULL if missing. */
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
