/**
 * Sets own fields, as `Object.assign` does, and never the prototype: a field `__proto__`, which JSON may hold, is left out. Values of
 * `undefined` are set.
 */
export function assignFields<Target extends object>(
  target: Target,
  ...sources: readonly (object | undefined)[]
): Target {
  const fields = target as Record<string, unknown>;
  for (const source of sources) {
    if (source === undefined) continue;
    // A loop, since it runs for every record of a host.
    for (const key of Object.keys(source)) {
      if (key !== "__proto__") fields[key] = (source as Readonly<Record<string, unknown>>)[key];
    }
  }
  return target;
}

/** The own fields of a record in a plain object, some of them replaced. */
export function ownFields<Record extends object>(record: Record, replaced: object = {}): Record {
  // Its methods are missing, which fields have none of.
  return Object.fromEntries([...Object.entries(record), ...Object.entries(replaced)]) as Record;
}
