/** Prefix of the ids that the service accepts from pages. */
const PREFIX = "browser-";

/** Creates an id that a page may write: 128 random bits, because every page that knows the id can extend the record. */
export function createBrowserId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
