import type { ExperimentRunsQuery } from "../../generated/experiments.ts";

/** Experiment with its items, as returned by the service. */
export type ComparedRun = NonNullable<ExperimentRunsQuery["datasetExperiment"]>;
