import { useEffect, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import type { Column } from "./column/column.ts";
import { createRunKeeper, keptRuns } from "./kept-runs.ts";
import type { Run } from "./run.ts";
import { streamOperation } from "../../api/stream-operation.ts";
import { type ModelCallInput, playgroundCalls } from "../../generated/playground.ts";

export interface PlannedCall {
  readonly key: number;
  readonly call: ModelCallInput;
}

const started: Run = { state: "running", text: "", result: null, error: null };

/**
 * Runs the calls of columns. Each has a stream of its own, so that it can be stopped alone. Leaving the page stops all
 * calls. This tab keeps the complete responses.
 */
export function useRuns(draftName: string, columns: readonly Column[]) {
  const projectId = useProjectId();
  const [runs, setRuns] = useState(() => keptRuns(draftName, columns));
  const [keeper] = useState(() => createRunKeeper(draftName));
  useEffect(() => keeper(columns, runs), [keeper, columns, runs]);
  const [streams] = useState(() => new Map<number, AbortController>());
  useEffect(() => () => abortAll(streams), [streams]);

  const change = (key: number, update: (run: Run) => Run): void =>
    setRuns((before) => new Map(before).set(key, update(before.get(key) ?? started)));

  const start = async ({ key, call }: PlannedCall): Promise<void> => {
    if (streams.has(key)) return;
    const controller = new AbortController();
    streams.set(key, controller);
    change(key, () => started);
    let error: string | null = null;
    try {
      await streamOperation({
        projectId,
        operation: playgroundCalls,
        variables: { calls: [call] },
        signal: controller.signal,
        onData: ({ modelCalls: { text, result } }) =>
          change(key, (run) =>
            result
              ? { ...run, state: result.problem === null ? "done" : "failed", text: result.text || run.text, result }
              : { ...run, text: run.text + (text ?? "") },
          ),
      });
    } catch (reason) {
      error = reason instanceof Error ? reason.message : String(reason);
    }
    streams.delete(key);
    // The stream has ended. If the run is still `running`, there was no result: the user stopped the call, or the
    // stream failed.
    change(key, (run) => {
      if (run.state !== "running") return run;
      return { ...run, state: controller.signal.aborted ? "stopped" : "failed", error };
    });
  };

  return {
    runs,
    /** Replaces the responses. */
    open: setRuns,
    isRunning: [...runs.values()].some(({ state }) => state === "running"),
    start,
    stop: (key: number) => streams.get(key)?.abort(),
    stopAll: () => abortAll(streams),
  };
}

function abortAll(streams: ReadonlyMap<number, AbortController>): void {
  for (const stream of streams.values()) stream.abort();
}
