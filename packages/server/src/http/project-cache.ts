import { isExpired } from "../access/api-key.ts";
import type { ApiKeyRecord, ProjectRecord, ProjectStore } from "../store/projects.ts";

const maxAgeMs = 1_000;
const maxEntries = 10_000;

export interface KeyOwner {
  readonly key: ApiKeyRecord;
  readonly project: ProjectRecord;
}

interface Entry {
  readonly owner: KeyOwner;
  readonly expiresAt: number;
}

/** Cache of API keys with their projects. An entry is valid for at most one second. */
export class ProjectCache {
  readonly #projects: ProjectStore;
  readonly #now: () => number;
  readonly #onUse: ((key: ApiKeyRecord) => void) | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, Promise<KeyOwner | null>>();

  constructor(options: {
    readonly projects: ProjectStore;
    readonly now: () => number;
    /**
     * Called when the record of a valid key was read from the store. For a key in use, this happens at most once a
     * second.
     */
    readonly onUse?: ((key: ApiKeyRecord) => void) | undefined;
  }) {
    this.#onUse = options.onUse;
    this.#projects = options.projects;
    this.#now = options.now;
  }

  /**
   * Finds the owner of a key by its hash, even if the key has expired; null for an unknown or revoked key. Concurrent
   * requests with one key share one look-up.
   */
  ownerOf(hash: string): Promise<KeyOwner | null> {
    const now = this.#now();
    const cached = this.#entries.get(hash);
    if (cached && now < cached.expiresAt && now >= cached.expiresAt - maxAgeMs) return Promise.resolve(cached.owner);
    this.#entries.delete(hash);
    const known = this.#pending.get(hash);
    if (known) return known;
    const found = this.#find(hash, now).finally(() => this.#pending.delete(hash));
    this.#pending.set(hash, found);
    return found;
  }

  async #find(hash: string, now: number): Promise<KeyOwner | null> {
    const key = await this.#projects.findKey(hash);
    const project = key && key.revokedAt === null ? await this.#projects.find(key.projectId) : null;
    if (!key || !project) return null;
    if (this.#entries.size >= maxEntries) this.#entries.clear();
    if (!isExpired(key, now)) this.#onUse?.(key);
    const owner = { key, project };
    this.#entries.set(hash, { owner, expiresAt: now + maxAgeMs });
    return owner;
  }
}
