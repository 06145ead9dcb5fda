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
  /** Scopes of the key; at least one. */
  readonly scopes: readonly Scope[];
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** First characters of the secret, to recognize a key. */
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: number;
  /** Epoch ms; null while the key is valid. */
  readonly revokedAt: number | null;
}

/** Methods with a {@link Claim} reject with a `ForbiddenError` when it is no longer valid. */
export interface ProjectStore {
  /**
   * Creates a project, owned by the accounts of these ids, or by the owners of the oldest project. Rejects with a
   * {@link ConflictError} when the name is taken. A claim is one to administer any project.
   */
  create(project: ProjectRecord, owners?: readonly string[], claim?: Claim): Promise<ProjectRecord>;
  /** Resolves to null for an unknown project. Rejects with a {@link ConflictError} when the name is taken. */
  rename(id: string, name: string, claim?: Claim): Promise<ProjectRecord | null>;
  /**
   * Deletes the project with everything in it. When it resolves nothing of it is found any more, and every method that is
   * asked for it rejects with a {@link MissingProjectError}; what it took is freed in the background. Null when there is no
   * such project. Rejects with a {@link ConflictError} when it is the only one.
   */
  delete(id: string, deletedAt: number, claim?: Claim): Promise<ProjectRecord | null>;
  /** Frees at once what deleted projects took, but for the files of {@link FileStore.leftOver}. It happens by itself. */
  settle(): Promise<void>;
  /** For how many days the records of a project stay, where the store would keep them longer; null: as the store does. */
  retention(id: string): Promise<RetentionDays>;
  /** Resolves to null for an unknown project. */
  setRetention(id: string, days: RetentionDays): Promise<ProjectRecord | null>;
  /** Whether its members reach it by a second factor alone. */
  requiresSecondFactor(id: string): Promise<boolean>;
  /**
   * Resolves to null for an unknown project. Rejects with a {@link ConflictError} when it would lock out the actor.
   */
  requireSecondFactor(id: string, isRequired: boolean, claim?: Claim): Promise<ProjectRecord | null>;
  list(): Promise<ProjectRecord[]>;
  /** By id, else by name. */
  find(idOrName: string): Promise<ProjectRecord | null>;
  /**
   * Adds a key; does nothing when a key with the same hash exists in the same project. Throws a {@link ConflictError} when the
   * project has another key with this id, or another project has the hash.
   */
  createKey(key: ApiKeyRecord, claim?: Claim): Promise<ApiKeyRecord>;
  listKeys(projectId: string): Promise<ApiKeyRecord[]>;
  findKey(hash: string): Promise<ApiKeyRecord | null>;
  /** Revokes a key; null when not found. Revoking again keeps the first time. */
  revokeKey(projectId: string, id: string, revokedAt: number, claim?: Claim): Promise<ApiKeyRecord | null>;
}
