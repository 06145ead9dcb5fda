import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useProjectId } from "../../../api/project-id.ts";
import { type StreamState, watchChanges } from "../../../api/watch-changes.ts";
import { recordFacets, recordStatistics } from "../../../generated/analytics.ts";
import { logHistogram } from "../../../generated/log-histogram.ts";
import type { RecordKind } from "../../../generated/watch-changes.ts";
import { loadLogPage, type LogPageRequest } from "../load-log-page.ts";
import type { LogPage } from "../log-record.ts";
import type { LogResource } from "../log-resource.ts";
import { countKey } from "../use-log-records.ts";
import { mergeNewer } from "./merge-newer.ts";
import { paced } from "./paced.ts";

type Pages = InfiniteData<LogPage, string | undefined>;

const kinds: Readonly<Record<LogResource, RecordKind>> = {
  threads: "THREAD",
  runs: "STEP",
  steps: "STEP",
  generations: "GENERATION",
  scores: "SCORE",
};
const minIntervalMs = 700;
const minCountMs = 2_000;

export function useLiveRecords(options: {
  readonly isOn: boolean;
  /** If true, new records are counted but not shown, for example while the user has scrolled down. */
  readonly isHeld: boolean;
  readonly queryKey: readonly unknown[];
  readonly page: Omit<LogPageRequest, "projectId" | "signal" | "after">;
}) {
  const { isOn, isHeld, page, queryKey } = options;
  const client = useQueryClient();
  const projectId = useProjectId();
  const [state, setState] = useState<StreamState>("off");
  const [waiting, setWaiting] = useState<{
    readonly key: string;
    readonly fresh: LogPage;
    readonly count: number;
  } | null>(null);
  const key = JSON.stringify(queryKey);
  const latest = useRef({ isHeld, page, queryKey, key });
  latest.current = { isHeld, page, queryKey, key };

  const apply = useCallback(
    (fresh: LogPage) => {
      client.setQueryData<Pages>(latest.current.queryKey, (data) => {
        if (!data) return data;
        const pages = [...mergeNewer(data.pages, fresh).pages];
        return { pages, pageParams: data.pageParams.slice(0, pages.length) };
      });
      setWaiting(null);
    },
    [client],
  );

  const look = useCallback(async () => {
    const asked = latest.current;
    const fresh = await loadLogPage({ ...asked.page, projectId }).catch(() => null);
    if (fresh === null || latest.current.key !== asked.key) return;
    const data = client.getQueryData<Pages>(asked.queryKey);
    const { newCount } = mergeNewer(data?.pages ?? [], fresh);
    if (latest.current.isHeld && newCount > 0) setWaiting({ key: asked.key, fresh, count: newCount });
    else apply(fresh);
  }, [apply, client, projectId]);

  const count = useCallback(
    () =>
      Promise.all(
        [recordFacets.text, recordStatistics.text, logHistogram.text, countKey].map((name) =>
          client.invalidateQueries({ queryKey: [projectId, name] }),
        ),
      ),
    [client, projectId],
  );

  useEffect(() => {
    if (!isOn) return;
    const counting = paced(count, minCountMs);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void look();
        counting.ask();
      }, minIntervalMs);
    };
    const stop = watchChanges({
      projectId,
      kinds: [kinds[page.resource]],
      onChanges: soon,
      onOpen: soon,
      onState: setState,
    });
    return () => {
      clearTimeout(timer);
      counting.stop();
      stop();
    };
  }, [count, isOn, look, page.resource, projectId]);

  const held = waiting?.key === key ? waiting : null;
  const release = useCallback(() => held && apply(held.fresh), [apply, held]);
  useEffect(() => {
    if (!isHeld) release();
  }, [isHeld, release]);
  return { state, waitingCount: held?.count ?? 0, release, recount: count };
}
