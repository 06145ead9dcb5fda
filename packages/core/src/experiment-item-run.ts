import { Step } from "./step.ts";
import type { Recorder } from "./recorder.ts";
import type { StepConstructor } from "./types/steps.ts";
import type { Update } from "./wrapped-callback.ts";

/**
 * One run of an experiment: a step in the environment `experiment`. Records inside its `wrap()` have the same
 * environment.
 */
export class ExperimentItemRun extends Step {
  constructor(client: Recorder, data: Partial<StepConstructor> = {}, ignoreContext = false) {
    super(client, { name: "Experiment Run", type: "run", environment: "experiment", ...data }, ignoreContext);
  }

  /**
   * Runs the callback like `Step.wrap`, in the environment `experiment`. An experiment item that the callback logs with
   * `experiment.log()` refers to this step as its run.
   */
  override async wrap<Output>(
    callback: (step: Step) => Output | Promise<Output>,
    update?: Update<Partial<StepConstructor>, Output>,
  ): Promise<Output> {
    const { context, store } = this.client;
    const inside = { ...context, currentExperimentItemRunId: this.id, environment: "experiment" as const };
    return store.run(inside, () => super.wrap(callback, update));
  }
}
