import type { ProjectRecord, ProjectStore } from "../store/projects.ts";

const maxAgeMs = 1_000;
const maxEntries = 10_000;

interface Entry {
  readonly project: ProjectRecord;
  readonly expiresAt: number;
}

/** The projects of the keys in use, each remembered for at most one second. */
export class ProjectCache {
  readonly #projects: ProjectStore;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(options: { readonly projects: ProjectStore; readonly now: () => number }) {
    this.#projects = options.projects;
    this.#now = options.now;
  }

  /** The project of a valid key; null for an unknown or revoked one. */
  async projectOf(hash: string): Promise<ProjectRecord | null> {
    const now = this.#now();
    const cached = this.#entries.get(hash);
    if (cached && now < cached.expiresAt && now >= cached.expiresAt - maxAgeMs) return cached.project;
    this.#entries.delete(hash);
    const key = await this.#projects.findKey(hash);
    const project = key && key.revokedAt === null ? await this.#projects.find(key.projectId) : null;
    if (!project) return null;
    if (this.#entries.size >= maxEntries) this.#entries.clear();
    this.#entries.set(hash, { project, expiresAt: now + maxAgeMs });
    return project;
  }
}
