import { createHash, randomBytes } from "node:crypto";

const count = 10;
const bytesPerCode = 15;

/** Codes for when the authenticator is not at hand: 120 random bits each, as thirty hexadecimal digits in groups. */
export function createBackupCodes(): string[] {
  return Array.from({ length: count }, () =>
    randomBytes(bytesPerCode)
      .toString("hex")
      .replaceAll(/(.{5})(?=.)/g, "$1-"),
  );
}

/** Stored form of a code, however it was typed: its SHA-256, which suffices for so many random bits. */
export function hashBackupCode(code: string): string {
  return createHash("sha256")
    .update(code.toLowerCase().replaceAll(/[^\da-f]/g, ""))
    .digest("hex");
}

/** The library's list, with every code hashed, or the rest of an earlier list. */
export function hashBackupCodes(json: string): string {
  const codes = JSON.parse(json) as readonly string[]; // what the library wrote
  return JSON.stringify(codes.map((code) => (/^[\da-f]{64}$/.test(code) ? code : hashBackupCode(code))));
}
