const encoder = new TextEncoder();

/** The bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return typeof Buffer === "undefined" ? encoder.encode(text).byteLength : Buffer.byteLength(text);
}
