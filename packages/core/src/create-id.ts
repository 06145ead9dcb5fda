import { v7 } from "uuid";

/** Random bytes of many ids at once: asking each time costs more than writing a small step. */
const pool = new Uint8Array(2048);
let used = pool.length;
let sequence = 0;

/** A UUID of version 7 (RFC 9562): ids of one process sort in the order in which they were made. */
export function createId(): string {
  sequence = (sequence + 1) >>> 0;
  return v7({ rng: takeRandom, seq: sequence });
}

function takeRandom(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return pool.subarray(used, (used += 16));
}
