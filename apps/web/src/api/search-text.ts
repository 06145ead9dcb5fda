/**
 * Parses the search part of a URL. Values stay strings, since a name may be `7.0` or `null`, except `true`, `false` and
 * values that start like a JSON object, array or string.
 */
export function parseSearch(search: string): Record<string, unknown> {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, text]) => [name, readValue(text)]));
}

/**
 * Formats an object for {@link parseSearch}, with a question mark; empty without values. Undefined values are omitted.
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
