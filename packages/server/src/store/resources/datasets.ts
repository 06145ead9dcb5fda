import { isDeepStrictEqual } from "node:util";
import type { DatasetItemRecord, DatasetRecord, DatasetStore } from "../datasets.ts";
import { ConflictError, nameTaken } from "../errors.ts";
import type { Lists } from "../lists/lists.ts";
import { overlay } from "../ingest/merge-step.ts";
import {
  datasetItems,
  datasets as table,
  datasetVersions,
  experimentItems as experimentItemTable,
} from "../schema/datasets.ts";
import { groupBy } from "../session/group-by.ts";
import { RecordTable } from "../session/record-table.ts";
import { type Session, type Sessions, withoutConflict } from "../session/session.ts";
import { assignSplits } from "./assign-splits.ts";
import {
  countItems,
  countSplits,
  type DatasetIn,
  findPast,
  selectByHash,
  selectDifferences,
  selectDuplicates,
  selectItemIds,
  selectItems,
} from "./dataset-contents.ts";
import { hashOfInput, type ItemWrites, writeVersion } from "./dataset-versions.ts";

const datasets = new RecordTable(table);
const items = new RecordTable(datasetItems);
const experimentItems = new RecordTable(experimentItemTable);

export function createDatasetStore(sessions: Sessions, lists: Lists): DatasetStore {
  const inFreeName = <Result>(name: string, write: () => Promise<Result>): Promise<Result> =>
    withoutConflict(sessions, () => nameTaken("A dataset", name), write);

  const reading = <Result>(
    projectId: string,
    datasetId: string,
    read: (place: DatasetIn) => Promise<Result>,
  ): Promise<Result> => sessions.read(projectId, (session, project) => read({ session, project, datasetId }));

  return {
    ...lists({ resource: "datasets", records: datasets, indexed: ["id"] }),

    create: (projectId, { itemSchema, ...created }) =>
      inFreeName(created.name, () =>
        sessions.write(projectId, async (session, project) => {
          const dataset = { ...created, version: 0, itemsAdded: 0, itemSchema: itemSchema ?? null };
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
        for (const from of ["dataset_items", "past_dataset_items", "dataset_versions"] as const) {
          const rows = session.db.deleteFrom(from).where("project_id", "=", project).where("dataset_id", "=", id);
          // oxlint-disable-next-line no-await-in-loop -- one statement after the other
          await session.run(rows);
        }
        return deleted;
      }),

    createItems: (projectId, created, { at, replaces = false }) =>
      withoutConflict(sessions, "An item with one of these ids is in another dataset. Use other ids.", () =>
        sessions.write(projectId, async (session, project) => {
          const results = new Map<string, DatasetItemRecord>();
          for (const datasetId of inOrder(created)) {
            const given = created.filter((item) => item.datasetId === datasetId);
            const ids = given.map(({ id }) => id);
            // oxlint-disable-next-line no-await-in-loop -- one dataset after the other
            const version = await writeVersion(session, project, { datasetId, at }, async () => {
              const locked = await items.lockBy(session, project, "id", ids);
              const stored = new Map(locked.map(({ record }) => [record.id, record]));
              const added = new Map<string, (typeof given)[number]>();
              const updated = new Map<string, Update>();
              for (const item of given) {
                const before = stored.get(item.id);
                if (before === undefined) {
                  if (!added.has(item.id)) added.set(item.id, item);
                  continue;
                }
                if (before.datasetId !== datasetId) {
                  throw new ConflictError(`The item "${item.id}" belongs to another dataset. Use another id.`);
                }
                results.set(item.id, before);
                const { input, expectedOutput, metadata, splits } = item;
                const after = overlay<DatasetItemRecord>(before, { input, expectedOutput, metadata, splits });
                if (replaces && hasOtherContent(before, after)) updated.set(item.id, { before, after });
              }
              return { added: [...added.values()], updated: [...updated.values()] };
            });
            if (version === null) throw new ConflictError(`The dataset "${datasetId}" does not exist.`);
            for (const [id, item] of version.written) results.set(id, item);
          }
          return created.flatMap(({ id }) => results.get(id) ?? []);
        }),
      ),

    getItem: (projectId, id, version) =>
      sessions.read(projectId, async (session, project) => {
        const item = await items.get(session, project, id);
        if (version === undefined || (item !== null && item.version <= version)) return item;
        return findPast({ session, project }, id, version);
      }),

    referencesOf: (projectId, stepIds) =>
      sessions.read(projectId, async (session, project) => {
        const runs = await experimentItems.allBy(session, project, "experiment_run_id", stepIds);
        const tried = new Map(byKey(runs).map((run) => [run.experimentRunId, run.datasetItemId]));
        const ofRuns = await items.getMany(
          session,
          project,
          stepIds.map((id) => tried.get(id) ?? ""),
        );
        const copies = await items.allBy(session, project, "step_id", stepIds);
        const copied = new Map(byKey(copies).map((item) => [item.stepId, item]));
        return stepIds.map((id, index) => ofRuns[index] ?? copied.get(id) ?? null);
      }),

    itemsOf: (projectId, datasetIds) =>
      sessions.read(projectId, async (session, project) => {
        const isOf = session.dialect.isIn("dataset_id", datasetIds);
        const found = await items.all(session, project, (query) =>
          query.where(isOf).orderBy("dataset_id").orderBy("key"),
        );
        return groupBy(datasetIds, found, ({ datasetId }) => datasetId);
      }),

    itemPage: (projectId, datasetId, page) =>
      reading(projectId, datasetId, (place) =>
        page.version === undefined && page.split === undefined && page.search === undefined
          ? items.page(place.session, place.project, "dataset_id", datasetId, page)
          : selectItems(place, page),
      ),

    itemIds: (projectId, datasetId, selection) =>
      reading(projectId, datasetId, (place) => selectItemIds(place, selection)),

    countItems: (projectId, datasetIds) =>
      sessions.read(projectId, (session, project) => items.countBy(session, project, "dataset_id", datasetIds)),

    countSelected: (projectId, datasetId, selection) =>
      reading(projectId, datasetId, (place) => countItems(place, selection)),

    splitsOf: (projectId, datasetId, version) => reading(projectId, datasetId, (place) => countSplits(place, version)),

    versionPage: (projectId, datasetId, { first, skip }) =>
      reading(projectId, datasetId, async ({ session, project }) => {
        const query = session.db
          .selectFrom("dataset_versions")
          .selectAll()
          .where("project_id", "=", project)
          .where("dataset_id", "=", datasetId)
          .orderBy("version", "desc");
        return (await session.all(query.limit(first).offset(skip))).map(datasetVersions.toRecord);
      }),

    differences: (projectId, datasetId, page) =>
      reading(projectId, datasetId, (place) => selectDifferences(place, page)),

    itemsWithInput: (projectId, datasetId, input, limit) =>
      reading(projectId, datasetId, (place) => selectByHash(place, hashOfInput(input), limit)),

    duplicates: (projectId, datasetId, page) => reading(projectId, datasetId, (place) => selectDuplicates(place, page)),

    updateItems: (projectId, changes, at) =>
      sessions.write(projectId, async (session, project) => {
        const changeOf = new Map(changes.map((change) => [change.id, change]));
        const ids = changes.map(({ id }) => id);
        return changeItems({ session, project, at }, ids, (stored) => ({
          updated: stored.flatMap((before): Update[] => {
            const after = overlay<DatasetItemRecord>(before, changeOf.get(before.id) ?? {});
            return hasOtherContent(before, after) ? [{ before, after }] : [];
          }),
        }));
      }),

    changeSplits: (projectId, { ids, add, remove }, at) =>
      sessions.write(projectId, (session, project) =>
        changeItems({ session, project, at }, ids, (stored) => ({
          updated: stored.flatMap((before): Update[] => {
            const splits = new Set([...before.splits.filter((name) => !remove.includes(name)), ...add]);
            const after = { ...before, splits: [...splits].toSorted() };
            return hasOtherContent(before, after) ? [{ before, after }] : [];
          }),
        })),
      ),

    deleteItems: (projectId, ids, at) =>
      sessions.write(projectId, (session, project) =>
        changeItems({ session, project, at }, ids, (deleted) => ({ deleted })),
      ),

    divide: (projectId, datasetId, { shares, seed, at }) =>
      sessions.write(projectId, async (session, project) => {
        const names = new Set(shares.map(({ name }) => name));
        const version = await writeVersion(session, project, { datasetId, at }, async () => {
          const stored = await items.all(session, project, (query) =>
            query.where("dataset_id", "=", datasetId).orderBy("key"),
          );
          const ids = stored.map(({ id }) => id);
          const assigned = assignSplits(ids, shares, seed);
          return {
            updated: stored.flatMap((before): Update[] => {
              const name = assigned.get(before.id);
              const others = before.splits.filter((split) => !names.has(split));
              const after = { ...before, splits: [...others, ...(name === undefined ? [] : [name])].toSorted() };
              return hasOtherContent(before, after) ? [{ before, after }] : [];
            }),
          };
        });
        return version && version.dataset;
      }),
  };
}

type Update = NonNullable<ItemWrites["updated"]>[number];

/**
 * Applies the changes that `plan` returns to stored items. All changes to a dataset are in one new version of the
 * dataset. Resolves to one result for each id: null for an unknown id, the previous content of a deleted item, or the
 * new content of any other item.
 */
async function changeItems(
  { session, project, at }: { readonly session: Session; readonly project: number; readonly at: number },
  ids: readonly string[],
  plan: (stored: readonly DatasetItemRecord[]) => ItemWrites,
): Promise<(DatasetItemRecord | null)[]> {
  const found = (await items.getMany(session, project, ids)).filter((item) => item !== null);
  const results = new Map<string, DatasetItemRecord>();
  for (const datasetId of inOrder(found)) {
    const ofDataset = found.filter((item) => item.datasetId === datasetId).map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one dataset after the other
    const version = await writeVersion(session, project, { datasetId, at }, async () => {
      const locked = await items.lockBy(session, project, "id", ofDataset);
      const stored = locked.map(({ record }) => record).filter((item) => item.datasetId === datasetId);
      for (const item of stored) results.set(item.id, item);
      return plan(stored);
    });
    for (const [id, item] of version?.written ?? []) results.set(id, item);
  }
  return ids.map((id) => results.get(id) ?? null);
}

/**
 * Returns the ids of the datasets in ascending order. All transactions lock datasets in this order, to avoid deadlocks.
 */
function inOrder(of: readonly { readonly datasetId: string }[]): string[] {
  return [...new Set(of.map(({ datasetId }) => datasetId))].toSorted();
}

function hasOtherContent(before: DatasetItemRecord, after: DatasetItemRecord): boolean {
  return !isDeepStrictEqual(contentOf(before), contentOf(after));
}

function contentOf({ input, expectedOutput, metadata, splits }: DatasetItemRecord): object {
  return { input, expectedOutput, metadata, splits };
}

function byKey<Found>(found: readonly { readonly key: number; readonly record: Found }[]): Found[] {
  return found.toSorted((one, other) => one.key - other.key).map(({ record }) => record);
}
