/**
 * At most 256 printable ASCII characters, without spaces and commas. If a request has two key headers, the HTTP server
 * joins their values with ", ". Without commas in keys, this joined text is never a valid key.
 */
const possibleKey = /^[\x21-\x2b\x2d-\x7e]{1,256}$/;

/** Describes the requirement of {@link isPossibleApiKey}, for messages. */
export const apiKeyRule = "must be 1 to 256 printable ASCII characters without spaces and commas";

/** Whether a text can be an API key. Other texts are not looked up. */
export function isPossibleApiKey(secret: string): boolean {
  return possibleKey.test(secret);
}
