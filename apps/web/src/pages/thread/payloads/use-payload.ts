import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
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

function useCaches() {
  const payloads = useContext(PayloadCacheContext);
  const previews = useContext(PreviewCacheContext);
  const matches = useContext(MatchPreviewsContext)?.cache ?? null;
  return useMemo(() => [payloads, previews, matches].filter((cache) => cache !== null), [payloads, previews, matches]);
}

export function useRetry(): (id: string) => void {
  const caches = useCaches();
  return useCallback((id) => caches.forEach((cache) => cache.retry([id])), [caches]);
}

export function useFailedLoads(): { readonly count: number; readonly retry: () => void } {
  const caches = useCaches();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = caches.map((cache) => cache.subscribeFailures(listener));
      return () => ends.forEach((end) => end());
    },
    [caches],
  );
  const count = useSyncExternalStore(subscribe, () => new Set(caches.flatMap((cache) => [...cache.failedIds])).size);
  const retry = useCallback(() => caches.forEach((cache) => cache.retry()), [caches]);
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
