import type { LogRecord } from "../logs/log-record.ts";
import type { HiddenScores } from "../thread/thread-context.ts";
import { useEvaluatorsText } from "./messages.ts";

/**
 * Record that an evaluator scored, as `step`, `thread` or `experimentItem`. All three are null if the record was
 * deleted.
 */
export interface EvaluatedTarget {
  readonly targetId: string;
  readonly step: {
    readonly id: string;
    readonly name: string | null;
    readonly type: string | null;
    readonly threadId: string | null;
    readonly rootRunId: string | null;
    readonly inputPreview?: string | null;
    readonly outputPreview?: string | null;
  } | null;
  readonly thread: {
    readonly id: string;
    readonly name: string | null;
    readonly inputPreview?: string | null;
    readonly outputPreview?: string | null;
  } | null;
  readonly experimentItem: {
    readonly id: string;
    readonly datasetExperimentId: string;
    readonly inputPreview?: string | null;
    readonly outputPreview?: string | null;
  } | null;
}

export interface EvaluatedRecord extends Pick<LogRecord, "experimentItem" | "rootId" | "stepId" | "threadId"> {
  readonly id: string;
  readonly name: string;
  /** Scores that the side panel hides, so that they do not influence a reviewer. */
  readonly hiddenScores?: HiddenScores | undefined;
}

/** Returns a function that converts the target of an evaluator to a record that the side panel can show. */
export function useEvaluatedRecord(): (target: EvaluatedTarget) => EvaluatedRecord {
  const t = useEvaluatorsText();
  return ({ targetId, step, thread, experimentItem }) => ({
    id: targetId,
    name: step?.name || step?.type || thread?.name || (experimentItem === null ? targetId : t("EXPERIMENT_ITEM")),
    threadId: thread?.id ?? step?.threadId ?? null,
    rootId: step === null ? null : (step.rootRunId ?? step.id),
    stepId: step?.id ?? null,
    experimentItem,
  });
}

interface Scored extends Omit<EvaluatedTarget, "targetId"> {
  readonly stepId: string | null;
  readonly threadId: string | null;
  readonly datasetExperimentItemId: string | null;
}

export function targetOfScore({
  stepId,
  threadId,
  datasetExperimentItemId,
  step,
  thread,
  experimentItem,
}: Scored): EvaluatedTarget {
  return { targetId: stepId ?? threadId ?? datasetExperimentItemId ?? "", step, thread, experimentItem };
}
