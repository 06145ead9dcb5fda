/**
 * Creates a function that decides whether to record a thread or root step. The decision depends only on the id, so that
 * every process makes the same decision for the same id.
 */
export function createSampler(sampleRate: number): (id: string) => boolean {
  if (sampleRate >= 1) return () => true;
  return (id) => hashOf(id) < sampleRate * 2 ** 32;
}

/**
 * FNV-1a, followed by the finalizer of MurmurHash3. The finalizer spreads ids that differ only in their last
 * characters.
 */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
