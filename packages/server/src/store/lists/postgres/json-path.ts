import { toComparable } from "../../comparable-text.ts";
import type { Fragment } from "../../session/postgres/session.ts";

/**
 * SQL function that parses a JSON text. Replaces escapes of NUL and lone surrogates with U+FFFD, because PostgreSQL
 * cannot parse such escapes. The function is not STRICT, so that PostgreSQL can inline it. A STRICT function would be
 * called for each row, which is slower.
 */
export const jsonFunctions: readonly string[] = [
  String.raw`CREATE FUNCTION threadline_json(value text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN position('\u' IN value) = 0 THEN value
      ELSE regexp_replace(value, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1${"\u{FFFD}"}', 'g') END::json $$`,
];

/** Returns the sequences of keys that a path with dots can mean: nested keys or array indexes, or one key with dots. */
function pathsOf(path: string | undefined): readonly string[][] {
  if (path === undefined || path === "") return [[]];
  const segments = toComparable(path).split(".");
  return segments.length > 1 ? [segments, [segments.join(".")]] : [segments];
}

/**
 * SQL expression for the value at a path as text: the content of a string, or the JSON of any other value. NULL if the
 * value is missing or null.
 */
export function jsonTextAt(json: string, path: string | undefined): Fragment {
  return firstOf(json, path, (value) => `${value} COLLATE "C"`, "#>>");
}

/** SQL expression for the value at a path, of the type `json`. NULL if the value is missing. */
export function jsonValueAt(json: string, path: string | undefined): Fragment {
  return firstOf(json, path, (value) => value, "#>");
}

/**
 * SQL expression for the JSON type of the value at a path: `string`, `number`, `boolean`, `null`, `object` or `array`.
 */
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
