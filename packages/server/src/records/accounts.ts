import { badInput, RecordError } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readText } from "./text.ts";

/** Not wider than the pattern of the authentication library, so that every accepted email can sign in. */
const possibleEmail = /^(?![.])(?!.*[.]{2})[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*[.])+[a-z]{2,}$/;

/** Display name: not blank, on one line. */
export function readShownName(field: string, value: unknown): string {
  const name = requireText(field, value).trim();
  if (name === "") throw badInput(field, "must not be empty");
  if (/\p{Cc}/u.test(name)) throw badInput(field, "must be one line without control characters");
  return readText(field, name, recordLimits.idLength);
}

/** An email in lower case. Its existence is not verified. */
export function readEmail(field: string, value: unknown): string {
  const email = canonicalEmail(requireText(field, value).trim());
  if (email === null) throw badInput(field, "must be an email, such as ada@example.com");
  return email;
}

/** Canonical form of an email; null if malformed. Non-ASCII letters are never mapped to ASCII. */
export function canonicalEmail(text: string): string | null {
  const email = lowerAscii(text);
  return email.length <= 254 && possibleEmail.test(email) ? email : null;
}

/** Lower case where the mapping is one to one; the Kelvin sign maps to the letter k. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A new password of at least the minimum length. */
export function readNewPassword(field: string, value: unknown): string {
  const password = requirePassword(field, value);
  const { passwordLength } = recordLimits;
  if (password.length < passwordLength) {
    const message = `${field}: must have at least ${passwordLength} characters`;
    throw new RecordError("BAD_USER_INPUT", message, { field, limit: passwordLength, reason: "TOO_SHORT" });
  }
  return password;
}

/** A password to compare: any text short enough to be hashed. */
export function requirePassword(field: string, value: unknown): string {
  const password = requireText(field, value);
  const { passwordBytes } = recordLimits;
  if (Buffer.byteLength(password) > passwordBytes) {
    throw badInput(field, `may have at most ${passwordBytes} bytes`, passwordBytes);
  }
  return password;
}

export function requireText(field: string, value: unknown): string {
  if (typeof value !== "string") throw badInput(field, "must be a string");
  return value;
}
