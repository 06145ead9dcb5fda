import type { Wire } from "./wire.ts";

/** Reads an own property. Returns undefined for a getter, because a getter may return another value each time. */
export function dataOf(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null) return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
}

export function dataFields(holder: object, names: readonly string[] = Object.keys(holder)): Wire {
  return Object.fromEntries(names.map((name) => [name, dataOf(holder, name)]));
}

/**
 * Returns a copy of an object with one property replaced. Prototype, non-enumerable properties and getters are kept.
 */
export function copyWith<Source extends object>(source: Source, key: string, value: unknown): Source {
  const fields = Object.getOwnPropertyDescriptors(source);
  const own = Object.getOwnPropertyDescriptor(source, key);
  const replaced = { ...fields, [key]: { enumerable: true, configurable: true, writable: true, ...own, value } };
  return Object.create(Object.getPrototypeOf(source) as object | null, replaced) as Source;
}
