/** Where the recorded application runs. `experiment` marks what an experiment recorded. */
export type Environment = "dev" | "staging" | "prod" | "experiment";
