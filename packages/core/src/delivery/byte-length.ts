const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return typeof Buffer === "undefined" ? encoder.encode(text).byteLength : Buffer.byteLength(text);
}
