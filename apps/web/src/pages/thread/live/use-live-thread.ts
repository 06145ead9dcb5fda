import { useEffect, useRef, useState } from "react";
import { request } from "../../../api/request.ts";
import type { StreamState, watchChanges } from "../../../api/watch-changes.ts";
import { newestStep } from "../../../generated/thread.ts";
import type { Outline } from "../outline/outline.ts";
import type { RefreshableCache } from "../payloads/payload-cache.ts";
import { shareHeaders } from "../shared/share-headers.ts";

const minIntervalMs = 700;
/**
 * Minimum pause after a reload, as a multiple of its duration, so that reloading a long thread does not keep the
 * service and the page busy.
 */
const pausesPerReload = 8;
/**
 * Maximum number of steps for reloading all steps of a thread when the event stream reconnects, to show changes that
 * were missed meanwhile.
 */
const smallSize = 2_000;

/** Keeps a thread up to date while its page is visible. */
export function useLiveThread(options: {
  readonly projectId: string;
  readonly shareToken: string | null;
  /** Id of the thread; null for a run outside any thread. */
  readonly threadId: string | null;
  readonly outline: Outline;
  /** Caches of the thread's steps. The array must be the same on every render. */
  readonly caches: readonly RefreshableCache[];
  readonly onRefresh: () => Promise<void>;
}): StreamState {
  const { projectId, shareToken, threadId, outline, caches } = options;
  // A run without a thread is watched by the id of its root step.
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
    const catchUp = async (): Promise<void> => {
      // Reloads the outline of a short thread. Share links cannot read lists to check for the newest step, and runs
      // without a thread are rarely long, so their outlines are reloaded, too.
      if (threadId === null || shareToken !== null || latest.current.outline.size <= smallSize) return soon();
      const answer = await request({ projectId, operation: newestStep, variables: { threadId } });
      const id = answer.steps.edges[0]?.node.id;
      const { outline: known } = latest.current;
      // Reloads the outline if the newest step is missing. The last step is compared first, because `indexOf` must
      // index all steps.
      if (id !== undefined && known.ids.at(-1) !== id && known.indexOf(id) === undefined) soon();
    };
    let stop: (() => void) | undefined;
    const watched: Parameters<typeof watchChanges>[0] = {
      projectId: shareToken === null ? projectId : null,
      ...(threadId !== null && { threadId }),
      rootRunId,
      ...(shareToken !== null && { headers: shareHeaders(shareToken) }),
      kinds: ["THREAD", "STEP", "SCORE"],
      onChanges({ changes, overflow }) {
        const changed = new Set(changes.flatMap(({ stepId }) => stepId ?? []));
        for (const cache of caches) {
          if (overflow) cache.refreshAll();
          else cache.refresh(changed);
        }
        soon();
      },
      onOpen: () => void catchUp().catch(() => undefined),
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
  }, [projectId, shareToken, threadId, rootRunId, caches]);
  return state;
}
