import { type ThreadViewName, wholeThread } from "../thread/thread-search.ts";
import type { LogRecord } from "./log-record.ts";

/**
 * Returns the link to a step, which leads to the page of the step's thread. For a step without a thread, the link leads
 * to the page of its root run.
 */
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
 * Returns the id of the step to select when a record is opened. The score of a thread selects the thread as a whole,
 * even if one of its steps failed.
 */
export function stepToSelect({
  threadId,
  stepId,
  value,
}: Pick<LogRecord, "threadId" | "stepId" | "value">): string | undefined {
  return stepId ?? (value !== undefined && threadId !== null ? wholeThread : undefined);
}

/**
 * Returns the view in which a record is opened; undefined for the default view. A run in a thread is opened in the
 * tree, because the default view, the chat, has no entries for runs.
 */
export function viewOf({ threadId, type }: Pick<LogRecord, "threadId" | "type">): ThreadViewName | undefined {
  return threadId !== null && type === "run" ? "tree" : undefined;
}

/**
 * Returns the link to a record's thread, run or step. A score of an experiment item links to the experiment. Null if
 * the scored record is missing.
 */
export function recordTarget(
  record: Pick<LogRecord, "threadId" | "rootId" | "stepId" | "value" | "type" | "experimentItem">,
  projectId: string,
  options: {
    readonly text?: string | undefined;
    /** Id of the step to select. Default: the result of {@link stepToSelect}. */
    readonly currentStepId?: string | undefined;
    readonly view?: ThreadViewName | undefined;
  } = {},
) {
  const { threadId, rootId, experimentItem } = record;
  const { text, view = viewOf(record), currentStepId = stepToSelect(record) } = options;
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
