import type { LogRecord } from "./log-record.ts";

/** The page where a record is read: its thread, else the run or step around it; null for a score of neither. */
export function recordTarget(
  { threadId, rootId, stepId }: Pick<LogRecord, "threadId" | "rootId" | "stepId">,
  projectId: string,
  options: {
    /** What was looked for, to be found there too. */
    readonly text?: string | undefined;
  } = {},
) {
  const { text } = options;
  const search = { ...(stepId !== null && { currentStepId: stepId }), ...(text !== undefined && { q: text }) };
  if (threadId !== null) {
    return { to: "/projects/$projectId/logs/threads/$threadId", params: { projectId, threadId }, search } as const;
  }
  if (rootId === null) return null;
  return { to: "/projects/$projectId/logs/steps/$stepId", params: { projectId, stepId: rootId }, search } as const;
}
