/** Whether a value is a plain object, not a class instance, an array or null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects of another realm, such as an iframe, have a different `Object.prototype`. Every `Object.prototype` is
  // recognized by its own prototype, which is null.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
