import type { LogResource } from "./log-resource.ts";

/** Field that the text search of a list applies to. */
export function searchField(resource: LogResource): string {
  return resource === "scores" ? "comment" : "content";
}
