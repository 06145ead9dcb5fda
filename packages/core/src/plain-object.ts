/** Whether a value is a plain object, not a class instance, an array or null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects of another realm have that realm's Object.prototype, whose prototype is null, too.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
