import { createHash } from "node:crypto";

/**
 * For each common password, only this number of bytes of its SHA-256 is stored. About one in a hundred million other
 * passwords has the same bytes as a common password, and is rejected, too.
 */
const digestBytes = 5;

/** Normalized form for comparison: case and Unicode variants do not make a password stronger. */
export function foldPassword(password: string): string {
  return password.normalize("NFKC").toLowerCase();
}

/** Packs passwords as base64 of their sorted SHA-256 prefixes, so that the source does not contain the words. */
export function packPasswords(passwords: Iterable<string>): string {
  const digests = Array.from(new Set(passwords), digestOf).toSorted((a, b) => a - b);
  const bytes = Buffer.alloc(digests.length * digestBytes);
  digests.forEach((digest, index) => bytes.writeUIntBE(digest, index * digestBytes, digestBytes));
  return bytes.toString("base64");
}

let loaded: Promise<ReadonlySet<number>> | undefined;

/** Whether a password is one of the 10,000 most common passwords that are long enough to be accepted. Works offline. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= loadDigests();
  return (await loaded).has(digestOf(password));
}

async function loadDigests(): Promise<ReadonlySet<number>> {
  const { commonPasswordDigests } = await import("./generated/common-password-digests.ts");
  const bytes = Buffer.from(commonPasswordDigests, "base64");
  const count = bytes.length / digestBytes;
  return new Set(Array.from({ length: count }, (_, index) => bytes.readUIntBE(index * digestBytes, digestBytes)));
}

function digestOf(password: string): number {
  return createHash("sha256").update(foldPassword(password)).digest().readUIntBE(0, digestBytes);
}
