import { deriveId } from "../records/ids.ts";
import { ConflictError } from "../store/errors.ts";
import type { ProjectRecord, ProjectStore } from "../store/projects.ts";
import { apiKeyRecord, createApiKeySecret, hashApiKey } from "../access/api-key.ts";

const projectName = "default";

/**
 * Creates the project `default` if it does not exist. Adds the API key of the configuration, or a generated one if none
 * is configured and the project has no key. Changes nothing when called again.
 */
export async function ensureDefaultProject(options: {
  readonly projects: ProjectStore;
  readonly apiKey: string | undefined;
  readonly now: () => number;
  readonly newId: () => string;
}): Promise<{ readonly project: ProjectRecord; readonly createdKey: string | null }> {
  const { projects, apiKey, now, newId } = options;
  const project = await ensureProject(options);
  const keys = await projects.listKeys(project.id);
  const secret = apiKey ?? (keys.length === 0 ? createApiKeySecret() : null);
  // A preset key that was revoked stays revoked.
  if (secret === null || (await projects.findKey(hashApiKey(secret)))) return { project, createdKey: null };
  const key = { projectId: project.id, secret, createdAt: now() };
  if (apiKey !== undefined) {
    await projects.createKey(apiKeyRecord({ ...key, id: newId(), name: "preset key" }));
    return { project, createdKey: null };
  }
  try {
    // Processes that start at the same time derive the same id. Only one of them can create a key with this id.
    await projects.createKey(apiKeyRecord({ ...key, id: deriveId([project.id, "first key"]), name: "first key" }));
  } catch (error) {
    if (error instanceof ConflictError) return { project, createdKey: null };
    throw error;
  }
  return { project, createdKey: secret };
}

async function ensureProject(options: {
  readonly projects: ProjectStore;
  readonly now: () => number;
  readonly newId: () => string;
}): Promise<ProjectRecord> {
  const { projects, now, newId } = options;
  const existing = await projects.find(projectName);
  if (existing) return existing;
  try {
    return await projects.create({ id: newId(), name: projectName, createdAt: now() });
  } catch (error) {
    // Another process created the project first.
    const project = error instanceof ConflictError ? await projects.find(projectName) : null;
    if (!project) throw error;
    return project;
  }
}
