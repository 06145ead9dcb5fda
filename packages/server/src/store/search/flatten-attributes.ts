import type { JsonObject, JsonValue } from "../../json/json-value.ts";

/** A value in a metadata object, and its dot-separated path of keys. */
export interface Attribute {
  readonly path: string;
  /**
   * `unsure` means that the index does not contain the value, for example an object, an array or a long text. A search
   * must then test the record itself.
   */
  readonly kind: "string" | "number" | "boolean" | "unsure";
  /** Strings are unchanged; other values are JSON text. Empty if the kind is `unsure`. */
  readonly text: string;
}

const maximumAttributes = 200;
const maximumDepth = 12;
const maximumPathLength = 256;
const maximumTextLength = 256;

/**
 * Returns the values in metadata with their paths, for example `user.plan`. Null if the metadata is too large or too
 * deep.
 *
 * A path separates keys by dots, so a key with a dot is ambiguous. At the top level, such keys are included, because
 * attributes of spans have them, but the values inside of their objects are left out. Below the top level, keys with a
 * dot are left out.
 */
export function flattenAttributes(metadata: JsonObject): readonly Attribute[] | null {
  const attributes = new Map<string, Attribute>();
  const visit = (path: string, value: JsonValue, depth: number): boolean => {
    if (value === null) return true;
    if (path.length > maximumPathLength || depth > maximumDepth || attributes.size >= maximumAttributes) return false;
    // A key with a dot may have the same path as a nested key, for example in `{"a.b": 1, "a": {"b": 2}}`. Such a path
    // has two values, so the index contains none of them (`unsure`).
    attributes.set(path, attributes.has(path) ? unsure(path) : attributeOf(path, value));
    if (typeof value !== "object" || (depth === 1 && path.includes("."))) return true;
    return Object.entries(value).every(
      ([key, inner]) => key.includes(".") || visit(`${path}.${key}`, inner, depth + 1),
    );
  };
  return Object.entries(metadata).every(([key, value]) => visit(key, value, 1)) ? [...attributes.values()] : null;
}

function attributeOf(path: string, value: Exclude<JsonValue, null>): Attribute {
  switch (typeof value) {
    case "string":
      return value.length > maximumTextLength ? unsure(path) : { path, kind: "string", text: value };
    case "number":
      return { path, kind: "number", text: JSON.stringify(value) };
    case "boolean":
      return { path, kind: "boolean", text: String(value) };
    default:
      return unsure(path);
  }
}

function unsure(path: string): Attribute {
  return { path, kind: "unsure", text: "" };
}
