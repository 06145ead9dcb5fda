import type { ThreadViewName } from "../thread/thread-search.ts";
import type { LogRecord } from "./log-record.ts";

/** Page of a step: its thread, otherwise its run. */
export function stepTarget(
  {
    id,
    threadId,
    rootRunId,
  }: { readonly id: string; readonly threadId: string | null; readonly rootRunId: string | null },
  projectId: string,
) {
  const search = { currentStepId: id };
  return threadId === null
    ? ({
        to: "/projects/$projectId/logs/steps/$stepId",
        params: { projectId, stepId: rootRunId ?? id },
        search,
      } as const)
    : ({ to: "/projects/$projectId/logs/threads/$threadId", params: { projectId, threadId }, search } as const);
}

/**
 * Page of a record: its thread, otherwise its run or step, otherwise the experiment of a score; null if the target of a
 * score is missing.
 */
export function recordTarget(
  { threadId, rootId, stepId, experimentItem }: Pick<LogRecord, "threadId" | "rootId" | "stepId" | "experimentItem">,
  projectId: string,
  options: {
    /** Search text to pass on. */
    readonly text?: string | undefined;
    /** Selected step; default: that of the record. */
    readonly currentStepId?: string | undefined;
    readonly view?: ThreadViewName | undefined;
  } = {},
) {
  const { text, view, currentStepId = stepId ?? undefined } = options;
  const search = {
    ...(currentStepId !== undefined && { currentStepId }),
    ...(view && { view }),
    ...(text !== undefined && { q: text }),
  };
  if (threadId !== null) {
    return { to: "/projects/$projectId/logs/threads/$threadId", params: { projectId, threadId }, search } as const;
  }
  if (rootId === null && experimentItem) {
    const { id: item, datasetExperimentId: ids } = experimentItem;
    return { to: "/projects/$projectId/experiments/compare", params: { projectId }, search: { ids, item } } as const;
  }
  if (rootId === null) return null;
  return { to: "/projects/$projectId/logs/steps/$stepId", params: { projectId, stepId: rootId }, search } as const;
}

/** Whether a record has no thread or run that the side panel can show, but an experiment. */
export function isOfExperiment({
  threadId,
  rootId,
  experimentItem,
}: Pick<LogRecord, "threadId" | "rootId" | "experimentItem">): boolean {
  return threadId === null && rootId === null && experimentItem != null;
}
