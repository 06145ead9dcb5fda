import { createHash, randomBytes } from "node:crypto";

const count = 10;
const bytesPerCode = 15;

/**
 * Creates backup codes for users who lose their authenticator: 120 random bits each, as thirty hexadecimal digits in
 * groups.
 */
export function createBackupCodes(): string[] {
  return Array.from({ length: count }, () =>
    randomBytes(bytesPerCode)
      .toString("hex")
      .replaceAll(/(.{5})(?=.)/g, "$1-"),
  );
}

/**
 * Hashes a backup code for storage: the SHA-256 of its normalized text. That is sufficient because a code has 120
 * random bits.
 */
export function hashBackupCode(code: string): string {
  return createHash("sha256")
    .update(code.toLowerCase().replaceAll(/[^\da-f]/g, ""))
    .digest("hex");
}

/**
 * Hashes the codes in the JSON list that the authentication library stores. Codes that are already hashed stay as they
 * are.
 */
export function hashBackupCodes(json: string): string {
  const codes = JSON.parse(json) as readonly string[]; // written by the library
  return JSON.stringify(codes.map((code) => (/^[\da-f]{64}$/.test(code) ? code : hashBackupCode(code))));
}
