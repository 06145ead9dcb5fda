import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { CommandError } from "../command-error.ts";

/** A setting in a JSON file. The value undefined deletes it. */
export interface JsonSetting {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
}

/**
 * Changes settings in a JSON file. Keeps the order of its keys and its indentation. `name` is used in error messages.
 */
export function editJson(text: string, settings: readonly JsonSetting[], name: string): string {
  const root = parse(text, name);
  const changed = settings.reduce<JsonObject>(
    (object, { path, value }) => withSetting(object, path, value, name),
    root,
  );
  if (Object.keys(changed).length === 0) return "";
  if (JSON.stringify(changed) === JSON.stringify(root)) return text;
  const indentation = /\n([ \t]+)\S/u.exec(text)?.[1] ?? "  ";
  return `${JSON.stringify(changed, null, indentation)}\n`;
}

export function readJsonSettings(text: string, paths: readonly (readonly string[])[], name: string): JsonSetting[] {
  const root = parse(text, name);
  return paths.map((path) => ({
    path,
    value: path.reduce<JsonValue | undefined>(
      (object, key) => (isJsonObject(object ?? null) ? ownField(object as JsonObject, key) : undefined),
      root,
    ),
  }));
}

function parse(text: string, name: string): JsonObject {
  if (text.trim() === "") return {};
  let read: JsonValue;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/u, "")) as JsonValue;
  } catch {
    throw new CommandError(`${name} is not plain JSON (comments are not supported). It was not changed.`);
  }
  if (!isJsonObject(read)) throw new CommandError(`${name} is not a JSON object. It was not changed.`);
  return read;
}

function ownField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function withSetting(
  object: JsonObject,
  [key = "", ...rest]: readonly string[],
  value: JsonValue | undefined,
  name: string,
): JsonObject {
  const known = ownField(object, key);
  if (rest.length === 0) {
    if (value !== undefined) return { ...object, [key]: value };
    const { [key]: _deleted, ...others } = object;
    return others;
  }
  if (known !== undefined && !isJsonObject(known))
    throw new CommandError(`"${key}" in ${name} is not an object. It was not changed.`);
  if (known === undefined && value === undefined) return object;
  const inner = withSetting(known ?? {}, rest, value, name);
  // If the deletion of a setting leaves an empty object, the object is deleted, too.
  if (Object.keys(inner).length === 0 && value === undefined) return withSetting(object, [key], undefined, name);
  return { ...object, [key]: inner };
}
