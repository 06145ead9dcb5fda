import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useProjectId } from "../../../api/project-id.ts";
import { matchingPages } from "../export/export-records.ts";
import type { LogRecord } from "../log-record.ts";
import type { BulkTarget } from "./bulk-target.ts";

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly message: string | null;
}

const atOnce = 6;

export function useBulkRun() {
  const projectId = useProjectId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>) => {
    const controller = new AbortController();
    abort.current = controller;
    setProgress(null);
    setIsRunning(true);
    try {
      await work(controller.signal, setProgress);
      return !controller.signal.aborted;
    } catch (error) {
      if (!controller.signal.aborted) {
        setProgress((before) => ({
          ...(before ?? { done: 0, total: 0, failed: 0 }),
          message: error instanceof Error ? error.message : String(error),
        }));
      }
      return false;
    } finally {
      setIsRunning(false);
      await client.invalidateQueries({ queryKey: [projectId] });
    }
  };

  const forEach = (
    { request, ids, count }: BulkTarget,
    change: (record: LogRecord, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> => {
    let isWhole = true;
    return start(async (signal, onProgress) => {
      let state: Progress = { done: 0, total: 0, failed: 0, message: null };
      for await (const records of matchingPages(request, { ids, signal })) {
        const left = [...records];
        const next = async (): Promise<void> => {
          const record = left.shift();
          if (record === undefined || signal.aborted) return;
          const message = await change(record, signal).then(
            () => null,
            (error: unknown) => (error instanceof Error ? error.message : String(error)),
          );
          const failed = state.failed + (message === null ? 0 : 1);
          state = {
            done: state.done + 1,
            total: Math.max(count, state.done + 1),
            failed,
            message: state.message ?? message,
          };
          if (failed > 0) isWhole = false;
          onProgress(state);
          await next();
        };
        await Promise.all(Array.from({ length: atOnce }, next));
        if (signal.aborted) return;
      }
    }).then((isDone) => isDone && isWhole);
  };

  return { progress, isRunning, start, forEach, cancel: () => abort.current?.abort() };
}
