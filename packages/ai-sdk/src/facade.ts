const TARGET: unique symbol = Symbol.for("threadline.ai-sdk.behind");

type Methods = Readonly<Record<string, (...values: unknown[]) => unknown>>;

/**
 * Returns a proxy of `target` with some of its methods replaced. The other methods run on the target itself, so that
 * they can use private fields.
 */
export function createFacade<Target extends object>(target: Target, methods: Methods): Target {
  if (isFixed(target, Object.keys(methods))) return derive(target, methods);
  const bound = new Map<PropertyKey, unknown>();
  return new Proxy(target, {
    get: (_, key) => {
      if (key === TARGET) return target;
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

/** Returns the target of a facade, or any other value unchanged. A facade of a facade would record each call twice. */
export function unwrapFacade<Target>(value: Target): Target {
  if (typeof value !== "object" || value === null) return value;
  return (value as { readonly [TARGET]?: Target })[TARGET] ?? value;
}

/**
 * Whether one of the properties is read-only and cannot be redefined. JavaScript does not allow a proxy to return
 * another value for such a property.
 */
function isFixed(target: object, keys: readonly PropertyKey[]): boolean {
  return keys.some((key) => {
    const own = Object.getOwnPropertyDescriptor(target, key);
    return own?.configurable === false && own.writable === false;
  });
}

function derive<Target extends object>(target: Target, methods: Methods): Target {
  const fields = Object.entries(methods).map(([key, value]) => [key, { value, enumerable: true }] as const);
  return Object.create(target, { ...Object.fromEntries(fields), [TARGET]: { value: target } }) as Target;
}
