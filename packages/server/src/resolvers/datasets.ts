import { badInput } from "../records/errors.ts";
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
import type { DatasetRecord } from "../store/datasets.ts";
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
  datasetItem: (_parent, { id }, { store, project }) => store.datasets.getItem(project.id, id),
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
      return itemOfGeneration(args, { ...creationIn(context), stepId: step.id, generation: step.generation });
    },
    (writes) => store.datasets.createItems(project.id, writes),
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
    await getDataset(args.datasetId, context);
    const [item] = await context.store.datasets.createItems(context.project.id, [
      readDatasetItem(args, creationIn(context)),
    ]);
    return item ?? null;
  },
  async createDatasetItems(_parent, args, context) {
    const items = readDatasetItems(args, () => creationIn(context));
    await getDataset(args.datasetId, context);
    return context.store.datasets.createItems(context.project.id, items);
  },
  async updateDatasetItem(_parent, args, { store, project }) {
    const item = await store.datasets.updateItem(project.id, args.id, readDatasetItemChange(args));
    if (!item) throw notFound("id", "dataset item", args.id);
    return item;
  },
  deleteDatasetItem: (_parent, { id }, { store, project }) => store.datasets.deleteItem(project.id, id),
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
    const [stored] = await store.datasets.createItems(project.id, [item]);
    return stored ?? null;
  },
  addGenerationToDataset: (_parent, args, context) => resolveOne(addGenerationToDataset, args, context),
};

export const Dataset: DatasetResolvers = {
  items: ({ id }, { first, skip }, { store, project, loaders }) =>
    first == null && skip == null
      ? loaders.itemsOfDataset.load(id)
      : store.datasets.itemPage(project.id, id, readPageWindow({ first, skip })),
  itemCount: ({ id }, _args, { loaders }) => loaders.itemCountOfDataset.load(id),
};

/** Returns the dataset. Throws `NOT_FOUND` if there is none. */
export async function getDataset(id: string, { store, project }: RequestContext): Promise<DatasetRecord> {
  const [dataset] = await store.datasets.getMany(project.id, [id]);
  if (!dataset) throw notFound("datasetId", "dataset", id);
  return dataset;
}
