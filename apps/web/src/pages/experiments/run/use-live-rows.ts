import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useProjectId } from "../../../api/project-id.ts";
import { experimentRuns } from "../../../generated/experiments.ts";
import { experimentFailures } from "../../../generated/runs.ts";
import { isActive, type Progress } from "./use-progress.ts";

/** Number of items above which rows reload less often. */
const manyItems = 500;

/** Reloads the compared rows while an experiment makes progress, and when it ends. */
export function useLiveRows(progress: readonly (Progress | null | undefined)[]): void {
  const client = useQueryClient();
  const projectId = useProjectId();
  const known = progress.filter((each) => each !== null);
  const stamp = known.includes(undefined)
    ? null
    : known
        .map((each) =>
          [each?.state, each?.doneCount, each?.failedCount, each?.evaluatedCount, each?.evaluationFailedCount].join(
            " ",
          ),
        )
        .join(", ");
  const isRunning = known.some((each) => each && isActive(each));
  const interval = known.some((each) => each && each.itemCount > manyItems) ? 10_000 : 2_000;
  const seen = useRef(stamp);
  const reloadedAt = useRef(0);
  useEffect(() => {
    if (stamp === null || stamp === seen.current) return;
    const isFirst = seen.current === null;
    // The page loads the rows together with the initial progress, so the rows are up to date. They are reloaded only
    // when the progress changes later.
    if (isFirst) {
      seen.current = stamp;
      return;
    }
    const wait = isRunning ? Math.max(0, reloadedAt.current + interval - Date.now()) : 0;
    const timer = setTimeout(() => {
      seen.current = stamp;
      reloadedAt.current = Date.now();
      void client.invalidateQueries({ queryKey: [projectId, experimentRuns.text] });
      void client.invalidateQueries({ queryKey: [projectId, experimentFailures.text] });
    }, wait);
    return () => clearTimeout(timer);
  }, [client, projectId, stamp, isRunning, interval]);
}
