import { ConflictError } from "../errors.ts";
import type { ViewRecord, ViewStore } from "../views.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { defineCodec, type RowCodec } from "../row-codec.ts";
import { Table } from "./table.ts";

/** SQLite has no booleans. */
type StoredView = Omit<ViewRecord, "isShared"> & { readonly isShared: number };

const codec: RowCodec<StoredView> = defineCodec<StoredView>({
  id: "plain",
  createdAt: "plain",
  updatedAt: "plain",
  name: "plain",
  resource: "plain",
  filters: "json",
  columns: "json",
  orderBy: "json",
  isShared: "plain",
  ownerId: "plain",
});

/** The codec of views, whose columns are the fields of the record. */
export const viewCodec: RowCodec<ViewRecord> = {
  fields: codec.fields,
  columns: codec.columns,
  toParameters: (view) => codec.toParameters({ ...view, isShared: Number(view.isShared) }),
  toRecord(row) {
    const view = codec.toRecord(row);
    return { ...view, isShared: view.isShared !== 0 };
  },
};

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
