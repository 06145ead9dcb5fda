import { EvaluationError, type TargetView } from "@threadline/evaluation";
import type { EvaluatorTarget } from "../store/evaluators.ts";
import type { StepRecord } from "../store/steps.ts";
import type { Store } from "../store/store.ts";
import { type ThreadContent, viewOfStep, viewOfThread } from "./build-target-view.ts";

/** Purpose of calls that evaluators make, in the metadata of the recorded steps. */
export const evaluatorPurpose = "evaluator";

/** Maximum length of a target as JSON, in UTF-16 code units. */
const maxLength = 8_388_608;

const messageTypes = ["user_message", "assistant_message", "system_message", "run"] as const;

type Reader = Pick<Store, "datasets" | "experiments" | "steps" | "threads">;

/**
 * Reads a target as evaluators see it; null if it does not exist. Throws an `EvaluationError` if the target is too
 * large, or is itself a call of an evaluator.
 */
export async function readTargetView(
  store: Reader,
  projectId: string,
  { kind, id }: { readonly kind: EvaluatorTarget; readonly id: string },
): Promise<TargetView | null> {
  const view = await readView(store, projectId, kind, id);
  if (view !== null && JSON.stringify(view).length > maxLength) {
    throw new EvaluationError("limitExceeded", `The record to score is longer than ${maxLength} characters`);
  }
  return view;
}

async function readView(
  store: Reader,
  projectId: string,
  kind: EvaluatorTarget,
  id: string,
): Promise<TargetView | null> {
  switch (kind) {
    case "STEP":
    case "RUN":
      return readStepView(store, projectId, { id, isRun: kind === "RUN" });
    case "THREAD": {
      const content = await readThread(store, projectId, id, false);
      return content && viewOfThread(content);
    }
    case "EXPERIMENT_ITEM":
      return readItemView(store, projectId, id);
  }
}

async function readStepView(
  store: Reader,
  projectId: string,
  { id, isRun }: { readonly id: string; readonly isRun: boolean },
): Promise<TargetView | null> {
  const [step] = await store.steps.getMany(projectId, [id]);
  if (!step) return null;
  requireNoEvaluator(step);
  const descendants = isRun ? await store.steps.descendants(projectId, id) : [];
  const thread = step.threadId === null ? null : await readThread(store, projectId, step.threadId, true);
  return viewOfStep(step, [step, ...descendants], thread);
}

/**
 * Throws if the step is a call of an evaluator. If evaluators scored their own calls, each score would cause another
 * call.
 */
function requireNoEvaluator({ environment, metadata }: StepRecord): void {
  if (environment !== "experiment" || metadata?.["purpose"] !== evaluatorPurpose) return;
  throw new EvaluationError("inputInvalid", "The step was recorded by an evaluator, so it cannot be scored");
}

async function readThread(
  store: Reader,
  projectId: string,
  id: string,
  isContext: boolean,
): Promise<ThreadContent | null> {
  const [thread] = await store.threads.getMany(projectId, [id]);
  if (!thread) return null;
  const [steps = []] = await store.steps.ofThreads(projectId, [id], isContext ? { types: messageTypes } : {});
  return { thread, steps };
}

/**
 * Reads an experiment item with the steps of its run. The expected output is that of the dataset item, in the dataset
 * version that the experiment used.
 */
async function readItemView(store: Reader, projectId: string, id: string): Promise<TargetView | null> {
  const [item] = await store.experiments.getItems(projectId, [id]);
  if (!item) return null;
  const experiment = await store.experiments.get(projectId, item.datasetExperimentId);
  const version = experiment?.datasetVersion ?? undefined;
  const datasetItem =
    item.datasetItemId === null ? null : await store.datasets.getItem(projectId, item.datasetItemId, version);
  const run =
    item.experimentRunId === null
      ? null
      : await readStepView(store, projectId, { id: item.experimentRunId, isRun: true });
  return {
    input: item.input ?? datasetItem?.input ?? run?.input ?? null,
    output: item.output ?? run?.output ?? null,
    expected: datasetItem?.expectedOutput ?? null,
    metadata: datasetItem?.metadata ?? {},
    messages: run?.messages ?? [],
    steps: run?.steps ?? [],
    thread: run?.thread ?? null,
  };
}
