import { createHash, randomBytes } from "node:crypto";

const count = 10;
const bytesPerCode = 15;

/** Backup codes for a missing authenticator: 120 random bits each, as thirty hexadecimal digits in groups. */
export function createBackupCodes(): string[] {
  return Array.from({ length: count }, () =>
    randomBytes(bytesPerCode)
      .toString("hex")
      .replaceAll(/(.{5})(?=.)/g, "$1-"),
  );
}

/**
 * Stored form of a backup code: the SHA-256 of its normalized text, which is sufficient because a code has many random
 * bits.
 */
export function hashBackupCode(code: string): string {
  return createHash("sha256")
    .update(code.toLowerCase().replaceAll(/[^\da-f]/g, ""))
    .digest("hex");
}

/** The library's list of codes, hashed, or the rest of an earlier list. */
export function hashBackupCodes(json: string): string {
  const codes = JSON.parse(json) as readonly string[]; // written by the library
  return JSON.stringify(codes.map((code) => (/^[\da-f]{64}$/.test(code) ? code : hashBackupCode(code))));
}
