import type { JsonValue } from "@threadline/schema/sdk";

/**
 * Tag of the demo's threads, steps and scores. In the demo's users, datasets, dataset items and experiments, it is a
 * key of the metadata or parameters, with the value `true`.
 */
export const demoMark = "threadline-demo";
/** Prefix of the demo's price names, and of the descriptions of its score schemas, prompts and versions. */
const prefix = "Demo: ";

/** Filters that select the threads, steps or scores of the demo. */
export const demoTagged = [{ field: "tags" as const, operator: "in" as const, value: [demoMark] }];

export const demoUsersOnly = [{ field: "metadata" as const, path: demoMark, operator: "eq" as const, value: true }];

export function hasDemoMark(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value[demoMark] === true;
}

/** Header that marks the demo's model connection. */
export const demoConnectionHeader = "x-threadline-demo";

export function isDemoFilter({ field, value }: { readonly field: string; readonly value: JsonValue }): boolean {
  return field === "tags" && Array.isArray(value) && value.includes(demoMark);
}

export function isNamedAsDemo(text: string | null): boolean {
  return text?.startsWith(prefix) ?? false;
}
