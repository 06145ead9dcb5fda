/**
 * Whether a target is in the sample of a rule or queue. The result is the same on every server and for each repetition.
 */
export function isSampled(
  { id, sampleRate }: { readonly id: string; readonly sampleRate: number },
  targetId: string,
): boolean {
  return sampleRate >= 1 || hashOf(`${id}\n${targetId}`) / 2 ** 32 < sampleRate;
}

/**
 * Returns a 32-bit hash (FNV-1a with the finalizer of MurmurHash3). A cryptographic hash would be too slow, because the
 * hash is computed for each rule and step during ingestion.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
