import { limitReached, nameTaken } from "../errors.ts";
import { scoreSchemas as table } from "../schema/settings.ts";
import type { ScoreSchemaRecord, ScoreSchemaStore } from "../score-schemas.ts";
import { RecordTable } from "../session/record-table.ts";
import type { ProjectJob, Session, Sessions } from "../session/session.ts";

const schemas = new RecordTable(table);

export function createScoreSchemaStore(sessions: Sessions): ScoreSchemaStore {
  /**
   * Runs a transaction that changes the names or number of schemas. Waits until no other such transaction of the
   * project runs.
   */
  const change = <Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> =>
    sessions.write(projectId, async (session, project) => {
      await session.holdLock("scoreSchemas", project);
      return job(session, project);
    });

  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) => schemas.all(session, project, (query) => query.orderBy("name"))),

    findByName: (projectId, name) => sessions.read(projectId, (session, project) => findByName(session, project, name)),

    create: (projectId, schema, limit) =>
      change(projectId, async (session, project) => {
        await requireFreeName(session, project, schema.name);
        const count = await schemas.count(session, project);
        if (count >= limit) throw limitReached("score schemas", { count, limit });
        await schemas.insert(session, project, schema);
        return schema;
      }),

    update: (projectId, id, schema) =>
      change(projectId, async (session, project) => {
        const before = await schemas.get(session, project, id);
        if (before === null) return null;
        if (schema.name !== before.name) await requireFreeName(session, project, schema.name);
        const changed = { ...schema, id, createdAt: before.createdAt };
        await schemas.replace(session, project, changed);
        return changed;
      }),

    delete: (projectId, id) => change(projectId, (session, project) => schemas.delete(session, project, id)),
  };
}

function findByName(session: Session, project: number, name: string): Promise<ScoreSchemaRecord | null> {
  return schemas.findBy(session, project, { name });
}

async function requireFreeName(session: Session, project: number, name: string): Promise<void> {
  if ((await findByName(session, project, name)) !== null)
    throw nameTaken("A score schema", name, "Choose another name, or change that schema.");
}
