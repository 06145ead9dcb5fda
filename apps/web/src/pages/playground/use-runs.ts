import { useEffect, useRef, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { streamOperation } from "../../api/stream-operation.ts";
import { type ModelCallInput, playgroundCalls, type PlaygroundCallsSubscription } from "../../generated/playground.ts";

export type CallResult = NonNullable<PlaygroundCallsSubscription["modelCalls"]["result"]>;

/** The response of a column so far. */
export interface Run {
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly text: string;
  /** Null until the call has ended. */
  readonly result: CallResult | null;
  /** Error of the service. Errors of the provider are in `result`. */
  readonly error: string | null;
}

export interface PlannedCall {
  /** Key of the column. */
  readonly key: number;
  readonly call: ModelCallInput;
}

const started: Run = { state: "running", text: "", result: null, error: null };

/** Runs calls of columns, with one stream at a time. Leaving the page stops the calls. */
export function useRuns() {
  const projectId = useProjectId();
  const [runs, setRuns] = useState<ReadonlyMap<number, Run>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const change = (key: number, update: (run: Run) => Run): void =>
    setRuns((before) => new Map(before).set(key, update(before.get(key) ?? started)));

  const start = async (planned: readonly PlannedCall[]): Promise<void> => {
    if (current.current !== null || planned.length === 0) return;
    const controller = new AbortController();
    current.current = controller;
    setIsRunning(true);
    setRuns((before) => new Map([...before, ...planned.map(({ key }) => [key, started] as const)]));
    let error: string | null = null;
    try {
      await streamOperation({
        projectId,
        operation: playgroundCalls,
        variables: { calls: planned.map(({ call }) => call) },
        signal: controller.signal,
        onData: ({ modelCalls: { index, text, result } }) => {
          const key = planned[index]?.key;
          if (key === undefined) return;
          change(key, (run) =>
            result
              ? { ...run, state: result.problem === null ? "done" : "failed", text: result.text || run.text, result }
              : { ...run, text: run.text + (text ?? "") },
          );
        },
      });
    } catch (reason) {
      error = reason instanceof Error ? reason.message : String(reason);
    }
    // Calls that got no result were stopped, or their stream broke.
    for (const { key } of planned) {
      change(key, (run) => {
        if (run.state !== "running") return run;
        return { ...run, state: controller.signal.aborted ? "stopped" : "failed", error };
      });
    }
    current.current = null;
    setIsRunning(false);
  };

  return { runs, isRunning, start, stop: () => current.current?.abort() };
}
