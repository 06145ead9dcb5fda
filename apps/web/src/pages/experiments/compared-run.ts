import type { ExperimentRunsQuery } from "../../generated/experiments.ts";

export type ComparedRun = NonNullable<ExperimentRunsQuery["datasetExperiment"]>;
