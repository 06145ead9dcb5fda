/** Environment of the recorded application. `experiment` marks records of an experiment. */
export type Environment = "dev" | "staging" | "prod" | "experiment";
