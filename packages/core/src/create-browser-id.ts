/** Prefix of the ids that the service accepts from pages. */
const PREFIX = "browser-";

/**
 * Creates an id for a record of a page. Everyone who knows the id can add to the record. The id therefore has 128
 * random bits, so that it cannot be guessed.
 */
export function createBrowserId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
