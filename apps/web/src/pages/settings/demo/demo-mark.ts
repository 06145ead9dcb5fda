import type { JsonValue } from "@threadline/schema/sdk";

/** Tag of the demo's threads, steps and scores; also a key of metadata and parameters. */
const tag = "threadline-demo";
/** Start of the descriptions of its score schemas, prompts and their versions, and of the names of its prices. */
const prefix = "Demo: ";

/** Filters of threads, steps and scores. */
export const demoTagged = [{ field: "tags" as const, operator: "in" as const, value: [tag] }];

/** Filters of users. */
export const demoUsersOnly = [{ field: "metadata" as const, path: tag, operator: "eq" as const, value: true }];

/** Whether metadata or parameters have the mark of the demo. */
export function hasDemoMark(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value[tag] === true;
}

export function isNamedAsDemo(text: string | null): boolean {
  return text?.startsWith(prefix) ?? false;
}
