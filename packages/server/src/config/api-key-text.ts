/**
 * At most 256 printable ASCII characters, without spaces and commas. If a request has two headers with the same name,
 * their values arrive joined by ", ". The joined text of two keys contains a comma, so the text is never mistaken for
 * one key.
 */
const possibleKey = /^[\x21-\x2b\x2d-\x7e]{1,256}$/;

/** Describes the requirement of {@link isPossibleApiKey}, for messages. */
export const apiKeyRule = "must be 1 to 256 printable ASCII characters without spaces and commas";

/** Whether a text can be an API key. Other texts are not looked up. */
export function isPossibleApiKey(secret: string): boolean {
  return possibleKey.test(secret);
}
