import { ConflictError } from "../errors.ts";
import { scoreSchemaCodec } from "../record-codecs.ts";
import type { ScoreSchemaRecord, ScoreSchemaStore } from "../score-schemas.ts";
import type { Database } from "./database.ts";
import { holdLock } from "./locks.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";

export function createScoreSchemaStore(database: Database, projects: ProjectKeys): ScoreSchemaStore {
  const schemas = new Table<ScoreSchemaRecord>("score_schemas", scoreSchemaCodec);
  const named = (session: Session, project: number, name: string): Promise<ScoreSchemaRecord | null> =>
    schemas.find(session, project, "name = ?", name);
  /** Names and their number are decided by one transaction of the project at a time. */
  async function change<Result>(
    projectId: string,
    job: (session: Session, project: number) => Promise<Result>,
  ): Promise<Result> {
    const project = await projects.of(projectId);
    return database.write(project, async (session) => {
      await holdLock(session, "scoreSchemas", project);
      return job(session, project);
    });
  }
  async function requireFree(session: Session, project: number, name: string): Promise<void> {
    if ((await named(session, project, name)) !== null) {
      throw new ConflictError(`A score schema named "${name}" exists.`);
    }
  }

  return {
    async all(projectId) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => schemas.all(session, project, "TRUE ORDER BY name"));
    },

    async findByName(projectId, name) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => named(session, project, name));
    },

    create: (projectId, schema, limit) =>
      change(projectId, async (session, project) => {
        await requireFree(session, project, schema.name);
        const count = await schemas.count(session, project);
        if (count >= limit)
          throw new ConflictError(`The project has ${count} score schemas; at most ${limit} are allowed.`);
        await schemas.insert(session, project, schema);
        return schema;
      }),

    update: (projectId, id, schema) =>
      change(projectId, async (session, project) => {
        const before = await schemas.get(session, project, id);
        if (before === null) return null;
        if (schema.name !== before.name) await requireFree(session, project, schema.name);
        const changed = { ...schema, id, createdAt: before.createdAt };
        await schemas.replace(session, project, changed);
        return changed;
      }),

    delete: (projectId, id) => change(projectId, (session, project) => schemas.delete(session, project, id)),
  };
}
