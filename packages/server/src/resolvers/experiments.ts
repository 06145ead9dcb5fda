import { readExperiment, readExperimentItem } from "../records/experiments.ts";
import { creationIn } from "./creation.ts";
import { getDataset } from "./datasets.ts";
import type { DatasetExperimentItemResolvers, MutationResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const experimentMutations: MutationResolvers = {
  async createDatasetExperiment(_parent, args, context) {
    const experiment = readExperiment(args, creationIn(context));
    if (experiment.datasetId !== null) await getDataset(experiment.datasetId, context);
    return context.store.experiments.create(context.project.id, experiment);
  },
  async createDatasetExperimentItem(_parent, args, context) {
    const { store, project } = context;
    if (!(await store.experiments.get(project.id, args.datasetExperimentId))) {
      throw notFound("datasetExperimentId", "experiment", args.datasetExperimentId);
    }
    return store.experiments.createItem(project.id, readExperimentItem(args, creationIn(context)));
  },
};

export const DatasetExperimentItem: DatasetExperimentItemResolvers = {
  scores: ({ id }, _args, { loaders }) => loaders.scoresOfExperimentItem.load(id),
};
