/** Tag of every thread, step and score of the demo. */
export const demoTag = "threadline-demo";

/** Marks records of the demo: in the metadata of users and dataset items, and in the parameters of experiments. */
export const demoMetadata: { readonly "threadline-demo": true } = { "threadline-demo": true };

/**
 * Prefix that marks a record as part of the demo. For prices, rules and review queues, it is a prefix of the name. For
 * other records, it is a prefix of the description.
 */
export const demoPrefix = "Demo: ";

/** Header that marks the demo's model connection. */
export const demoConnectionHeader = "x-threadline-demo";

/**
 * Whether a rule or queue belongs to the demo. Its name starts with the prefix of the demo, and its filters select only
 * records with the demo's tag.
 */
export function isOfDemo({ name, filters }: FilteredByTag): boolean {
  return (
    name.startsWith(demoPrefix) &&
    filters.some(({ field, value }) => field === "tags" && Array.isArray(value) && value.includes(demoTag))
  );
}

interface FilteredByTag {
  readonly name: string;
  readonly filters: readonly { readonly field: string; readonly value: unknown }[];
}

export function hasDemoMark(value: unknown): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, demoTag) === true;
}
