import { createHash, randomBytes } from "node:crypto";

/** Generates the secret of a one-time link: 256 random bits. */
export function createLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a token for storage: SHA-256, hex. */
export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
