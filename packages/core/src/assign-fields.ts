/**
 * Assigns own properties like `Object.assign`, including `undefined`, but never the prototype: a property `__proto__`, which JSON may
 * have, is skipped.
 */
export function assignFields<Target extends object>(
  target: Target,
  ...sources: readonly (object | undefined)[]
): Target {
  const fields = target as Record<string, unknown>;
  for (const source of sources) {
    if (source === undefined) continue;
    // A loop is faster; this runs for every record.
    for (const key of Object.keys(source)) {
      if (key !== "__proto__") fields[key] = (source as Readonly<Record<string, unknown>>)[key];
    }
  }
  return target;
}

/** Returns the own fields of a record as a plain object, some of them replaced. */
export function ownFields<Record extends object>(record: Record, replaced: object = {}): Record {
  // `Record` has no methods.
  return Object.fromEntries([...Object.entries(record), ...Object.entries(replaced)]) as Record;
}
