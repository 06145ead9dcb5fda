/** Prefix of the ids that the service accepts from pages. */
const PREFIX = "browser-";

/**
 * Creates an id for a record of a page. Knowing the id is enough to add to the record, so the id has 128 random bits.
 */
export function createBrowserId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
