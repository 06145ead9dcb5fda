import type { Scope } from "./permissions.ts";
import type { Claim } from "./claims.ts";
import type { RetentionDays } from "./upkeep/retention.ts";

/** A tenant: every other record belongs to exactly one project. */
export interface ProjectRecord {
  readonly id: string;
  /** Unique in the store. */
  readonly name: string;
  readonly createdAt: number;
}

/** An API key. The secret itself is never stored, only its SHA-256. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Origins of the pages that may use a key with the scope `browser`; null for other keys. */
  readonly origins: readonly string[] | null;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** First characters of the secret, to recognize a key. */
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: number;
  /**
   * Name of the person who created the key, at that time; null for keys that the service or a command created.
   */
  readonly createdBy: string | null;
  /**
   * Time of the last recorded use, in epoch milliseconds; null if never used. The next use is recorded only if it is at
   * least `useIntervalMs` later.
   */
  readonly lastUsedAt: number | null;
  /** Time from which the key is rejected, in epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  /** Epoch ms; null if the key was not revoked. */
  readonly revokedAt: number | null;
}

/** Minimum interval between two recorded uses of an API key: one hour. */
export const useIntervalMs = 3_600_000;

/**
 * Methods with a {@link Claim} reject with a `ForbiddenError` if the account or API key of the claim lacks the
 * permission.
 */
export interface ProjectStore {
  /**
   * Creates a project. Its owners are the accounts in `owners` or, by default, the owners of the oldest project.
   * Rejects with a {@link ConflictError} if the name is taken, and with a `ForbiddenError` if the account of `claim`
   * does not administer any project.
   */
  create(project: ProjectRecord, owners?: readonly string[], claim?: Claim): Promise<ProjectRecord>;
  /** Resolves to null for an unknown project. Rejects with a {@link ConflictError} if the name is taken. */
  rename(id: string, name: string, claim?: Claim): Promise<ProjectRecord | null>;
  /**
   * Deletes the project with everything in it. From then on, every method rejects with a {@link MissingProjectError}
   * for the project. Its rows are deleted in the background. Resolves to null if not found. Rejects with a {@link
   * ConflictError} if it is the only project.
   */
  delete(id: string, deletedAt: number, claim?: Claim): Promise<ProjectRecord | null>;
  /**
   * Deletes the remaining rows of deleted projects now instead of in the background, except the files of
   * {@link FileStore.leftOver}.
   */
  settle(): Promise<void>;
  /**
   * Returns the retention in days that the operator set for the project; null if none is set. A project can have three
   * retentions: that of the store, this one and {@link ownRetention}. The shortest of them applies.
   */
  retention(id: string): Promise<RetentionDays>;
  /** Resolves to null for an unknown project. */
  setRetention(id: string, days: RetentionDays): Promise<ProjectRecord | null>;
  /**
   * Returns the retention in days that the owners of the project set; null if none is set. A shorter {@link retention}
   * of the operator takes precedence.
   */
  ownRetention(id: string): Promise<RetentionDays>;
  requiresSecondFactor(id: string): Promise<boolean>;
  /**
   * Sets whether members need two-factor authentication. Resolves to null for an unknown project. Rejects with a
   * {@link ConflictError} if the account of `claim` would lose its access, because it has no two-factor authentication.
   */
  requireSecondFactor(id: string, isRequired: boolean, claim?: Claim): Promise<ProjectRecord | null>;
  list(): Promise<ProjectRecord[]>;
  /** Finds a project by id, otherwise by name. */
  find(idOrName: string): Promise<ProjectRecord | null>;
  /**
   * Adds a key. Does nothing if the project has a key with the same hash. Throws a {@link ConflictError} if another
   * project has a key with this hash, or if the project has a key with the same id and a different hash.
   */
  createKey(key: ApiKeyRecord, claim?: Claim): Promise<ApiKeyRecord>;
  listKeys(projectId: string): Promise<ApiKeyRecord[]>;
  findKey(hash: string): Promise<ApiKeyRecord | null>;
  /**
   * Stores the time at which a key was used. Does nothing if the stored time is less than {@link useIntervalMs} before
   * or after `usedAt`.
   */
  recordKeyUse(projectId: string, id: string, usedAt: number): Promise<void>;
  /** Revokes a key; null if not found. Revoking a key again keeps its first revocation time. */
  revokeKey(projectId: string, id: string, revokedAt: number, claim?: Claim): Promise<ApiKeyRecord | null>;
}
