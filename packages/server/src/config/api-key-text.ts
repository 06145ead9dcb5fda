/** Printable ASCII without space and comma (two headers of one name arrive joined by ", "), at most 256 characters. */
const possibleKey = /^[\x21-\x2b\x2d-\x7e]{1,256}$/;

/** Requirement that {@link isPossibleApiKey} checks. */
export const apiKeyRule = "must be 1 to 256 printable ASCII characters without spaces and commas";

/** Whether a text can be a key; other texts are not looked up. */
export function isPossibleApiKey(secret: string): boolean {
  return possibleKey.test(secret);
}
