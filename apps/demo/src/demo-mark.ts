/** Tag of every thread, step and score of the demo. */
export const demoTag = "threadline-demo";

/** Metadata of the demo's users and dataset items, and parameters of its experiments. */
export const demoMetadata: { readonly "threadline-demo": true } = { "threadline-demo": true };

/** Start of the description of the demo's datasets, prompts with their versions, and score schemas, and of the name of its prices. */
export const demoPrefix = "Demo: ";

/** Whether metadata or parameters have the mark of the demo. */
export function hasDemoMark(value: unknown): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, demoTag) === true;
}
