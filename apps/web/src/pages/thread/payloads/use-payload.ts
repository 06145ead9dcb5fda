import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import { type LoadState, type PayloadCache, type PayloadState } from "./payload-cache.ts";
import { matchOf, MatchPreviewsContext, PreviewCacheContext, type StepPreview } from "./preview.ts";

export const PayloadCacheContext = createContext<PayloadCache | null>(null);

function usePayloadCache(): PayloadCache {
  const cache = useContext(PayloadCacheContext);
  if (!cache) throw new Error("usePayload needs a PayloadCacheContext around the component.");
  return cache;
}

export function usePayload(id: string | null): PayloadState {
  return useCached(usePayloadCache(), id);
}

export function usePreview(id: string | null): LoadState<StepPreview> {
  const cache = useContext(PreviewCacheContext);
  return useCached(cache, cache === null ? null : id);
}

/** Returns the excerpt around the match of a search in a step. Null if there is none, or until it is loaded. */
export function useMatchExcerpt(id: string | null): string | null {
  const search = useContext(MatchPreviewsContext);
  const preview = useCached(search?.cache ?? null, search === null ? null : id);
  return search !== null && typeof preview === "object" && !(preview instanceof Error)
    ? matchOf(preview, search.text)
    : null;
}

export function useRetry(): (id: string) => void {
  const payloads = useContext(PayloadCacheContext);
  const previews = useContext(PreviewCacheContext);
  return useCallback(
    (id) => {
      payloads?.retry([id]);
      previews?.retry([id]);
    },
    [payloads, previews],
  );
}

export function useFailedLoads(): { readonly count: number; readonly retry: () => void } {
  const payloads = useContext(PayloadCacheContext);
  const previews = useContext(PreviewCacheContext);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [payloads, previews].map((cache) => cache?.subscribeFailures(listener));
      return () => ends.forEach((end) => end?.());
    },
    [payloads, previews],
  );
  const count = useSyncExternalStore(
    subscribe,
    () => new Set([...(payloads?.failedIds ?? []), ...(previews?.failedIds ?? [])]).size,
  );
  const retry = useCallback(() => {
    payloads?.retry();
    previews?.retry();
  }, [payloads, previews]);
  return { count, retry };
}

function useCached<Step extends { readonly id: string }>(
  cache: PayloadCache<Step> | null,
  id: string | null,
): LoadState<Step> {
  const subscribe = useCallback(
    (listener: () => void) => (id === null || cache === null ? () => undefined : cache.subscribe(id, listener)),
    [cache, id],
  );
  return useSyncExternalStore(subscribe, () => (id === null || cache === null ? undefined : cache.get(id)));
}
