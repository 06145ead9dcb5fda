const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/**
 * Number of random bytes per id. `pool` is filled for 256 ids at once, because generating random bytes for each id
 * would be slow.
 */
const RANDOM_BYTES = 6;
const pool = new Uint8Array(RANDOM_BYTES * 256);
let used = pool.length;
let sequence = 0;
let time = -1;
let prefix = "";

/**
 * Creates a version 7 UUID (RFC 9562): epoch milliseconds, a counter of 26 bits, and 48 random bits. The ids of one
 * process sort in order of creation.
 */
export function createId(): string {
  const now = Date.now();
  if (now !== time) {
    time = now;
    const digits = now.toString(16).padStart(12, "0");
    prefix = `${digits.slice(0, 8)}-${digits.slice(8)}-`;
  }
  sequence = (sequence + 1) & 0x3ffffff;
  const high = (0x7000 | (sequence >>> 14)).toString(16);
  const low = (0x8000 | (sequence & 0x3fff)).toString(16);
  return `${prefix}${high}-${low}-${randomDigits()}`;
}

function randomDigits(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let digits = "";
  // `used` is less than `pool.length`.
  for (const end = used + RANDOM_BYTES; used < end; used += 1) digits += HEX[pool[used]!];
  return digits;
}
