import { useOperation } from "../../api/use-request.ts";
import { experimentTargets, stepTargets, threadTargets } from "../../generated/evaluators.ts";
import { experimentEnvironment } from "../dashboard/use-environments.ts";
import type { Target } from "./evaluator-draft.ts";

/** Record that an evaluator could score. */
export interface RecentRecord {
  readonly id: string;
  readonly name: string;
  readonly input: string | null;
  readonly output: string | null;
  readonly createdAt: string | null;
}

/** Excludes steps that the service itself recorded, such as calls of judges and experiments. */
const isNoOwnCall = { field: "environment", operator: "neq", value: experimentEnvironment } as const;
/** Excludes the messages of a chat, because they have no input. */
const isNoMessage = {
  field: "type" as const,
  operator: "nin" as const,
  value: ["user_message", "assistant_message"],
};
const isRoot = { field: "parentId", operator: "is", value: null } as const;

/**
 * Reads the newest records that an evaluator with this target can score. For experiment items, reads those of the
 * newest experiment. Messages are included only if there are no other steps.
 */
export function useRecentRecords(target: Target): {
  readonly rows: readonly RecentRecord[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const isStep = target === "STEP" || target === "RUN";
  const filters = [isNoOwnCall, ...(target === "RUN" ? [isRoot] : [])];
  const others = useOperation(stepTargets, { filters: [...filters, isNoMessage] }, { enabled: isStep });
  const hasOthers = others.data?.steps.edges.length !== 0;
  const messages = useOperation(stepTargets, { filters }, { enabled: isStep && !hasOthers });
  const steps = hasOthers ? others : messages;
  const threads = useOperation(threadTargets, {}, { enabled: target === "THREAD" });
  const experiments = useOperation(experimentTargets, {}, { enabled: target === "EXPERIMENT_ITEM" });
  if (isStep) {
    const rows = steps.data?.steps.edges.map(
      ({ node: { id, name, type, inputPreview: input, outputPreview: output, createdAt } }) => {
        return { id, name: name || type || id, input, output, createdAt };
      },
    );
    return { rows, error: steps.error, retry: () => void steps.refetch() };
  }
  if (target === "THREAD") {
    const rows = threads.data?.threads.edges.map(
      ({ node: { id, name, inputPreview: input, outputPreview: output, createdAt } }) => {
        return { id, name: name || id, input, output, createdAt };
      },
    );
    return { rows, error: threads.error, retry: () => void threads.refetch() };
  }
  const rows = experiments.data?.datasetExperiments.edges.flatMap(({ node: { name, createdAt, items } }) =>
    items.map(({ id, inputPreview: input, outputPreview: output }) => ({ id, name, input, output, createdAt })),
  );
  return { rows, error: experiments.error, retry: () => void experiments.refetch() };
}
