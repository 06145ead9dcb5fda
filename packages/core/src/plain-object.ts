/** Whether a value is a plain object, not a class instance, an array or null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm, such as an iframe, has a different `Object.prototype`. Unlike other prototypes, an
  // `Object.prototype` has no prototype itself (null).
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
