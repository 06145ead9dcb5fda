import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../json-object.ts";

/** Whether two values are equal. The order of an object's fields does not count. */
export function equalJson(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => equalJson(item, other[index] ?? null))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equalJson(one[name] ?? null, other[name] ?? null))
  );
}
