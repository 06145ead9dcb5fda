import { useMedia } from "../../ui/use-media.ts";

export function useNarrow(): boolean {
  return useMedia("(width < 48rem)");
}
