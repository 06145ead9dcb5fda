/** Whether a value is a plain object, not a class instance, an array or null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm has another `Object.prototype`, whose own prototype is also null.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
