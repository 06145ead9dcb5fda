import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { parseJson } from "../json/parse-json.ts";
import { isJsonObject } from "../records/json-values.ts";
import { parsePythonValue } from "./python-value.ts";
import type { Attributes } from "./span.ts";

/** Returns the first non-empty value of several attributes. */
export function first(attributes: Attributes, ...keys: readonly string[]): JsonValue | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

/** Returns the first non-empty value of several attributes as text. */
export function textOf(attributes: Attributes, ...keys: readonly string[]): string | undefined {
  return toText(first(attributes, ...keys));
}

/** Returns the first of several attributes that is a number, or text that is a number. */
export function numberOf(attributes: Attributes, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const number = toNumber(attributes.get(key));
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Returns the first non-empty value of several attributes. JSON text is parsed. */
export function jsonOf(attributes: Attributes, ...keys: readonly string[]): JsonValue | undefined {
  const value = first(attributes, ...keys);
  return value === undefined ? undefined : fromText(value);
}

/** Returns the first non-empty value of several attributes as an object; empty if the value is not an object. */
export function objectOf(attributes: Attributes, ...keys: readonly string[]): JsonObject {
  return toJsonObject(jsonOf(attributes, ...keys));
}

export function hasBelow(attributes: Attributes, prefix: string): boolean {
  for (const key of attributes.keys()) if (key.startsWith(prefix)) return true;
  return false;
}

/** Returns the attributes whose keys have a prefix, without the prefix. */
export function below(attributes: Attributes, prefix: string): JsonObject {
  if (!hasBelow(attributes, prefix)) return {};
  const found: [string, JsonValue][] = [];
  for (const [key, value] of attributes) {
    if (key.startsWith(prefix) && key.length > prefix.length) found.push([key.slice(prefix.length), value]);
  }
  return Object.fromEntries(found);
}

/** Returns attributes with indexed keys (`PREFIX.0.role`, `PREFIX.1.content`) as a list of nested values. */
export function indexed(attributes: Attributes, prefix: string): JsonValue[] {
  const start = `${prefix}.`;
  if (!hasBelow(attributes, start)) return [];
  const root: Tree = new Map();
  for (const [key, value] of attributes) {
    if (!key.startsWith(start)) continue;
    let node = root;
    const path = key.slice(prefix.length + 1).split(".");
    if (path.length > maxPathLength || !/^\d{1,6}$/u.test(path[0] ?? "")) continue;
    for (const [index, part] of path.entries()) {
      if (index === path.length - 1) {
        if (!node.has(part)) node.set(part, value);
        break;
      }
      const next = node.get(part);
      if (next instanceof Map) node = next;
      else node = plant(node, part);
    }
  }
  if (root.size === 0) return [];
  const list = fromTree(root);
  return Array.isArray(list) ? list : [];
}

type Tree = Map<string, Tree | JsonValue>;

const maxPathLength = 12;

function plant(node: Tree, part: string): Tree {
  const child: Tree = new Map();
  node.set(part, child);
  return child;
}

function fromTree(tree: Tree): JsonValue {
  const entries = [...tree].map(([key, value]): [string, JsonValue] => [
    key,
    value instanceof Map ? fromTree(value) : value,
  ]);
  if (entries.length > 0 && entries.every(([key]) => /^\d{1,6}$/u.test(key))) {
    return entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value);
  }
  return Object.fromEntries(entries);
}

/** Parses JSON text, even if it is quoted several times. Other text is returned unchanged. */
export function fromText(value: JsonValue): JsonValue {
  let current = value;
  for (let round = 0; round < 3 && typeof current === "string"; round += 1) {
    const parsed = parseText(current);
    if (parsed === undefined) return current;
    current = parsed;
  }
  return current;
}

/** Parses JSON text that is a list or an object. Other values are returned unchanged. */
export function structured(value: JsonValue): JsonValue {
  const read = fromText(value);
  return typeof read === "object" ? read : value;
}

function parseText(text: string): JsonValue | undefined {
  const start = text.trimStart().charAt(0);
  if (!'[{"'.includes(start) || start === "" || isDeep(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return start === '"' ? undefined : parsePythonValue(text);
  }
}

const maxTextDepth = 200;

function isDeep(text: string): boolean {
  if (!hasManyBrackets(text)) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxTextDepth) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth = Math.max(0, depth - 1);
    }
  }
  return false;
}

/** Whether a text has more opening brackets than the maximum depth. This is much faster than counting the depth. */
function hasManyBrackets(text: string): boolean {
  let left = maxTextDepth;
  for (const bracket of ["[", "{"]) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

export function toJsonObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function toList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

export function toText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Converts a finite number, or text that is a finite number; undefined for other values. */
export function toNumber(value: JsonValue | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Converts a token count; undefined for other values. */
export function toCount(value: JsonValue | undefined): number | undefined {
  const number = toNumber(value);
  return number === undefined || number < 0 || number > maxCount ? undefined : Math.round(number);
}

/** Token counts in the API are 32-bit integers. */
const maxCount = 2 ** 31 - 1;

export function toBoolean(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  return typeof value === "string" && /^(true|false)$/iu.test(value) ? value.toLowerCase() === "true" : undefined;
}

/** Removes fields that are undefined. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const left: { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } = {};
  for (const name of Object.keys(fields) as (keyof Fields & string)[]) {
    const value = fields[name];
    if (value === undefined) continue;
    // An assignment to `__proto__` would change the prototype, and one to another inherited name fails if the prototype
    // is frozen. So such a field is defined instead of assigned.
    if (name in left)
      Object.defineProperty(left, name, { value, enumerable: true, configurable: true, writable: true });
    else left[name] = value as Exclude<Fields[typeof name], undefined>; // the check above excludes undefined
  }
  return left;
}

export function toTags(value: JsonValue | undefined): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const read = fromText(value);
  const list = typeof read === "string" ? read.split(",") : toList(read);
  const tags = list.map((each) => (toText(each) ?? "").trim()).filter((tag) => tag !== "");
  return tags.length > 0 ? [...new Set(tags)] : undefined;
}
