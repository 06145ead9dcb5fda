export type Method = (this: object, ...values: never[]) => unknown;

export type Wrap = (original: (this: object, ...values: unknown[]) => unknown) => Method;

/**
 * Replaces methods of an object with non-enumerable ones. Skips methods that are missing. Returns a function that
 * restores the methods.
 */
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
    // If another wrapper was added later, it calls `value`. So the method is restored only if `value` is the outermost
    // wrapper.
    if (methods[name] !== value) return;
    if (own) Object.defineProperty(target, name, own);
    else delete methods[name];
  };
}

export function hide(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/**
 * Replaces the value of an existing property. An enumerable property stays enumerable. This is not a plain assignment,
 * because V8 would keep the assigned function, and everything it references, in memory until the next major garbage
 * collection.
 */
export function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value });
}
