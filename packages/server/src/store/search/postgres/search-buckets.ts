import type { Attribute } from "../flatten-attributes.ts";
import { foldCase } from "../../comparable-text.ts";

/**
 * Number of bits in the hash of a word part. The hash is the number of the bucket in the index. So word parts use the
 * first `2 ** partBits` buckets, and metadata values use the buckets after them.
 */
const partBits = 15;
const valueBits = 14;
const partBuckets = 2 ** partBits;

export const bucketCount: number = partBuckets + 2 ** valueBits;

/** Number of characters in a part of a word. */
const partLength = 3;

/**
 * Calls `visit` with the bucket (hash) of each three-character part of each word, possibly several times. If a text
 * contains a search text, the buckets of the text include all buckets of the search text.
 */
export function visitParts(text: string, visit: (bucket: number) => void): void {
  const folded = foldCase(text);
  let [length, first, second] = [0, 0, 0];
  for (let index = 0; index < folded.length; index += 1) {
    const third = folded.charCodeAt(index);
    length = isOfWord(third) ? length + 1 : 0;
    if (length >= partLength) visit(bucketOfPart(first, second, third));
    first = second;
    second = third;
  }
}

function isOfWord(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return code < 0xd8_00 || code >= 0xe0_00;
}

function bucketOfPart(first: number, second: number, third: number): number {
  const mixed = Math.imul(first, 0x85_eb_ca_6b) ^ Math.imul(second, 0xc2_b2_ae_35) ^ Math.imul(third, 0x27_d4_eb_2f);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c_1b_3c_6d) >>> (32 - partBits);
}

export function bucketOfValue(path: string, text: string): number {
  return bucketOfText(`${path}\0${text}`);
}

/** Returns the bucket under which the index lists the steps that have any value at a path. */
export function bucketOfPath(path: string): number {
  return bucketOfText(`${path}\u0001`);
}

/** Returns the bucket of the steps whose value at a path is not in the index, for example because it is a long text. */
export function bucketOfUnsure(path: string): number {
  return bucketOfText(`${path}\u0002`);
}

/** Bucket of the steps whose metadata is too large for the index. Every search must test them. */
export const bucketOfAnything: number = bucketOfText("\u0003");

/** Returns the buckets of the values in metadata. `attributes` is null if the metadata is too large to index. */
export function bucketsOfAttributes(attributes: readonly Attribute[] | null): readonly number[] {
  if (attributes === null) return [bucketOfAnything];
  return attributes.flatMap(({ path, kind, text }) => [
    bucketOfPath(path),
    kind === "unsure" ? bucketOfUnsure(path) : bucketOfValue(path, text),
  ]);
}

/** Hashes a text with FNV-1a. */
function bucketOfText(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return partBuckets + (Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d) >>> (32 - valueBits));
}
