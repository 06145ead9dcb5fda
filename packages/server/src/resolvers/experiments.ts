import { contentPreview, inputPreview } from "@threadline/schema/content-preview";
import { readVersion } from "../records/dataset-version.ts";
import { badInput } from "../records/errors.ts";
import { readExperiment, readExperimentItem } from "../records/experiments.ts";
import { readPageWindow } from "../records/page-window.ts";
import { asIs, listConnection } from "./connection.ts";
import { creationIn } from "./creation.ts";
import { getDataset } from "./datasets.ts";
import type {
  DatasetExperimentItemResolvers,
  DatasetExperimentResolvers,
  MutationResolvers,
  QueryResolvers,
} from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const experimentQueries: QueryResolvers = {
  datasetExperiments: (_parent, args, context) =>
    listConnection(context, { resource: "experiments", lister: context.store.experiments, args, toNode: asIs }),
  datasetExperiment: (_parent, { id }, { store, project }) => store.experiments.get(project.id, id),
};

export const experimentMutations: MutationResolvers = {
  async createDatasetExperiment(_parent, args, context) {
    const experiment = readExperiment(args, creationIn(context));
    const dataset = experiment.datasetId === null ? null : await getDataset(experiment.datasetId, context);
    const given = args.datasetVersion;
    if (given != null && dataset === null) throw badInput("datasetVersion", "can only be set together with datasetId");
    const datasetVersion = dataset && (given == null ? dataset.version : readVersion("datasetVersion", dataset, given));
    return context.store.experiments.create(context.project.id, { ...experiment, datasetVersion });
  },
  deleteDatasetExperiment: (_parent, { id }, { store, project, now }) =>
    store.experiments.delete(project.id, id, now()),
  async createDatasetExperimentItem(_parent, args, context) {
    const { store, project } = context;
    if (!(await store.experiments.get(project.id, args.datasetExperimentId))) {
      throw notFound("datasetExperimentId", "experiment", args.datasetExperimentId);
    }
    return store.experiments.createItem(project.id, readExperimentItem(args, creationIn(context)));
  },
};

export const DatasetExperiment: DatasetExperimentResolvers = {
  dataset: ({ datasetId }, _args, { loaders }) => (datasetId === null ? null : loaders.datasets.load(datasetId)),
  itemCount: ({ id }, _args, { loaders }) => loaders.itemCountOfExperiment.load(id),
  items: ({ id }, args, { store, project }) => store.experiments.itemPage(project.id, id, readPageWindow(args)),
  scores: ({ id }, _args, { loaders }) => loaders.scoresOfExperiment.load(id),
  run: ({ id }, _args, { loaders }) => loaders.runOfExperiment.load(id),
};

export const DatasetExperimentItem: DatasetExperimentItemResolvers = {
  scores: ({ id }, _args, { loaders }) => loaders.scoresOfExperimentItem.load(id),
  experimentRun: ({ experimentRunId }, _args, { loaders }) =>
    experimentRunId === null ? null : loaders.steps.load(experimentRunId),
  inputPreview: ({ input }) => inputPreview(input),
  outputPreview: ({ output }) => contentPreview(output),
};
