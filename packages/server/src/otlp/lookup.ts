/** A table whose keys come from outside: names of inherited properties, such as `constructor`, are not in it. */
export function lookup<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries));
}
