/** Creates a map that is safe for untrusted keys: it has no inherited properties such as `constructor`. */
export function lookup<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries));
}
