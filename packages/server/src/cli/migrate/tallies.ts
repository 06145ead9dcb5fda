import { createHash, type Hash } from "node:crypto";
import type { JsonValue } from "../../json/json-value.ts";

/**
 * Number and checksum of the records of one kind. Two stores with equal records in the same order have equal tallies.
 */
export interface Tally {
  readonly count: number;
  /** SHA-256, hex. */
  readonly checksum: string;
}

/** Counts and hashes values by kind, in constant memory. */
export class Tallies {
  readonly #kinds = new Map<string, { count: number; readonly hash: Hash }>();

  add(kind: string, value: JsonValue): void {
    let tally = this.#kinds.get(kind);
    if (tally === undefined) this.#kinds.set(kind, (tally = { count: 0, hash: createHash("sha256") }));
    tally.count += 1;
    tally.hash.update(`${canonical(value)}\n`);
  }

  get kinds(): readonly string[] {
    return [...this.#kinds.keys()];
  }

  of(kind: string): Tally {
    const { count, hash } = this.#kinds.get(kind) ?? { count: 0, hash: createHash("sha256") };
    return { count, checksum: hash.copy().digest("hex") };
  }
}

/** Serializes a value independently of the field order. */
export function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, part: JsonValue) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
