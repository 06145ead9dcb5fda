import { readExperimentRun } from "../records/experiment-runs.ts";
import { estimateExperiments } from "./estimate-experiments.ts";
import { planExperiments } from "./plan-experiments.ts";
import type { QueryResolvers } from "./resolver-types.ts";

export const experimentRunQueries: QueryResolvers = {
  async experimentEstimate(_parent, { run }, context) {
    return estimateExperiments(await planExperiments(readExperimentRun(run), context), context);
  },
};
