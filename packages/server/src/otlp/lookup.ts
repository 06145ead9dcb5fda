/** Creates a map for untrusted keys, without inherited properties such as `constructor`. */
export function lookup<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries));
}
