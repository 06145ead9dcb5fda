import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "./json-object.ts";
import { parsePath, type PathSegment } from "./parse-path.ts";
import type { TargetView } from "./target-view.ts";

/**
 * Returns the value at a path (see {@link parsePath}). Undefined if there is none. A name after a list reads that field
 * of each item; items without the field are omitted. Only own fields are read.
 */
export function readPath(view: TargetView, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = view as unknown as JsonValue; // all fields of a view are JSON values
  for (const segment of parsePath(path)) {
    if (value === undefined) return undefined;
    value = step(value, segment);
  }
  return value;
}

function step(value: JsonValue, segment: PathSegment): JsonValue | undefined {
  switch (segment.kind) {
    case "name":
      return Array.isArray(value)
        ? value.flatMap((item) => {
            const field = fieldOf(item, segment.name);
            return field === undefined ? [] : [field];
          })
        : fieldOf(value, segment.name);
    case "index":
      return Array.isArray(value) ? value.at(segment.index) : undefined;
    case "filter":
      return Array.isArray(value)
        ? value.filter((item) => {
            const field = fieldOf(item, segment.name);
            return field !== undefined && typeof field !== "object" && String(field) === segment.text;
          })
        : undefined;
  }
}

function fieldOf(value: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
