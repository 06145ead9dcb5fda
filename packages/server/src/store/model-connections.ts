import type { Claim } from "./claims.ts";

export type ModelConnectionKind = "openai" | "openaiCompatible" | "azure" | "anthropic" | "google" | "bedrock" | "task";

/** Times are epoch milliseconds. */
export interface ModelConnectionRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly kind: ModelConnectionKind;
  readonly baseUrl: string | null;
  /** Allowed models; an empty list allows all. */
  readonly models: readonly string[];
  /** US dollars per UTC day. */
  readonly dailyBudget: number | null;
  readonly maxConcurrentCalls: number;
  /** Last characters of the key. Empty if the key is too short to show any; null without a key. */
  readonly keyEnding: string | null;
  readonly keySetAt: number | null;
  readonly headerNames: readonly string[];
  /** Encrypted key and header values; null if there are none. */
  readonly sealedSecrets: string | null;
  /** UTC day of `spent`, in days since 1970; null before the first call. */
  readonly spentDay: number | null;
  /** US dollars spent on `spentDay`, including the estimated cost of calls in progress. */
  readonly spent: number;
}

/**
 * Replacement of a connection's encrypted secrets, when the encryption key changes. `from` is encrypted with the
 * previous key, and `to` with the new one.
 */
export interface Resealed {
  readonly projectId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Methods with a {@link Claim} reject with a `ForbiddenError` if the account or API key of the claim lacks the
 * permission.
 */
export interface ModelConnectionStore {
  /** Returns all connections of the project, by name. */
  all(projectId: string): Promise<ModelConnectionRecord[]>;
  get(projectId: string, id: string): Promise<ModelConnectionRecord | null>;
  /** Rejects with a {@link ConflictError} if the name exists, or the project has `limit` connections. */
  create(
    projectId: string,
    connection: ModelConnectionRecord,
    limit: number,
    claim?: Claim,
  ): Promise<ModelConnectionRecord>;
  /**
   * Replaces a record, except its spending, if it was last changed at `updatedAt`. Resolves to null if not found.
   * Rejects with a {@link ConflictError} if the name exists or the record changed concurrently.
   */
  replace(
    projectId: string,
    connection: ModelConnectionRecord,
    updatedAt: number,
    claim?: Claim,
  ): Promise<ModelConnectionRecord | null>;
  delete(projectId: string, id: string, claim?: Claim): Promise<ModelConnectionRecord | null>;
  /**
   * Adds an amount in US dollars to the spending of a connection on a day; a negative amount corrects an estimate.
   * Resolves to the new sum. Adds nothing and resolves to null if the sum would exceed `limit`, or if the connection is
   * not found.
   */
  spend(
    projectId: string,
    id: string,
    amount: { readonly day: number; readonly dollars: number; readonly limit: number | null },
  ): Promise<number | null>;
}
