/** Tag of every thread, step and score of the demo. */
export const demoTag = "threadline-demo";

/** Marks records of the demo: the metadata of its users and dataset items, and the parameters of its experiments. */
export const demoMetadata: { readonly "threadline-demo": true } = { "threadline-demo": true };

/**
 * Start of the names of the demo's prices, and of the descriptions of its datasets, prompts, versions and score
 * schemas.
 */
export const demoPrefix = "Demo: ";

/** Header of the demo's model connection, by which it is recognized. */
export const demoConnectionHeader = "x-threadline-demo";

export function hasDemoMark(value: unknown): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, demoTag) === true;
}
