/**
 * Returns a proxy that records which methods are called, by name. Calls that the object makes to itself are not
 * recorded.
 */
export function trackCalls<Target extends object>(target: Target, called: Set<string>): Target {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== "function") return value;
      if (typeof name === "string") called.add(name);
      return value.bind(object);
    },
  });
}

export function methodNames(prototype: object): string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => name !== "constructor" && typeof value === "function")
    .map(([name]) => name);
}

/**
 * Replaces the methods of these classes to record which are called. Call the returned function to get the methods that
 * were never called, such as `Step.send`.
 */
export function watchClasses(exports: Readonly<Record<string, unknown>>): () => string[] {
  const uncalled = new Set<string>();
  for (const [className, exported] of Object.entries(exports)) {
    if (typeof exported !== "function" || !exported.prototype) continue;
    const { prototype } = exported;
    for (const name of methodNames(prototype)) {
      const method = prototype[name];
      uncalled.add(`${className}.${name}`);
      prototype[name] = function noted(this: unknown, ...args: unknown[]): unknown {
        uncalled.delete(`${className}.${name}`);
        return Reflect.apply(method, this, args);
      };
    }
  }
  return () => [...uncalled];
}
