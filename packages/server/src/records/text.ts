import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";

/** Value of an optional argument of a request. */
export type Given<Value> = Value | null | undefined;

/** Replaces NUL and lone surrogates, which text columns cannot store, with U+FFFD. */
export function toStorableText(value: string): string {
  const wellFormed = value.isWellFormed() ? value : value.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\uFFFD") : wellFormed;
}

/** Reads text of at most `limit` characters. Null and undefined are returned unchanged. */
export function readText(field: string, value: string, limit: number): string;
export function readText(field: string, value: Given<string>, limit: number): Given<string>;
export function readText(field: string, value: Given<string>, limit: number): Given<string> {
  if (value == null) return value;
  if (value.length > limit) {
    throw badInput(field, `is ${value.length} characters long, and at most ${limit} are allowed`, limit, "TOO_LONG");
  }
  return toStorableText(value);
}

export function readName(field: string, value: Given<string>): Given<string> {
  return readText(field, value, recordLimits.nameLength);
}

/** Reads a name that identifies a record: required and not blank. */
export function readRequiredName(field: string, value: string): string {
  if (value.trim() === "") throw badInput(field, "must not be empty", undefined, "EMPTY");
  return readText(field, value, recordLimits.nameLength);
}

/** Reads a list of tags, which replaces the stored list. */
export function readTags(field: string, value: Given<readonly string[]>): Given<readonly string[]> {
  if (value == null) return value;
  if (value.length > recordLimits.tagCount) {
    throw badInput(
      field,
      `has ${value.length} tags, and at most ${recordLimits.tagCount} are allowed`,
      recordLimits.tagCount,
    );
  }
  return value.map((tag, index) => readText(`${field}[${index}]`, tag, recordLimits.tagLength));
}
