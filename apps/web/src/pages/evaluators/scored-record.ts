import { recordTarget } from "../logs/record-target.ts";

interface Scored {
  readonly stepId: string | null;
  readonly threadId: string | null;
  readonly datasetExperimentItemId: string | null;
  readonly step: {
    readonly id: string;
    readonly name: string | null;
    readonly threadId: string | null;
    readonly rootRunId: string | null;
  } | null;
  readonly experimentItem: { readonly id: string; readonly datasetExperimentId: string } | null;
}

/** Returns the link to the record of a score, and its name or id. The link is null if the record is missing. */
export function scoredRecord(
  { stepId, threadId, datasetExperimentItemId, step, experimentItem }: Scored,
  projectId: string,
) {
  const rootId = step === null ? null : (step.rootRunId ?? step.id);
  const target = recordTarget(
    { threadId: threadId ?? step?.threadId ?? null, rootId, stepId, experimentItem },
    projectId,
  );
  return { target, name: step?.name || (stepId ?? threadId ?? datasetExperimentItemId ?? "") };
}
