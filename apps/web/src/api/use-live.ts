import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RecordKind } from "../generated/watch-changes.ts";
import { useProjectId } from "./project-id.ts";
import { watchChanges } from "./watch-changes.ts";

const interval = 1_000;

/** Keeps the page up to date: reloads all queries that the page shows when a record of one of the `kinds` changes. */
export function useLive(...kinds: readonly RecordKind[]): void {
  const projectId = useProjectId();
  const client = useQueryClient();
  const named = kinds.join(",");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // Reloading would cancel requests in progress, such as the next page of a list. So the refresh is delayed until
        // these requests end.
        if (client.isFetching({ queryKey: [projectId] }) > 0) refresh();
        else void client.invalidateQueries({ queryKey: [projectId] });
      }, interval);
    };
    const stop = watchChanges({
      projectId,
      kinds: named.split(",") as RecordKind[], // joined from `kinds` above
      onChanges: refresh,
      // Reloads when the stream opens, because changes before that were not reported.
      onOpen: refresh,
      onState: () => {},
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, projectId, named]);
}
