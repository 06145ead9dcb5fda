import { badInput, RecordError } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readText } from "./text.ts";

/** Accepts only emails that the authentication library also accepts, so that every accepted email can sign in. */
const possibleEmail = /^(?![.])(?!.*[.]{2})[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*[.])+[a-z]{2,}$/;

/** Reads a display name: not blank, on one line. */
export function readShownName(field: string, value: unknown): string {
  const name = requireText(field, value).trim();
  if (name === "") throw badInput(field, "must not be empty", undefined, "EMPTY");
  if (/\p{Cc}/u.test(name))
    throw badInput(field, "must be one line without control characters", undefined, "CONTROL_CHARACTERS");
  return readText(field, name, recordLimits.idLength);
}

/** Reads an email, in lower case. Does not verify that it exists. */
export function readEmail(field: string, value: unknown): string {
  const email = canonicalEmail(requireText(field, value).trim());
  if (email === null) throw badInput(field, "must be an email, such as ada@example.com", undefined, "NOT_AN_EMAIL");
  return email;
}

/** Returns the canonical form of an email; null if malformed. Non-ASCII letters are never mapped to ASCII. */
export function canonicalEmail(text: string): string | null {
  const email = lowerAscii(text);
  return email.length <= 254 && possibleEmail.test(email) ? email : null;
}

/**
 * Converts ASCII letters to lower case, and nothing else. With a conversion of all letters, two different addresses
 * could become equal: the Kelvin sign would become the letter k.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function readNewPassword(field: string, value: unknown): string {
  const password = requirePassword(field, value);
  const { passwordLength } = recordLimits;
  if (password.length < passwordLength) {
    const message = `${field}: must have at least ${passwordLength} characters`;
    throw new RecordError("BAD_USER_INPUT", message, { field, limit: passwordLength, reason: "TOO_SHORT" });
  }
  return password;
}

/** Reads a password that is compared with a stored one. Any text is allowed that is short enough to be hashed. */
export function requirePassword(field: string, value: unknown): string {
  const password = requireText(field, value);
  const { passwordBytes } = recordLimits;
  if (Buffer.byteLength(password) > passwordBytes) {
    throw badInput(field, `may have at most ${passwordBytes} bytes`, passwordBytes, "TOO_LONG");
  }
  return password;
}

export function requireText(field: string, value: unknown): string {
  if (typeof value !== "string") throw badInput(field, "must be a string");
  return value;
}
