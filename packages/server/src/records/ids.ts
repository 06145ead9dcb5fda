import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import type { Given } from "./text.ts";

export { deriveId } from "../store/derive-id.ts";

const controlCharacter = /\p{Cc}/u;

/** Reads an id: any text of 1 to 255 characters without control characters. */
export function readId(field: string, value: string): string {
  if (value === "") throw badInput(field, "must not be empty");
  if (value.length > recordLimits.idLength) {
    throw badInput(
      field,
      `is ${value.length} characters long, and at most ${recordLimits.idLength} are allowed`,
      recordLimits.idLength,
    );
  }
  if (controlCharacter.test(value)) throw badInput(field, "must not contain control characters");
  if (!value.isWellFormed()) throw badInput(field, "must be well-formed Unicode");
  return value;
}

/** Reads a reference to a record, which need not exist. Empty text means none. */
export function readReference(field: string, value: Given<string>): Given<string> {
  if (value == null) return value;
  return value === "" ? null : readId(field, value);
}
