/** Whether a value is an object of keys and values, not an instance of a class, an array or null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects of another realm have that realm's Object.prototype, which has no prototype either.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
