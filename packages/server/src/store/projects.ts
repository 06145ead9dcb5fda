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
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** The first characters of the secret, to tell keys apart. */
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: number;
  /** Epoch ms; null while the key is valid. */
  readonly revokedAt: number | null;
}

export interface ProjectStore {
  /** Rejects with a {@link ConflictError} when the name is taken. */
  create(project: ProjectRecord): Promise<ProjectRecord>;
  list(): Promise<ProjectRecord[]>;
  /** By id, else by name. */
  find(idOrName: string): Promise<ProjectRecord | null>;
  /** Adds a key; does nothing when a key with the same hash exists in the same project. */
  createKey(key: ApiKeyRecord): Promise<ApiKeyRecord>;
  listKeys(projectId: string): Promise<ApiKeyRecord[]>;
  findKey(hash: string): Promise<ApiKeyRecord | null>;
  /** Null when the project has no such key. Revoking twice keeps the first time. */
  revokeKey(projectId: string, id: string, revokedAt: number): Promise<ApiKeyRecord | null>;
}
