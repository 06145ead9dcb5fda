/** The JSON of objects that never change. */
const known = new WeakMap<object, string>();
/** Objects with lists of such objects. */
const holders = new WeakSet<object>();

/**
 * Freezes an object of texts and numbers, and keeps its JSON, so that it is written once however often it is recorded: the messages of a
 * conversation are part of the input of every step. Only lists of such objects in an object of {@link keepLists} are written this way.
 */
export function keepJson<Value extends object>(value: Value): Value {
  known.set(Object.freeze(value), JSON.stringify(value));
  return value;
}

/** Marks a plain object without getters, such as an input, as one whose lists may consist of kept objects. */
export function keepLists<Value extends object>(value: Value): Value {
  holders.add(value);
  return value;
}

/** Whether the value was marked by {@link keepLists}. */
export function holdsKept(value: unknown): value is object {
  return typeof value === "object" && value !== null && holders.has(value);
}

/** The JSON of a list whose items were all kept; undefined for any other value. */
export function knownListJson(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: string[] = [];
  for (const item of value as unknown[]) {
    const json = typeof item === "object" && item !== null ? known.get(item) : undefined;
    if (json === undefined) return undefined;
    items.push(json);
  }
  return `[${items.join(",")}]`;
}
