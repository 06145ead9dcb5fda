import { useMedia } from "../../ui/use-media.ts";

/** Whether the window is too narrow for two panels. */
export function useNarrow(): boolean {
  return useMedia("(width < 48rem)");
}
