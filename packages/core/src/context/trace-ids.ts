const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns the trace id of a thread or run, as 32 hexadecimal digits: the digits of a UUID, or the FNV-1a hash of any
 * other id.
 */
export function traceIdOf(id: string): string {
  if (UUID.test(id)) return id.toLowerCase().replaceAll("-", "");
  return [1, 2, 3, 4].map((seed) => hash(id, seed)).join("");
}

/** Returns the span id of a step: 16 hexadecimal digits. */
export function spanIdOf(id: string): string {
  return traceIdOf(id).slice(16);
}

function hash(text: string, seed: number): string {
  let state = Math.imul(0x811c9dc5, seed);
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (state >>> 0 || seed).toString(16).padStart(8, "0");
}
