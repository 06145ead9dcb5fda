import type { JsonValue } from "@threadline/schema/sdk";

/** Keys and indexes that lead from a JSON value to a value within it. */
export type JsonPath = readonly (string | number)[];

/**
 * Formats a path in JavaScript syntax, such as `messages[0].content`. The path of the whole value is an empty string.
 */
export function pathText(path: JsonPath): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join("");
}

/**
 * Maximum number of matches. Together with `maxVisited`, it keeps a search in megabytes of JSON from blocking the page.
 */
const maxMatches = 1_000;
const maxVisited = 200_000;

export interface JsonMatches {
  readonly paths: readonly JsonPath[];
  /** Whether there may be more matches. */
  readonly isPartial: boolean;
}

/** Returns the paths of values that contain the text in their key or value, ignoring case. */
export function searchJson(value: JsonValue, text: string): JsonMatches {
  const wanted = text.trim().toLowerCase();
  const paths: JsonPath[] = [];
  if (wanted === "") return { paths, isPartial: false };
  let visited = 0;
  const holds = (part: unknown): boolean => String(part).toLowerCase().includes(wanted);
  // Records can be nested deeper than the call stack, so this does not recurse.
  const stack: { readonly value: JsonValue; readonly path: JsonPath }[] = [{ value, path: [] }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    visited += 1;
    if (paths.length >= maxMatches || visited > maxVisited) return { paths, isPartial: true };
    const { value: current, path } = entry;
    const key = path.at(-1);
    const isBranch = typeof current === "object" && current !== null;
    if ((typeof key === "string" && holds(key)) || (!isBranch && holds(current))) paths.push(path);
    if (!isBranch) continue;
    const below = Array.isArray(current)
      ? current.map((each, index) => ({ value: each, path: [...path, index] }))
      : Object.entries(current).map(([name, each]) => ({ value: each, path: [...path, name] }));
    for (const each of below.toReversed()) stack.push(each);
  }
  return { paths, isPartial: false };
}
