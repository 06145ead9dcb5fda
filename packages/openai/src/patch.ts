/** Any method. */
export type Method = (this: object, ...values: never[]) => unknown;

/** Creates the replacement of a method. */
export type Wrap = (original: (this: object, ...values: unknown[]) => unknown) => Method;

/** Replaces methods of an object, hidden from who lists its fields. Those that it does not have are left out. */
export function patch(target: object, wraps: Record<string, Wrap>): () => void {
  const undo = Object.entries(wraps).map(([name, wrap]) => patchMethod(target, name, wrap));
  return () => {
    for (const restore of undo) restore();
  };
}

function patchMethod(target: object, name: string, wrap: Wrap): () => void {
  const methods = target as Record<string, unknown>;
  const original = methods[name];
  if (typeof original !== "function") return () => undefined;
  const own = Object.getOwnPropertyDescriptor(target, name);
  const value = wrap(original as Parameters<Wrap>[0]);
  hide(target, name, value);
  return () => {
    // The method was wrapped again in the meantime: that wrapper must keep working, and passes through ours.
    if (methods[name] !== value) return;
    if (own) Object.defineProperty(target, name, own);
    else delete methods[name];
  };
}

/** Sets a non-enumerable field. */
export function hide(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/**
 * Sets a field that is there, which stays as visible as it is. For functions of single objects: assigned, each would live until the
 * next major collection of V8, with all that it leads to.
 */
export function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value });
}
