import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../../json/json-text.ts";

/**
 * Returns the fields of a user's metadata that contain a searched text in their path or value, such as `plan: guest`
 * for `guest` or `plan:guest`. Fields in lists have the path of the list. Metadata that is a single value has no path.
 */
export function matchedFields(metadata: JsonValue, search: string): readonly string[] {
  const wanted = plain(search.trim());
  if (wanted === "") return [];
  return fieldsOf(metadata, "")
    .filter(({ path, value }) => plain(`${path}:${value}`).includes(wanted))
    .map(({ path, value }) => (path === "" ? value : `${path}: ${value}`));
}

/** Quotes are ignored, as in the search of the service. */
function plain(text: string): string {
  return text.replaceAll('"', "").toLowerCase();
}

function fieldsOf(value: JsonValue, path: string): { readonly path: string; readonly value: string }[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, path));
  if (!isJsonObject(value)) return [{ path, value: typeof value === "string" ? value : JSON.stringify(value) }];
  return Object.entries(value).flatMap(([key, field]) => fieldsOf(field, path === "" ? key : `${path}.${key}`));
}
