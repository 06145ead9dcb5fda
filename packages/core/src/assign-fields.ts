/**
 * Assigns own properties like `Object.assign`, but skips a property named `__proto__`. JSON may contain such a
 * property, and assigning it would change the prototype.
 */
export function assignFields<Target extends object>(
  target: Target,
  ...sources: readonly (object | undefined)[]
): Target {
  const fields = target as Record<string, unknown>;
  for (const source of sources) {
    if (source === undefined) continue;
    // A loop is faster than `Object.assign`; this runs for every record.
    for (const key of Object.keys(source)) {
      if (key !== "__proto__") fields[key] = (source as Readonly<Record<string, unknown>>)[key];
    }
  }
  return target;
}

/** Returns the own fields of a record as a plain object. Fields in `replaced` take precedence. */
export function ownFields<Record extends object>(record: Record, replaced: object = {}): Record {
  // The fields suffice, because the type `Record` has no methods.
  return Object.fromEntries([...Object.entries(record), ...Object.entries(replaced)]) as Record;
}
