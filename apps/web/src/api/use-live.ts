import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RecordKind } from "../generated/watch-changes.ts";
import { useProjectId } from "./project-id.ts";
import { watchChanges } from "./watch-changes.ts";

/** At most this often is the page read anew, in milliseconds. */
const interval = 1_000;

/** Reads what the page shows anew when records of these kinds change, so that it is live while it is open. */
export function useLive(...kinds: readonly RecordKind[]): void {
  const projectId = useProjectId();
  const client = useQueryClient();
  const named = kinds.join(",");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: [projectId] });
      }, interval);
    };
    const stop = watchChanges({
      projectId,
      kinds: named.split(",") as RecordKind[], // joined above
      onChanges: refresh,
      // What changed before the stream was open is not told.
      onOpen: refresh,
      onState: () => {},
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, projectId, named]);
}
