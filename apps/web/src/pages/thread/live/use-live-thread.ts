import { useEffect, useRef, useState } from "react";
import { request } from "../../../api/request.ts";
import type { StreamState, watchChanges } from "../../../api/watch-changes.ts";
import { newestStep } from "../../../generated/thread.ts";
import type { Outline } from "../outline/outline.ts";
import type { RefreshableCache } from "../payloads/payload-cache.ts";
import { shareHeaders } from "../shared/share-headers.ts";

const minIntervalMs = 700;
/**
 * Minimum pause after a reload, as a multiple of the reload's duration. A long thread reloads slowly. With longer
 * pauses, its reloads do not keep the service and the page busy.
 */
const pausesPerReload = 8;
/**
 * Maximum size of a thread that is reloaded when the page opens and at each poll, in steps. A longer thread is only
 * reloaded if its newest step is missing.
 */
const smallSize = 2_000;

/** Keeps a thread up to date while its page is visible. */
export function useLiveThread(options: {
  readonly projectId: string;
  readonly shareToken: string | null;
  /** Id of the thread; null for a run outside any thread. */
  readonly threadId: string | null;
  readonly outline: Outline;
  /** Caches of the thread's steps. */
  readonly caches: readonly RefreshableCache[];
  readonly onRefresh: () => Promise<void>;
}): StreamState {
  const { projectId, shareToken, threadId, outline } = options;
  // Id of the root step of a run without a thread. The event stream then reports the changes in this run.
  const rootRunId = threadId === null && outline.size > 0 ? outline.idOf(outline.order[0] ?? 0) : undefined;
  const [state, setState] = useState<StreamState>("off");
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (threadId === null && rootRunId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    let restMs = minIntervalMs;
    let isReading = false;
    let isAsked = false;
    const read = async (): Promise<void> => {
      timer = undefined;
      isReading = true;
      isAsked = false;
      const begin = performance.now();
      await latest.current.onRefresh().catch(() => undefined);
      restMs = Math.max(minIntervalMs, (performance.now() - begin) * pausesPerReload);
      isReading = false;
      if (isAsked) soon();
    };
    const soon = (): void => {
      isAsked = true;
      if (!isStopped && !isReading) timer ??= setTimeout(() => void read(), restMs);
    };
    /** Reloads the thread, and its visible steps: any step may have changed. */
    const reload = (): void => {
      for (const cache of latest.current.caches) cache.refreshAll();
      soon();
    };
    /** Calls `load` if the thread is short, or has new steps. */
    const catchUp = async (load: () => void): Promise<void> => {
      // Short threads are reloaded without a check for new steps. The same applies to runs without a thread, because
      // they are rarely long, and to shared threads, because share links cannot read the newest step.
      if (threadId === null || shareToken !== null || latest.current.outline.size <= smallSize) return load();
      const answer = await request({ projectId, operation: newestStep, variables: { threadId } });
      const id = answer.steps.edges[0]?.node.id;
      const { outline: known } = latest.current;
      // Reloads the outline if it does not contain the newest step. Tests the last id first, because that is fast:
      // `indexOf` must first build an index of all steps.
      if (id !== undefined && known.ids.at(-1) !== id && known.indexOf(id) === undefined) load();
    };
    let stop: (() => void) | undefined;
    let wasOpen = false;
    const watched: Parameters<typeof watchChanges>[0] = {
      projectId: shareToken === null ? projectId : null,
      ...(threadId !== null && { threadId }),
      rootRunId,
      ...(shareToken !== null && { headers: shareHeaders(shareToken) }),
      kinds: ["THREAD", "STEP", "SCORE"],
      onChanges({ changes, overflow }) {
        const changed = new Set(changes.flatMap(({ stepId }) => stepId ?? []));
        for (const cache of latest.current.caches) {
          if (overflow) cache.refreshAll();
          else cache.refresh(changed);
        }
        soon();
      },
      onOpen() {
        // The stream was closed for a time, such as while the tab was hidden.
        if (wasOpen) return reload();
        wasOpen = true;
        void catchUp(soon).catch(() => undefined);
      },
      onPoll() {
        void catchUp(wasOpen ? reload : soon).catch(() => undefined);
        wasOpen = true;
      },
      onState: setState,
    };
    // The page works without the stream, so its code is loaded on demand.
    const begin = async (): Promise<void> => {
      const module = await import("../../../api/watch-changes.ts");
      if (!isStopped) stop = module.watchChanges(watched);
    };
    begin().catch(() => setState("broken"));
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [projectId, shareToken, threadId, rootRunId]);
  return state;
}
