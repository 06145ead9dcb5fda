import type { DatasetItemRecord, DatasetRecord, DatasetStore } from "../datasets.ts";
import { ConflictError } from "../errors.ts";
import { overlay } from "../merge-step.ts";
import { datasetCodec, datasetItemCodec } from "../record-codecs.ts";
import type { FieldSource } from "./condition.ts";
import { countBy, groupBy } from "./grouped-rows.ts";
import { codeOf, type Database, uniqueViolation } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { RecordList } from "./record-list.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "r.id" },
  createdAt: { value: "r.created_at" },
  name: { value: "r.name" },
  description: { value: "r.description" },
  type: { value: "r.type" },
  metadata: { value: "r.metadata", json: true },
};

export function createDatasetStore(database: Database, projects: ProjectKeys, now: () => number): DatasetStore {
  const datasets = new Table<DatasetRecord>("datasets", datasetCodec);
  const items = new Table<DatasetItemRecord>("dataset_items", datasetItemCodec);
  const records = new RecordList<DatasetRecord>(database, projects, now, {
    resource: "datasets",
    table: "datasets",
    fields,
    load: (session, project, keys) => datasets.byKeys(session, project, keys),
  });
  type Job<Result> = (session: Session, project: number) => Promise<Result>;
  async function read<Result>(projectId: string, job: Job<Result>): Promise<Result> {
    const project = await projects.of(projectId);
    return database.read(project, (session) => job(session, project));
  }
  async function write<Result>(projectId: string, job: Job<Result>): Promise<Result> {
    const project = await projects.of(projectId);
    return database.write(project, (session) => job(session, project));
  }

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    create: (projectId, dataset) =>
      inFreeName(dataset.name, () =>
        write(projectId, async (session, project) => {
          await datasets.insert(session, project, dataset);
          return dataset;
        }),
      ),

    update: (projectId, id, change) =>
      inFreeName(change.name ?? "", () =>
        write(projectId, async (session, project) => {
          const dataset = await datasets.lock(session, project, id);
          if (dataset === null) return null;
          const changed = overlay<DatasetRecord>(dataset, change);
          await datasets.replace(session, project, changed);
          return changed;
        }),
      ),

    getMany: (projectId, ids) => read(projectId, (session, project) => datasets.getMany(session, project, ids)),

    findByName: (projectId, name) =>
      read(projectId, (session, project) => datasets.find(session, project, "name = ?", name)),

    delete: (projectId, id) =>
      write(projectId, async (session, project) => {
        const deleted = await datasets.delete(session, project, id);
        await session.run("DELETE FROM dataset_items WHERE project_id = ? AND dataset_id = ?", project, id);
        return deleted;
      }),

    createItems: (projectId, created) =>
      write(projectId, async (session, project) => {
        await items.insertAll(session, project, created);
        return [...created];
      }),

    getItem: (projectId, id) => read(projectId, (session, project) => items.get(session, project, id)),

    itemsOf: (projectId, datasetIds) =>
      read(projectId, async (session, project) => {
        const rows = await items.all(session, project, "dataset_id = ANY(?) ORDER BY key", datasetIds);
        return groupBy(datasetIds, rows, ({ datasetId }) => datasetId);
      }),

    itemPage: (projectId, datasetId, { first, skip }) =>
      read(projectId, (session, project) =>
        items.all(session, project, "dataset_id = ? ORDER BY key LIMIT ? OFFSET ?", datasetId, first, skip),
      ),

    countItems: (projectId, datasetIds) =>
      read(projectId, (session, project) =>
        countBy(session, project, { table: "dataset_items", column: "dataset_id", values: datasetIds }),
      ),

    updateItem: (projectId, id, change) =>
      write(projectId, async (session, project) => {
        const item = await items.lock(session, project, id);
        if (item === null) return null;
        const changed = overlay<DatasetItemRecord>(item, change);
        await items.replace(session, project, changed);
        return changed;
      }),

    deleteItem: (projectId, id) => write(projectId, (session, project) => items.delete(session, project, id)),
  };
}

/** Two replicas may choose one name at once: the constraint decides. */
async function inFreeName<Result>(name: string, job: () => Promise<Result>): Promise<Result> {
  try {
    return await job();
  } catch (error) {
    if (codeOf(error) === uniqueViolation) throw new ConflictError(`A dataset named "${name}" exists.`);
    throw error;
  }
}
