import { useSyncExternalStore } from "react";

const query = typeof matchMedia === "function" ? matchMedia("(width < 48rem)") : null;

function subscribe(listener: () => void): () => void {
  query?.addEventListener("change", listener);
  return () => query?.removeEventListener("change", listener);
}

/** Whether the window is too narrow for two panels. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query?.matches ?? false);
}
