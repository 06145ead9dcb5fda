import type { ExperimentRunsQuery } from "../../generated/experiments.ts";

/** An experiment with its items, as the service answers it. */
export type ComparedRun = NonNullable<ExperimentRunsQuery["datasetExperiment"]>;
