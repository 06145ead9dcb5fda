import { hasJsonTexts } from "../store/json-texts.ts";

const overhead = 16;

/** Estimates the memory of records in bytes: the length of their texts and an overhead for each value. */
export function recordBytes(value: unknown): number {
  if (typeof value === "string") return overhead + value.length;
  if (typeof value !== "object" || value === null) return overhead;
  if (hasJsonTexts(value)) return value.textBytes + 20 * overhead;
  let bytes = overhead;
  for (const part of Array.isArray(value) ? value : Object.values(value)) bytes += recordBytes(part);
  return bytes;
}
