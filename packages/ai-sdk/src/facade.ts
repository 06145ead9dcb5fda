/** Leads from a facade to the object behind it. */
const BEHIND: unique symbol = Symbol.for("threadline.ai-sdk.behind");

type Methods = Readonly<Record<string, (...values: unknown[]) => unknown>>;

/**
 * An object like the target, with some methods replaced. The target keeps its identity for its own code, which may have private
 * fields: its other methods run on itself.
 */
export function createFacade<Target extends object>(target: Target, methods: Methods): Target {
  if (isFixed(target, Object.keys(methods))) return derive(target, methods);
  const bound = new Map<PropertyKey, unknown>();
  return new Proxy(target, {
    get: (_, key) => {
      if (key === BEHIND) return target;
      if (typeof key === "string" && Object.hasOwn(methods, key)) return methods[key];
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function" || key === "constructor" || isFixed(target, [key])) return value;
      const known = bound.get(key) as { readonly source: unknown; readonly value: unknown } | undefined;
      if (known?.source === value) return known.value;
      const own: unknown = Object.defineProperties(value.bind(target), Object.getOwnPropertyDescriptors(value));
      bound.set(key, { source: value, value: own });
      return own;
    },
    set: (_, key, value) => Reflect.set(target, key, value, target),
  });
}

/** The object itself, or the one behind a facade of this package, so that a call is recorded once. */
export function behindFacade<Target>(value: Target): Target {
  if (typeof value !== "object" || value === null) return value;
  return (value as { readonly [BEHIND]?: Target })[BEHIND] ?? value;
}

/** Whether one of the properties may not be shown as another by a proxy. */
function isFixed(target: object, keys: readonly PropertyKey[]): boolean {
  return keys.some((key) => {
    const own = Object.getOwnPropertyDescriptor(target, key);
    return own?.configurable === false && own.writable === false;
  });
}

function derive<Target extends object>(target: Target, methods: Methods): Target {
  const fields = Object.entries(methods).map(([key, value]) => [key, { value, enumerable: true }] as const);
  return Object.create(target, { ...Object.fromEntries(fields), [BEHIND]: { value: target } }) as Target;
}
