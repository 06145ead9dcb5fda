import { v5 } from "uuid";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import type { Given } from "./text.ts";

/** Namespace of derived ids. A record that is sent twice has the same derived id. */
const derivedIdNamespace = "0c9f4d5e-6a57-5b39-9a0e-2f6f2a4b7d11";

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

/** Derives an id that depends only on `parts`. */
export function deriveId(parts: readonly (string | number | null)[]): string {
  return v5(JSON.stringify(parts), derivedIdNamespace);
}
