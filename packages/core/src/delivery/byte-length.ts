const encoder = new TextEncoder();

/** Length of a text in UTF-8, in bytes. */
export function byteLength(text: string): number {
  return typeof Buffer === "undefined" ? encoder.encode(text).byteLength : Buffer.byteLength(text);
}
