import type { JsonValue } from "../types/json.ts";

export interface JsonLimits {
  /** Maximum length of one text, in characters. */
  text: number;
  /** Approximate maximum size in bytes, as the service counts it: a number counts as eight bytes. */
  total: number;
  /**
   * Maximum number of values that are read, including nested ones. A value that is referenced several times counts each
   * time.
   */
  values: number;
}

/** Maximum depth of nesting. The service accepts 256 levels in total. */
export const MAX_DEPTH = 200;
export const MAX_KEY = 10_000;
const MAX_CAUSES = 20;

export const NO_LIMITS: JsonLimits = { text: Infinity, total: Infinity, values: Infinity };

interface Copy {
  readonly limits: JsonLimits;
  /** Objects and lists that contain the current value, to detect cycles. Nesting is rarely deep, so a list suffices. */
  readonly enclosing: object[];
  /** Remaining size in bytes, and remaining number of values. */
  left: number;
  values: number;
}

/**
 * Copies any value as JSON; the README lists the conversion of each type. Never throws, never changes the value, and
 * reads each property only once. Values that JSON does not support become texts. Bytes, cycles, and unreadable or
 * truncated values become notes in brackets.
 */
export function toJson(value: unknown, limits: JsonLimits = NO_LIMITS): JsonValue | undefined {
  return copyValue(value, { limits, enclosing: [], left: limits.total, values: limits.values });
}

function copyValue(value: unknown, copy: Copy): JsonValue | undefined {
  copy.left -= 3;
  copy.values -= 1;
  if (typeof value === "string") return copyText(value, copy);
  if (value === null || typeof value === "boolean") {
    copy.left -= 2;
    return value;
  }
  if (typeof value === "number") {
    copy.left -= value < 1e7 && Number.isInteger(value) && value > -1e6 ? 6 : Math.max(6, String(value).length);
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === "bigint") return copyText(value.toString(), copy);
  if (typeof value !== "object") return undefined;
  const { enclosing } = copy;
  if (enclosing.includes(value)) return copyText("[Circular]", copy);
  const depth = enclosing.length;
  if (depth >= MAX_DEPTH) return copyText("[Too deep]", copy);
  enclosing.push(value);
  try {
    return copyObject(value, copy);
  } catch (error) {
    return copyText(unreadable(error), copy);
  } finally {
    enclosing.length = depth;
  }
}

function copyText(text: string, copy: Copy): string {
  const maxLength = Math.max(0, Math.min(copy.limits.text, copy.left));
  if (text.length <= maxLength) {
    copy.left -= text.length;
    return text;
  }
  // A part of a file is useless, so the whole file is replaced by a note.
  const head = dataUriHead(text);
  if (head !== undefined) {
    copy.left -= head.length;
    return `${head}${noteOf(text)}`;
  }
  copy.left -= maxLength;
  return truncateText(text, maxLength);
}

/** Returns the start of a base64 data URI, such as `data:image/png;base64,`; undefined for any other text. */
function dataUriHead(text: string): string | undefined {
  return /^data:[^,\s]{1,500};base64,/.exec(text.slice(0, 1_000))?.[0];
}

/** Truncates a text, and appends a note with its full length. Never splits a surrogate pair. */
function truncateText(text: string, maxLength: number): string {
  const end = /[\uD800-\uDBFF]/.test(text[maxLength - 1] ?? "") ? maxLength - 1 : maxLength;
  return `${text.slice(0, end)}${noteOf(text)}`;
}

function noteOf(text: string): string {
  return `[Truncated: ${text.length} characters]`;
}

/** Truncates a text to at most `maxLength` characters, including the note. */
export function fitText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : truncateText(text, maxLength - noteOf(text).length);
}

function copyObject(value: object, copy: Copy): JsonValue | undefined {
  if (Array.isArray(value)) return copyList(value, value.length, copy);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return copyInstance(value, copy);
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? copyValue(toJSON.call(value, ""), copy) : copyOwnFields(value, copy);
}

function copyInstance(value: object, copy: Copy): JsonValue | undefined {
  if (value instanceof RegExp) return copyText(String(value), copy);
  // A wrapper object, such as `new String("a")`.
  if (/^\[object (String|Number|Boolean|BigInt)\]$/.test(Object.prototype.toString.call(value))) {
    return copyValue(value.valueOf(), copy);
  }
  if (value instanceof Error) return copyText(errorText(value), copy);
  const toJSON = "toJSON" in value ? value.toJSON : undefined;
  if (typeof toJSON === "function" && !isBytes(value)) return copyValue(toJSON.call(value, ""), copy);
  if (isBytes(value)) return copyText(`[${value.byteLength} bytes]`, copy);
  if (ArrayBuffer.isView(value)) return copyList(value as unknown as Iterable<number | bigint>, value.byteLength, copy);
  if (value instanceof Set) return copyList(value, value.size, copy);
  if (value instanceof Map) {
    const hasTextKeys = [...value.keys()].every((key) => typeof key === "string");
    return hasTextKeys
      ? copyFields([...value.keys()], (key) => value.get(key), copy)
      : copyList(value, value.size, copy);
  }
  return copyOwnFields(value, copy);
}

function copyOwnFields(value: object, copy: Copy): JsonValue {
  return copyFields(Object.keys(value), (key) => (value as Record<string, unknown>)[key], copy);
}

function isSpent(copy: Copy): boolean {
  return copy.left <= 0 || copy.values <= 0;
}

function copyList(items: Iterable<unknown>, length: number, copy: Copy): JsonValue[] {
  const list: JsonValue[] = [];
  for (const item of items) {
    if (isSpent(copy)) {
      list.push(`[Truncated: ${length} items]`);
      break;
    }
    list.push(copyValue(item, copy) ?? null);
  }
  return list;
}

function copyFields(keys: string[], read: (key: string) => unknown, copy: Copy): JsonValue {
  const fields: Record<string, JsonValue> = {};
  for (const key of keys) {
    if (isSpent(copy)) {
      fields["[Truncated]"] = `${keys.length} fields`;
      break;
    }
    let field: JsonValue | undefined;
    try {
      field = copyValue(read(key), copy);
    } catch (error) {
      field = copyText(unreadable(error), copy);
    }
    if (field === undefined) continue;
    const name = key.length <= 100 ? key : fitText(key, Math.min(MAX_KEY, Math.max(100, copy.left)));
    copy.left -= name.length + 3;
    // An assignment to `__proto__` would set the prototype.
    if (name === "__proto__") Object.defineProperty(fields, name, { ...OWN, value: field });
    else fields[name] = field;
  }
  return fields;
}

const OWN = { configurable: true, enumerable: true, writable: true };

/** Returns the name and message of an error and of its causes. Never throws. */
export function errorText(error: Error): string {
  const parts: string[] = [];
  const chain = new Set<unknown>();
  for (let cause: unknown = error; chain.size < MAX_CAUSES && !chain.has(cause); cause = attempt(cause, "cause")) {
    if (!isError(cause)) break;
    chain.add(cause);
    parts.push(`${String(attempt(cause, "name"))}: ${String(attempt(cause, "message"))}`);
  }
  return parts.join("\ncaused by ");
}

function isError(value: unknown): value is Error {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

/** Reads a field of an error, which may be a getter that throws. Name and message are converted to text. */
function attempt(error: unknown, field: "name" | "message" | "cause"): unknown {
  try {
    const value = (error as Record<string, unknown>)[field];
    return field === "cause" || typeof value === "string" ? value : describe(value);
  } catch (failure) {
    return field === "cause" ? undefined : unreadable(failure);
  }
}

/** Describes any thrown value. Never throws, and never returns an empty text. */
export function describe(value: unknown): string {
  try {
    if (isError(value)) return errorText(value);
    if (typeof value === "object" && value !== null) return describeObject(value);
    const text = typeof value === "function" ? `[function ${value.name}]` : String(value);
    return text.trim() === "" ? JSON.stringify(text) : text;
  } catch (error) {
    return unreadable(error);
  }
}

const DESCRIPTION: JsonLimits = { text: 100_000, total: 1_000_000, values: 10_000 };

function describeObject(value: object): string {
  // The `toString` of a list is not used. Its text repeats an item each time the item is contained, so it may become
  // very large.
  const hasOwnText = !Array.isArray(value) && value.toString !== Object.prototype.toString;
  const own: unknown = hasOwnText && typeof value.toString === "function" ? value.toString() : undefined;
  if (typeof own === "string" && own.trim() !== "") return own;
  const json = toJson(value, DESCRIPTION);
  return typeof json === "string" && json.trim() !== "" ? json : JSON.stringify(json ?? null);
}

function isBytes(value: object): value is ArrayBufferLike | ArrayBufferView {
  const isByteView = value instanceof Uint8Array || value instanceof Uint8ClampedArray || value instanceof DataView;
  return (
    isByteView || value instanceof ArrayBuffer || Object.prototype.toString.call(value) === "[object SharedArrayBuffer]"
  );
}

function unreadable(error: unknown): string {
  try {
    return `[Unreadable: ${fitText(String(error), 1_000)}]`;
  } catch {
    return "[Unreadable]";
  }
}
