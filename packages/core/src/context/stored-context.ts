import type { Environment } from "../types/environment.ts";
import type { JsonObject } from "../types/json.ts";
import type { StepConstructor } from "../types/steps.ts";
import type { ModelCall } from "./model-call.ts";
import type { RemoteTrace } from "./remote-trace.ts";

/** Thread data that records read. */
export interface ContextThread {
  readonly id: string;
}

/** Parent-step data that records read and change. */
export interface ContextStep extends StepConstructor {
  id: string;
}

/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
export interface ContextOf<Thread extends ContextThread, Step extends ContextStep> {
  currentThread: Thread | null;
  currentStep: Step | null;
  /** The outermost run. */
  rootRun: Step | null;
  currentExperimentItemRunId: string | null;
  /** Overrides the environment of the client. */
  environment: Environment | null;
  /** Added to the metadata of threads and steps. */
  metadata: JsonObject | null;
  /** Added to the tags of threads and steps. */
  tags: string[] | null;
  /** The id of the next step that is made without one; shared by all contexts inside, so that it is taken once. */
  stepId: { next: string | null } | null;
  /** The step that a framework made current (`enterContext`): the current one, or one around it. */
  frameworkStep: Step | null;
  /** The call of a model that a framework records as the current step; null elsewhere. */
  modelCall: ModelCall | null;
  /** The trace that another process began. */
  trace: RemoteTrace | null;
}

/** The context outside of everything. */
export const EMPTY_CONTEXT: Readonly<ContextOf<never, never>> = {
  currentThread: null,
  currentStep: null,
  rootRun: null,
  currentExperimentItemRunId: null,
  environment: null,
  metadata: null,
  tags: null,
  stepId: null,
  frameworkStep: null,
  modelCall: null,
  trace: null,
};
