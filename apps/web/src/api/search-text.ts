/**
 * Parses the search part of a URL. `true`, `false`, and values that start like a JSON object, array or string are
 * parsed as JSON. All other values stay strings, because a value such as `7.0` or `null` may be the name of a record.
 */
export function parseSearch(search: string): Record<string, unknown> {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, text]) => [name, readValue(text)]));
}

/**
 * Formats an object for {@link parseSearch}, with a leading question mark. Undefined values are omitted. Returns empty
 * text when there are no values.
 */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) parameters.set(name, writeValue(value));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

function readValue(text: string): unknown {
  if (!/^(?:true$|false$|[[{"])/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function writeValue(value: unknown): string {
  return typeof value === "string" && readValue(value) === value ? value : JSON.stringify(value);
}
