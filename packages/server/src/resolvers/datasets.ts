import { badInput } from "../records/errors.ts";
import { readVersion } from "../records/dataset-version.ts";
import { checkItems } from "../records/item-schema.ts";
import { recordLimits } from "../records/limits.ts";
import { readShares, readSplits } from "../records/splits.ts";
import {
  itemOfGeneration,
  itemOfStep,
  readDataset,
  readDatasetChange,
  readDatasetItem,
  readDatasetItemChange,
  readDatasetItems,
} from "../records/datasets.ts";
import { readPageWindow } from "../records/page-window.ts";
import { readText } from "../records/text.ts";
import type { DatasetItemRecord, DatasetRecord, ItemSelection } from "../store/datasets.ts";
import type { BatchResolvers } from "../graphql/batch-resolvers.ts";
import { asIs, listConnection } from "./connection.ts";
import type { RequestContext } from "./context.ts";
import { creationIn } from "./creation.ts";
import type { DatasetResolvers, MutationResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound, resolveOne } from "./root-fields.ts";
import { settleEach } from "./settle-each.ts";

export const datasetQueries: QueryResolvers = {
  datasets: (_parent, args, context) =>
    listConnection(context, { resource: "datasets", lister: context.store.datasets, args, toNode: asIs }),
  async dataset(_parent, { id, name }, { store, project, loaders }) {
    if (id != null) return loaders.datasets.load(id);
    if (name != null) return store.datasets.findByName(project.id, name);
    throw badInput("id", "an id or a name is required");
  },
  datasetItem: (_parent, { id, version }, { store, project }) =>
    store.datasets.getItem(project.id, id, version ?? undefined),
};

export const addGenerationToDataset: BatchResolvers<RequestContext>["addGenerationToDataset"] = async (
  items,
  context,
) => {
  const { store, project } = context;
  const datasetIds = items.map(({ datasetId }) => datasetId);
  const generationIds = items.map(({ generationId }) => generationId);
  const datasets = await store.datasets.getMany(project.id, datasetIds);
  const steps = await store.steps.getMany(project.id, generationIds);
  return settleEach(
    items,
    (args, index) => {
      const step = steps[index];
      if (!datasets[index]) throw notFound("datasetId", "dataset", args.datasetId);
      if (!step?.generation) throw notFound("generationId", "generation", args.generationId);
      const item = itemOfGeneration(args, { ...creationIn(context), stepId: step.id, generation: step.generation });
      checkItems(datasets[index].itemSchema, [item]);
      return item;
    },
    (writes) => store.datasets.createItems(project.id, writes, { at: context.now() }),
  );
};

export const datasetMutations: MutationResolvers = {
  createDataset: (_parent, args, context) =>
    context.store.datasets.create(context.project.id, readDataset(args, creationIn(context))),
  async updateDataset(_parent, args, { store, project }) {
    const dataset = await store.datasets.update(project.id, args.id, readDatasetChange(args));
    if (!dataset) throw notFound("id", "dataset", args.id);
    return dataset;
  },
  deleteDataset: (_parent, { id }, { store, project }) => store.datasets.delete(project.id, id),
  async createDatasetItem(_parent, args, context) {
    const dataset = await getDataset(args.datasetId, context);
    const item = readDatasetItem(args, creationIn(context));
    checkItems(dataset.itemSchema, [item]);
    const [stored] = await context.store.datasets.createItems(context.project.id, [item], { at: context.now() });
    return stored ?? null;
  },
  async createDatasetItems(_parent, args, context) {
    const items = readDatasetItems(args, () => creationIn(context));
    const dataset = await getDataset(args.datasetId, context);
    checkItems(dataset.itemSchema, items, (index) => `items[${index}].`);
    const options = { at: context.now(), replaces: args.replace ?? false };
    return context.store.datasets.createItems(context.project.id, items, options);
  },
  async updateDatasetItem(_parent, args, { store, project, loaders, now }) {
    const change = readDatasetItemChange(args);
    const stored = await store.datasets.getItem(project.id, args.id);
    if (!stored) throw notFound("id", "dataset item", args.id);
    const dataset = await loaders.datasets.load(stored.datasetId);
    const { input, expectedOutput, metadata } = change;
    const isContent = input !== undefined || expectedOutput !== undefined || metadata !== undefined;
    if (dataset && isContent) {
      checkItems(dataset.itemSchema, [
        {
          input: input === undefined ? stored.input : input,
          expectedOutput: expectedOutput === undefined ? stored.expectedOutput : expectedOutput,
          metadata: metadata === undefined ? stored.metadata : metadata,
        },
      ]);
    }
    const [item] = await store.datasets.updateItems(project.id, [change], now());
    if (!item) throw notFound("id", "dataset item", args.id);
    return item;
  },
  async deleteDatasetItem(_parent, { id }, { store, project, now }) {
    const [item] = await store.datasets.deleteItems(project.id, [id], now());
    return item ?? null;
  },
  async deleteDatasetItems(_parent, { ids }, { store, project, now }) {
    checkCount("ids", ids);
    return existing(await store.datasets.deleteItems(project.id, [...new Set(ids)], now()));
  },
  async updateDatasetItemSplits(_parent, { ids, ...args }, { store, project, now }) {
    checkCount("ids", ids);
    const add = readSplits("add", args.add) ?? [];
    const remove = readSplits("remove", args.remove) ?? [];
    const change = { ids: [...new Set(ids)], add, remove };
    return existing(await store.datasets.changeSplits(project.id, change, now()));
  },
  async divideDataset(_parent, { id, splits, seed }, { store, project, now }) {
    const division = { shares: readShares("splits", splits), seed: seed ?? "", at: now() };
    const dataset = await store.datasets.divide(project.id, id, division);
    if (!dataset) throw notFound("id", "dataset", id);
    return dataset;
  },
  async addStepToDataset(_parent, args, context) {
    const { store, project, loaders } = context;
    const dataset = await getDataset(args.datasetId, context);
    if (dataset.type === "generation") {
      throw badInput("datasetId", `the dataset "${dataset.name}" contains generations; use addGenerationToDataset`);
    }
    const step = await loaders.steps.load(args.stepId);
    if (!step) throw notFound("stepId", "step", args.stepId);
    const descendants = await store.steps.descendants(project.id, step.id);
    const item = itemOfStep(args, { ...creationIn(context), step, descendants });
    checkItems(dataset.itemSchema, [item]);
    const [stored] = await store.datasets.createItems(project.id, [item], { at: context.now() });
    return stored ?? null;
  },
  addGenerationToDataset: (_parent, args, context) => resolveOne(addGenerationToDataset, args, context),
};

export const Dataset: DatasetResolvers = {
  items: (dataset, { first, skip, ...selection }, { store, project, loaders }) => {
    if (first == null && skip == null && isWhole(selection)) {
      return loaders.itemsOfDataset.load(dataset.id);
    }
    // If `first` is absent, the list contains all selected items, so the page is as large as possible.
    const window = first == null ? { first: recordLimits.skip, skip: readPageWindow({ skip }).skip } : null;
    return store.datasets.itemPage(project.id, dataset.id, {
      ...(window ?? readPageWindow({ first, skip })),
      ...readSelection(dataset, selection),
    });
  },
  itemCount: (dataset, selection, { store, project, loaders }) =>
    isWhole(selection)
      ? loaders.itemCountOfDataset.load(dataset.id)
      : store.datasets.countSelected(project.id, dataset.id, readSelection(dataset, selection)),
  versions: ({ id }, window, { store, project }) => store.datasets.versionPage(project.id, id, readPageWindow(window)),
  async changes(dataset, { from, to, ...window }, { store, project }) {
    const between = {
      from: readVersion("from", dataset, from),
      to: to == null ? dataset.version : readVersion("to", dataset, to),
    };
    const page = { ...between, ...readPageWindow(window) };
    const found = await store.datasets.differences(project.id, dataset.id, page);
    return found.map(({ before, after }) => ({ itemId: (after ?? before)?.id ?? "", before, after }));
  },
  splits: (dataset, { version }, { store, project }) =>
    store.datasets.splitsOf(
      project.id,
      dataset.id,
      version == null ? undefined : readVersion("version", dataset, version),
    ),
  itemsWithInput: ({ id }, { input, first }, { store, project }) =>
    store.datasets.itemsWithInput(project.id, id, input, readPageWindow({ first }).first),
  async duplicates({ id }, window, { store, project }) {
    const groups = await store.datasets.duplicates(project.id, id, readPageWindow(window));
    return groups.map((items) => ({ items }));
  },
};

interface GivenSelection {
  readonly version?: number | null | undefined;
  readonly split?: string | null | undefined;
  readonly search?: string | null | undefined;
}

function isWhole({ version, split, search }: GivenSelection): boolean {
  return version == null && split == null && !search;
}

function readSelection(dataset: DatasetRecord, { version, split, search }: GivenSelection): ItemSelection {
  return {
    version: version == null ? undefined : readVersion("version", dataset, version),
    split: split ?? undefined,
    search: readText("search", search, recordLimits.nameLength) || undefined,
  };
}

function checkCount(field: string, ids: readonly string[]): void {
  const limit = recordLimits.itemCount;
  if (ids.length > limit) throw badInput(field, `at most ${limit} are allowed`, limit);
}

function existing(items: readonly (DatasetItemRecord | null)[]): DatasetItemRecord[] {
  return items.filter((item) => item !== null);
}

/** Returns the dataset. Throws `NOT_FOUND` if there is none. */
export async function getDataset(
  id: string,
  { store, project }: RequestContext,
  field = "datasetId",
): Promise<DatasetRecord> {
  const [dataset] = await store.datasets.getMany(project.id, [id]);
  if (!dataset) throw notFound(field, "dataset", id);
  return dataset;
}
