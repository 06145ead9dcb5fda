import { useRef, useState } from "react";
import { useChange } from "../../../api/use-request.ts";
import { type ExperimentRunInput, startExperiments } from "../../../generated/runs.ts";

/**
 * Returns a function that starts runs one after the other. When called again after an error, it skips the runs that
 * were already started.
 */
export function useStartRuns(onStarted: (ids: readonly string[]) => void) {
  const start = useChange(startExperiments);
  const known = useRef(new Map<string, readonly string[]>());
  const [isBusy, setIsBusy] = useState(false);
  const startAll = async (runs: readonly ExperimentRunInput[]): Promise<void> => {
    const ids: string[] = [];
    for (const run of runs) {
      const key = JSON.stringify(run);
      const started =
        known.current.get(key) ??
        // oxlint-disable-next-line no-await-in-loop -- the first error ends the loop
        (await start.mutateAsync({ run })).startExperiments.map(({ id }) => id);
      known.current.set(key, started);
      ids.push(...started);
    }
    onStarted(ids);
  };
  const begin = (runs: readonly ExperimentRunInput[]): void => {
    if (isBusy) return;
    setIsBusy(true);
    void startAll(runs)
      .catch(() => undefined)
      .finally(() => setIsBusy(false));
  };
  return { begin, isBusy, error: start.error };
}
