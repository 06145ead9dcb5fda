import { ConflictError } from "../errors.ts";
import type { ScoreSchemaRecord, ScoreSchemaStore } from "../score-schemas.ts";
import { scoreSchemaCodec } from "../record-codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { Table } from "./table.ts";

export function createScoreSchemaStore(database: Database, projects: ProjectKeys): ScoreSchemaStore {
  const schemas = new Table<ScoreSchemaRecord>(database, "scoreSchemas", scoreSchemaCodec);
  const named = (project: number, name: string): ScoreSchemaRecord | null =>
    schemas.find("project = ? AND name = ?", project, name);
  const requireFree = (project: number, name: string): void => {
    if (named(project, name) !== null) throw new ConflictError(`A score schema named "${name}" exists.`);
  };

  return {
    async all(projectId) {
      return schemas.all("project = ? ORDER BY name", projects.of(projectId));
    },

    async findByName(projectId, name) {
      return named(projects.of(projectId), name);
    },

    create: (projectId, schema, limit) =>
      database.write(() => {
        const project = projects.of(projectId);
        requireFree(project, schema.name);
        const sql = "SELECT count(*) AS count FROM scoreSchemas WHERE project = ?";
        const count = database.get<{ count: number }>(sql, project)?.count ?? 0;
        if (count >= limit)
          throw new ConflictError(`The project has ${count} score schemas; at most ${limit} are allowed.`);
        schemas.insert(project, schema);
        return schema;
      }),

    update: (projectId, id, schema) =>
      database.write(() => {
        const project = projects.of(projectId);
        const before = schemas.get(project, id);
        if (before === null) return null;
        if (schema.name !== before.name) requireFree(project, schema.name);
        const changed = { ...schema, id, createdAt: before.createdAt };
        schemas.replace(project, changed);
        return changed;
      }),

    delete: (projectId, id) => database.write(() => schemas.delete(projects.of(projectId), id)),
  };
}
