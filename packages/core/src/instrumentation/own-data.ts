import type { Wire } from "./wire.ts";

/** Reads a field unless it is inherited or a getter, because a getter may return another value each time. */
export function dataOf(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null) return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
}

/** Returns the data fields without calling getters. */
export function dataFields(holder: object, names: readonly string[] = Object.keys(holder)): Wire {
  return Object.fromEntries(names.map((name) => [name, dataOf(holder, name)]));
}

/** Copies an object with hidden fields, getters and prototype, replacing one field. */
export function copyWith<Source extends object>(source: Source, key: string, value: unknown): Source {
  const fields = Object.getOwnPropertyDescriptors(source);
  const own = Object.getOwnPropertyDescriptor(source, key);
  const replaced = { ...fields, [key]: { enumerable: true, configurable: true, writable: true, ...own, value } };
  return Object.create(Object.getPrototypeOf(source) as object | null, replaced) as Source;
}
