import { ConflictError } from "../errors.ts";
import { viewCodec } from "../record-codecs.ts";
import type { ViewRecord, ViewStore } from "../views.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { Table } from "./table.ts";

export function createViewStore(database: Database, projects: ProjectKeys): ViewStore {
  const views = new Table<ViewRecord>(database, "views", viewCodec);
  return {
    async all(projectId) {
      return views.all("project = ? ORDER BY name, key", projects.of(projectId));
    },

    async get(projectId, id) {
      return views.get(projects.of(projectId), id);
    },

    create: (projectId, view, limit) =>
      database.write(() => {
        const project = projects.of(projectId);
        const sql = "SELECT count(*) AS count FROM views WHERE project = ?";
        const count = database.get<{ count: number }>(sql, project)?.count ?? 0;
        if (count >= limit)
          throw new ConflictError(`The project has ${count} saved views; at most ${limit} are allowed.`);
        views.insert(project, view);
        return view;
      }),

    replace: (projectId, view) =>
      database.write(() => {
        const project = projects.of(projectId);
        if (views.get(project, view.id) === null) return null;
        views.replace(project, view);
        return view;
      }),

    delete: (projectId, id) => database.write(() => views.delete(projects.of(projectId), id)),
  };
}
