import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import { type PayloadCache, type PayloadState } from "./payload-cache.ts";

export const PayloadCacheContext = createContext<PayloadCache | null>(null);

function usePayloadCache(): PayloadCache {
  const cache = useContext(PayloadCacheContext);
  if (!cache) throw new Error("There is no cache of payloads around this component.");
  return cache;
}

/** Payload of a step, loaded while it is visible. */
export function usePayload(id: string | null): PayloadState {
  const cache = usePayloadCache();
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : cache.subscribe(id, listener)),
    [cache, id],
  );
  return useSyncExternalStore(subscribe, () => (id === null ? undefined : cache.get(id)));
}
