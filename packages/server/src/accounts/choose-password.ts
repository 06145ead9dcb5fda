import { readNewPassword } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import type { PasswordProblem } from "../records/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { consistsOfKnownWords } from "./known-words.ts";
import type { PasswordOwner } from "./known-words.ts";

/** Reads a new password from a form field. Rejects with a `RecordError` if it is easy to guess. */
export async function choosePassword(field: string, value: unknown, owner: PasswordOwner): Promise<string> {
  const password = readNewPassword(field, value);
  if (consistsOfKnownWords(password, owner)) {
    const words = "your name, your email, the name of this service or the word password";
    throw refusal(field, "OWN_WORDS", `must not consist only of ${words}, with or without digits`);
  }
  if (await isCommonPassword(password)) {
    throw refusal(field, "COMMON", "is one of the most common passwords; choose another");
  }
  return password;
}

function refusal(field: string, reason: PasswordProblem, message: string): RecordError {
  return new RecordError("BAD_USER_INPUT", `${field}: ${message}`, { field, reason });
}
