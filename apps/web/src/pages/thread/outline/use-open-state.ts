import { useEffect, useState } from "react";
import { maxSilenceMs, type OpenState, openStateOf } from "./open-state.ts";

/**
 * Returns the state of steps without an end (see {@link openStateOf}). Renders the component again when the state
 * changes.
 */
export function useOpenState(lastSeen: number): OpenState {
  const [, setChecked] = useState(0);
  useEffect(() => {
    const left = lastSeen + maxSilenceMs - Date.now();
    if (left < 0 || left > maxSilenceMs) return;
    const timer = setTimeout(() => setChecked(Date.now()), left + 1);
    return () => clearTimeout(timer);
  }, [lastSeen]);
  return openStateOf(lastSeen);
}
