import { createHash, randomBytes } from "node:crypto";
import { defaultScopes } from "../store/permissions.ts";
import type { Scope } from "../store/permissions.ts";
import type { ApiKeyRecord } from "../store/projects.ts";

/** Generates a secret: `tl_` and 256 random bits. */
export function createApiKeySecret(): string {
  return `tl_${randomBytes(32).toString("base64url")}`;
}

/** Whether a secret has the form of {@link createApiKeySecret}. Such secrets cannot be guessed. */
export function isGeneratedKey(secret: string): boolean {
  return /^tl_[\w-]{43}$/u.test(secret);
}

/** Hashes a secret for storage: SHA-256, hex. */
export function hashApiKey(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Whether a key has expired at `now`, in epoch milliseconds. */
export function isExpired({ expiresAt }: Pick<ApiKeyRecord, "expiresAt">, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Creates the record of an API key. It contains the hash of the secret, never the secret. */
export function apiKeyRecord(options: {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly secret: string;
  /** Default: `ingest`, `read` and `write`. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly origins?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /**
   * Name of the signed-in user who creates the key. Absent if the service or a command creates the key, or if the
   * service runs without login.
   */
  readonly createdBy?: string | undefined;
  /** Epoch milliseconds. Default: the key does not expire. */
  readonly expiresAt?: number | null | undefined;
}): ApiKeyRecord {
  const { secret, scopes = defaultScopes, origins = null, createdBy = null, expiresAt = null, ...key } = options;
  // Of a long secret, the first seven and the last four characters are shown. Of a shorter secret, none are shown,
  // because they would reveal most of it.
  const shown = secret.length >= 24 ? 4 : 0;
  return {
    ...key,
    scopes,
    origins,
    createdBy,
    expiresAt,
    hash: hashApiKey(secret),
    prefix: secret.slice(0, shown + 3 * Math.sign(shown)),
    last4: shown === 0 ? "" : secret.slice(-4),
    lastUsedAt: null,
    revokedAt: null,
  };
}
