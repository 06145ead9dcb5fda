import type { Claim } from "./claims.ts";

export type ModelConnectionKind = "openai" | "openaiCompatible" | "azure" | "anthropic" | "google";

/** Times are epoch milliseconds. */
export interface ModelConnectionRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly kind: ModelConnectionKind;
  readonly baseUrl: string | null;
  /** Allowed models; empty: all. */
  readonly models: readonly string[];
  /** US dollars per UTC day. */
  readonly dailyBudget: number | null;
  readonly maxConcurrentCalls: number;
  /** Last characters of the key; empty if it is too short to show any; null without a key. */
  readonly keyEnding: string | null;
  readonly keySetAt: number | null;
  readonly headerNames: readonly string[];
  /** Key and header values, encrypted; null without any. */
  readonly sealedSecrets: string | null;
  /** UTC day of `spent`, in days since 1970; null before the first call. */
  readonly spentDay: number | null;
  /** US dollars on that day, with estimates of calls in progress. */
  readonly spent: number;
}

/** Encrypted secrets of one connection, before and after a change of the key that encrypts them. */
export interface Resealed {
  readonly projectId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Methods with a {@link Claim} reject with a `ForbiddenError` if it is no longer valid. */
export interface ModelConnectionStore {
  /** By name. */
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
   * Replaces a record that was last changed at `updatedAt`, except what it spent. Null if not found. Rejects with a
   * {@link ConflictError} if the name exists or the record changed concurrently.
   */
  replace(
    projectId: string,
    connection: ModelConnectionRecord,
    updatedAt: number,
    claim?: Claim,
  ): Promise<ModelConnectionRecord | null>;
  /** Null if not found. */
  delete(projectId: string, id: string, claim?: Claim): Promise<ModelConnectionRecord | null>;
  /**
   * Adds an amount in US dollars, possibly negative, to what a connection spent on a day. With `limit`, only if the
   * sum does not exceed it. Resolves to the sum, or null if it was not added or the connection not found.
   */
  spend(
    projectId: string,
    id: string,
    amount: { readonly day: number; readonly dollars: number; readonly limit: number | null },
  ): Promise<number | null>;
}
