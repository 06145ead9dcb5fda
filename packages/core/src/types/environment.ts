/** Environment of the recorded application. Records of experiments have the environment `experiment`. */
export type Environment = "dev" | "staging" | "prod" | "experiment";
