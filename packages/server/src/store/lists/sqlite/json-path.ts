import type { Fragment } from "../../session/sqlite/database.ts";

/**
 * Returns the JSON paths that a path with dots can mean. A number is a key or an array index, and all segments together
 * can also be one key with dots.
 */
function jsonPaths(path: string | undefined): readonly string[] {
  if (path === undefined || path === "") return ["$"];
  const segments = path.split(".");
  const nested = `$${segments.map(keyStep).join("")}`;
  const paths = [nested];
  if (segments.some(isIndex))
    paths.push(`$${segments.map((segment) => (isIndex(segment) ? `[${segment}]` : keyStep(segment))).join("")}`);
  if (segments.length > 1) paths.push(`$${keyStep(path)}`);
  return paths;
}

/**
 * SQL expression for the value at a path as text: the content of a string, or the JSON of any other value. NULL if the
 * value is missing or null.
 */
export function jsonTextAt(json: string, path: string | undefined): Fragment {
  return firstOf(path, (step) => ({
    sql: `CASE json_type(${json}, ?) WHEN 'text' THEN ${json} ->> ? WHEN 'null' THEN NULL ELSE ${json} -> ? END`,
    parameters: [step, step, step],
  }));
}

/** SQL expression for the value at a path as JSON text. NULL if the value is missing. */
export function jsonValueAt(json: string, path: string | undefined): Fragment {
  return firstOf(path, (step) => ({ sql: `${json} -> ?`, parameters: [step] }));
}

/**
 * SQL expression for the JSON type of the value at a path: `text`, `integer`, `real`, `true`, `false`, `null`, `object`
 * or `array`.
 */
export function jsonTypeAt(json: string, path: string | undefined): Fragment {
  return firstOf(path, (step) => ({ sql: `json_type(${json}, ?)`, parameters: [step] }));
}

function firstOf(path: string | undefined, read: (step: string) => Fragment): Fragment {
  const [first, ...others] = jsonPaths(path).map(read);
  if (first === undefined || others.length === 0) return first ?? { sql: "NULL", parameters: [] };
  const reads = [first, ...others];
  return {
    sql: `coalesce(${reads.map((each) => each.sql).join(", ")})`,
    parameters: reads.flatMap((each) => each.parameters),
  };
}

function keyStep(key: string): string {
  return `.${JSON.stringify(key)}`;
}

function isIndex(segment: string): boolean {
  return /^\d{1,9}$/.test(segment);
}
