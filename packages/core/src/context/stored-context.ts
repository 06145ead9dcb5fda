import type { Environment } from "../types/environment.ts";
import type { JsonObject } from "../types/json.ts";
import type { StepConstructor } from "../types/steps.ts";
import type { ModelCall } from "./model-call.ts";
import type { RemoteTrace } from "./remote-trace.ts";

/** Thread of a context. Records that are created in the context get its id as `threadId`. */
export interface ContextThread {
  readonly id: string;
}

/** Parent step of a context. Records that are created in the context get its id as `parentId`. */
export interface ContextStep extends StepConstructor {
  id: string;
}

/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
export interface ContextOf<Thread extends ContextThread, Step extends ContextStep> {
  currentThread: Thread | null;
  currentStep: Step | null;
  /** Outermost run. */
  rootRun: Step | null;
  currentExperimentItemRunId: string | null;
  /** Overrides the environment of the client. */
  environment: Environment | null;
  /** Added to the metadata of threads and steps. */
  metadata: JsonObject | null;
  /** Added to the tags of threads and steps. */
  tags: string[] | null;
  /**
   * Id for the next step that is created without an id. Nested contexts share this object, so that only one step gets
   * the id: that step sets `next` to null.
   */
  stepId: { next: string | null } | null;
  /**
   * Innermost step that a framework, such as LangChain, set with `enterContext`. `currentStep` is the same step, or a
   * step that the application has started inside it.
   */
  frameworkStep: Step | null;
  /** Model call that a framework, such as LangChain, records as the current step. Null if there is none. */
  modelCall: ModelCall | null;
  /** Trace that another process started; null if there is none. */
  trace: RemoteTrace | null;
}

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
