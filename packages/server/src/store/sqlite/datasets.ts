import type { DatasetItemRecord, DatasetRecord, DatasetStore } from "../datasets.ts";
import { ConflictError } from "../errors.ts";
import { overlay } from "../merge-step.ts";
import { ColumnCandidates } from "./column-candidates.ts";
import type { FieldSource } from "./condition.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { oneByOne, RecordList } from "./record-list.ts";
import { Table } from "./table.ts";
import { datasetCodec, datasetItemCodec } from "../record-codecs.ts";

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "r.id" },
  createdAt: { value: "r.created_at" },
  name: { value: "r.name" },
  description: { value: "r.description" },
  type: { value: "r.type" },
  metadata: { value: "r.metadata", json: true },
};

export function createDatasetStore(database: Database, projects: ProjectKeys, now: () => number): DatasetStore {
  const datasets = new Table<DatasetRecord>(database, "datasets", datasetCodec);
  const items = new Table<DatasetItemRecord>(database, "dataset_items", datasetItemCodec);
  const columns = new ColumnCandidates(database, "datasets", "key");
  const records = new RecordList<DatasetRecord>(database, projects, now, {
    resource: "datasets",
    table: "datasets",
    key: "key",
    fields,
    candidates: (project, filter) => (filter.field === "id" ? columns.ofIndexed(project, "id", filter) : undefined),
    load: oneByOne((key) => datasets.byKey(key)),
  });
  const named = (project: number, name: string): DatasetRecord | null =>
    datasets.find("project_id = ? AND name = ?", project, name);
  const requireFree = (project: number, name: string): void => {
    if (named(project, name) !== null) throw new ConflictError(`A dataset named "${name}" exists.`);
  };

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    create: (projectId, dataset) =>
      database.write(() => {
        const project = projects.of(projectId);
        requireFree(project, dataset.name);
        datasets.insert(project, dataset);
        return dataset;
      }),

    update: (projectId, id, change) =>
      database.write(() => {
        const project = projects.of(projectId);
        const dataset = datasets.get(project, id);
        if (dataset === null) return null;
        const changed = overlay<DatasetRecord>(dataset, change);
        if (changed.name !== dataset.name) requireFree(project, changed.name);
        datasets.replace(project, changed);
        return changed;
      }),

    async getMany(projectId, ids) {
      return datasets.getMany(projects.of(projectId), ids);
    },

    async findByName(projectId, name) {
      return named(projects.of(projectId), name);
    },

    delete: (projectId, id) =>
      database.write(() => {
        const project = projects.of(projectId);
        database.run("DELETE FROM dataset_items WHERE project_id = ? AND dataset_id = ?", project, id);
        return datasets.delete(project, id);
      }),

    createItems: (projectId, created) =>
      database.write(() => {
        const project = projects.of(projectId);
        for (const item of created) items.insert(project, item);
        return [...created];
      }),

    async getItem(projectId, id) {
      return items.get(projects.of(projectId), id);
    },

    async itemsOf(projectId, datasetIds) {
      const project = projects.of(projectId);
      const where = "project_id = ? AND dataset_id = ? ORDER BY key";
      return datasetIds.map((id) => items.all(where, project, id));
    },

    async itemPage(projectId, datasetId, { first, skip }) {
      const where = "project_id = ? AND dataset_id = ? ORDER BY key LIMIT ? OFFSET ?";
      return items.all(where, projects.of(projectId), datasetId, first, skip);
    },

    async countItems(projectId, datasetIds) {
      const project = projects.of(projectId);
      const sql = "SELECT count(*) AS count FROM dataset_items WHERE project_id = ? AND dataset_id = ?";
      return datasetIds.map((id) => database.get<{ count: number }>(sql, project, id)?.count ?? 0);
    },

    updateItem: (projectId, id, change) =>
      database.write(() => {
        const project = projects.of(projectId);
        const item = items.get(project, id);
        if (item === null) return null;
        const changed = overlay<DatasetItemRecord>(item, change);
        items.replace(project, changed);
        return changed;
      }),

    deleteItem: (projectId, id) => database.write(() => items.delete(projects.of(projectId), id)),
  };
}
