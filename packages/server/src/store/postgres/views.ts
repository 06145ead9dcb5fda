import { ConflictError } from "../errors.ts";
import { viewCodec } from "../record-codecs.ts";
import type { ViewRecord, ViewStore } from "../views.ts";
import type { Database } from "./database.ts";
import { holdLock } from "./locks.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { Table } from "./table.ts";

export function createViewStore(database: Database, projects: ProjectKeys): ViewStore {
  const views = new Table<ViewRecord>("views", viewCodec);
  return {
    async all(projectId) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => views.all(session, project, "TRUE ORDER BY name, key"));
    },

    async get(projectId, id) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => views.get(session, project, id));
    },

    async create(projectId, view, limit) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        await holdLock(session, "views", project);
        const count = await views.count(session, project);
        if (count >= limit)
          throw new ConflictError(`The project has ${count} saved views; at most ${limit} are allowed.`);
        await views.insert(session, project, view);
        return view;
      });
    },

    async replace(projectId, view) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => ((await views.replace(session, project, view)) ? view : null));
    },

    async delete(projectId, id) {
      const project = await projects.of(projectId);
      return database.write(project, (session) => views.delete(session, project, id));
    },
  };
}
