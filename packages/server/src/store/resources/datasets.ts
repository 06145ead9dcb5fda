import type { DatasetItemRecord, DatasetRecord, DatasetStore } from "../datasets.ts";
import { ConflictError } from "../errors.ts";
import type { Lists } from "../lists/lists.ts";
import { overlay } from "../ingest/merge-step.ts";
import { datasetItems, datasets as table } from "../schema/datasets.ts";
import { groupBy } from "../session/group-by.ts";
import { RecordTable } from "../session/record-table.ts";
import { type Sessions, withoutConflict } from "../session/session.ts";

const datasets = new RecordTable(table);
const items = new RecordTable(datasetItems);

export function createDatasetStore(sessions: Sessions, lists: Lists): DatasetStore {
  const inFreeName = <Result>(name: string, write: () => Promise<Result>): Promise<Result> =>
    withoutConflict(sessions, `A dataset named "${name}" exists.`, write);

  return {
    ...lists({ resource: "datasets", records: datasets, indexed: ["id"] }),

    create: (projectId, dataset) =>
      inFreeName(dataset.name, () =>
        sessions.write(projectId, async (session, project) => {
          await datasets.insert(session, project, dataset);
          return dataset;
        }),
      ),

    update: (projectId, id, change) =>
      inFreeName(change.name ?? "", () =>
        sessions.write(projectId, async (session, project) => {
          const dataset = await datasets.lock(session, project, id);
          if (dataset === null) return null;
          const changed = overlay<DatasetRecord>(dataset, change);
          await datasets.replace(session, project, changed);
          return changed;
        }),
      ),

    getMany: (projectId, ids) =>
      sessions.read(projectId, (session, project) => datasets.getMany(session, project, ids)),

    findByName: (projectId, name) =>
      sessions.read(projectId, (session, project) => datasets.findBy(session, project, { name })),

    delete: (projectId, id) =>
      sessions.write(projectId, async (session, project) => {
        const deleted = await datasets.delete(session, project, id);
        await session.run(
          session.db.deleteFrom("dataset_items").where("project_id", "=", project).where("dataset_id", "=", id),
        );
        return deleted;
      }),

    createItems: (projectId, created) =>
      sessions.write(projectId, async (session, project) => {
        const ids = created.map(({ id }) => id);
        const stored = await items.getMany(session, project, ids);
        const moved = stored.find((item, index) => item !== null && item.datasetId !== created[index]?.datasetId);
        if (moved) throw new ConflictError(`The item "${moved.id}" belongs to another dataset. Use another id.`);
        await items.insertMissing(
          session,
          project,
          created.filter((_, index) => stored[index] === null),
        );
        return created.map((item, index) => stored[index] ?? item);
      }),

    getItem: (projectId, id) => sessions.read(projectId, (session, project) => items.get(session, project, id)),

    itemsOf: (projectId, datasetIds) =>
      sessions.read(projectId, async (session, project) => {
        const isOf = session.dialect.isIn("dataset_id", datasetIds);
        const found = await items.all(session, project, (query) =>
          query.where(isOf).orderBy("dataset_id").orderBy("key"),
        );
        return groupBy(datasetIds, found, ({ datasetId }) => datasetId);
      }),

    itemPage: (projectId, datasetId, page) =>
      sessions.read(projectId, (session, project) => items.page(session, project, "dataset_id", datasetId, page)),

    countItems: (projectId, datasetIds) =>
      sessions.read(projectId, (session, project) => items.countBy(session, project, "dataset_id", datasetIds)),

    updateItem: (projectId, id, change) =>
      sessions.write(projectId, async (session, project) => {
        const item = await items.lock(session, project, id);
        if (item === null) return null;
        const changed = overlay<DatasetItemRecord>(item, change);
        await items.replace(session, project, changed);
        return changed;
      }),

    deleteItem: (projectId, id) => sessions.write(projectId, (session, project) => items.delete(session, project, id)),
  };
}
