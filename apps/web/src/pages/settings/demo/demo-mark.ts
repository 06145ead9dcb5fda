import type { JsonValue } from "@threadline/schema/sdk";

/** Tag of the demo's threads, steps and scores. It is also a key in the demo's metadata and parameters. */
const tag = "threadline-demo";
/** Prefix of the names of the demo's prices, and of the descriptions of its score schemas, prompts and versions. */
const prefix = "Demo: ";

/** Filters that select the threads, steps or scores of the demo. */
export const demoTagged = [{ field: "tags" as const, operator: "in" as const, value: [tag] }];

export const demoUsersOnly = [{ field: "metadata" as const, path: tag, operator: "eq" as const, value: true }];

export function hasDemoMark(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value[tag] === true;
}

/** Header of the demo's model connection. */
export const demoConnectionHeader = "x-threadline-demo";

/** Whether a filter selects only records of the demo. */
export function isDemoFilter({ field, value }: { readonly field: string; readonly value: JsonValue }): boolean {
  return field === "tags" && Array.isArray(value) && value.includes(tag);
}

export function isNamedAsDemo(text: string | null): boolean {
  return text?.startsWith(prefix) ?? false;
}
