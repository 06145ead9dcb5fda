import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../../api/project-id.ts";
import { operationOptions } from "../../../api/use-request.ts";
import { experimentEstimate, type ExperimentRunInput } from "../../../generated/runs.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { useState } from "react";
import { type Estimate, sumEstimates } from "./run-estimate.tsx";

/**
 * Estimates the calls, tokens and cost of experiments. While a new estimate loads, returns the previous one and marks
 * it as stale.
 */
export function useEstimate(runs: readonly ExperimentRunInput[]): {
  readonly estimate: Estimate | null;
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
} {
  const projectId = useProjectId();
  // The name does not affect the estimate, so changing the name does not request a new one.
  const asked = JSON.stringify(runs.map((run) => ({ ...run, name: "estimate" })));
  const settled = useDebounced(asked);
  const found = useQueries({
    queries: (JSON.parse(settled) as ExperimentRunInput[]).map((run) =>
      operationOptions(projectId, experimentEstimate, { run }),
    ),
  });
  const error = found.find((query) => query.error)?.error ?? null;
  const isKnown = settled === asked && found.length > 0 && found.every(({ data }) => data !== undefined);
  const current = isKnown ? sumEstimates(found.flatMap(({ data }) => data?.experimentEstimate ?? [])) : null;
  const text = JSON.stringify(current);
  const [previous, setPrevious] = useState(text);
  if (current !== null && text !== previous) setPrevious(text);
  const estimate = error === null ? (current ?? (JSON.parse(previous) as Estimate | null)) : null;
  return {
    estimate,
    isStale: current === null,
    error: settled === asked ? error : null,
    onRetry: () => found.forEach((query) => void (query.error && query.refetch())),
  };
}
