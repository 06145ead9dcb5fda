import type { JsonValue } from "../types/json.ts";

/** How much of a value is kept. */
export interface JsonLimits {
  /** The most characters of one text. */
  text: number;
  /** About the most characters of JSON. */
  total: number;
}

/** Deeper values are left out: the service takes 256 levels in all. */
export const MAX_DEPTH = 200;

export const NO_LIMITS: JsonLimits = { text: Infinity, total: Infinity };

/** A copy in progress. */
interface Copy {
  readonly limits: JsonLimits;
  readonly enclosing: Set<object>;
  /** Characters that may still be kept. */
  left: number;
}

/**
 * A copy of any value as JSON; the README documents what becomes of each kind. It never throws and never changes the value: what
 * JSON cannot hold is replaced by its text, or by a note in brackets (bytes, a cycle, what cannot be read, what was cut).
 */
export function toJson(value: unknown, limits: JsonLimits = NO_LIMITS): JsonValue | undefined {
  return copyValue(value, { limits, enclosing: new Set(), left: limits.total });
}

function copyValue(value: unknown, copy: Copy): JsonValue | undefined {
  copy.left -= 2;
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return copyText(value, copy);
  if (typeof value === "number") {
    copy.left -= String(value).length;
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return undefined;
  if (copy.enclosing.has(value)) return "[Circular]";
  if (copy.enclosing.size >= MAX_DEPTH) return "[Too deep]";
  copy.enclosing.add(value);
  const copied = attempt(() => copyObject(value, copy));
  copy.enclosing.delete(value);
  return copied;
}

function copyText(text: string, copy: Copy): string {
  const most = Math.max(0, Math.min(copy.limits.text, copy.left));
  copy.left -= Math.min(text.length, most);
  if (text.length <= most) return text;
  // A pair of surrogates is kept whole or not at all.
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? "") ? most - 1 : most;
  return `${text.slice(0, end)}[Truncated: ${text.length} characters]`;
}

function copyObject(value: object, copy: Copy): JsonValue | undefined {
  if (Array.isArray(value)) return copyList(value, value.length, copy);
  if (value instanceof RegExp) return copyText(String(value), copy);
  // `new String("a")` and its like.
  if (/^\[object (String|Number|Boolean|BigInt)\]$/.test(Object.prototype.toString.call(value))) {
    return copyValue(value.valueOf(), copy);
  }
  if (value instanceof Error) return copyText(errorText(value), copy);
  if ("toJSON" in value && typeof value.toJSON === "function" && !isBytes(value))
    return copyValue(value.toJSON(), copy);
  if (isBytes(value)) return `[${value.byteLength} bytes]`;
  if (ArrayBuffer.isView(value)) return copyList(value as unknown as Iterable<number | bigint>, value.byteLength, copy);
  if (value instanceof Set) return copyList(value, value.size, copy);
  if (value instanceof Map) {
    const hasTextKeys = [...value.keys()].every((key) => typeof key === "string");
    return hasTextKeys
      ? copyFields([...value.keys()], (key) => value.get(key), copy)
      : copyList(value, value.size, copy);
  }
  return copyFields(Object.keys(value), (key) => (value as Record<string, unknown>)[key], copy);
}

function copyList(items: Iterable<unknown>, length: number, copy: Copy): JsonValue[] {
  const list: JsonValue[] = [];
  for (const item of items) {
    if (copy.left <= 0) {
      list.push(`[Truncated: ${length} items]`);
      break;
    }
    list.push(copyValue(item, copy) ?? null);
  }
  return list;
}

function copyFields(keys: string[], read: (key: string) => unknown, copy: Copy): JsonValue {
  const fields: [string, JsonValue][] = [];
  for (const key of keys) {
    if (copy.left <= 0) {
      fields.push(["[Truncated]", `${keys.length} fields`]);
      break;
    }
    copy.left -= key.length + 3;
    const field = attempt(() => copyValue(read(key), copy));
    if (field !== undefined) fields.push([key, field]);
  }
  // A key such as `__proto__` stays a key.
  return Object.fromEntries(fields);
}

/** What an error says, with what it says of its causes. */
export function errorText(error: Error): string {
  const chain = new Set<Error>();
  for (let cause: unknown = error; cause instanceof Error && !chain.has(cause); cause = cause.cause) chain.add(cause);
  return [...chain].map(({ name, message }) => `${name}: ${message}`).join("\ncaused by ");
}

function isBytes(value: object): value is ArrayBufferLike | ArrayBufferView {
  const isByteView = value instanceof Uint8Array || value instanceof Uint8ClampedArray || value instanceof DataView;
  return (
    isByteView || value instanceof ArrayBuffer || Object.prototype.toString.call(value) === "[object SharedArrayBuffer]"
  );
}

function attempt<Result>(read: () => Result): Result | string {
  try {
    return read();
  } catch (error) {
    try {
      return `[Unreadable: ${String(error)}]`;
    } catch {
      return "[Unreadable]";
    }
  }
}
