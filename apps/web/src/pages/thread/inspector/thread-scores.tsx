import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { recordStatistics } from "../../../generated/analytics.ts";
import { scoresOfThread } from "../../../generated/thread.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import type { Outline } from "../outline/outline.ts";
import { useThreadPage } from "../thread-context.ts";
import { ScoreAverages } from "./score-averages.tsx";
import { ScoresSection } from "./scores-section.tsx";

/** Scores of a thread, and the average of each score over the thread's steps. */
export function ThreadScores(props: {
  readonly projectId: string;
  readonly threadId: string;
  readonly outline: Outline;
}) {
  const { projectId, threadId, outline } = props;
  const client = useQueryClient();
  // The statistics depend on the thread's steps, so a change reloads them.
  const settled = useDebounced(outline, 1_000);
  const { isScored } = settled;
  const { data } = useOperation(
    recordStatistics,
    { resource: "threads", filters: [{ field: "id", operator: "eq", value: threadId }] },
    { enabled: isScored },
  );
  const counted = useRef(settled);
  useEffect(() => {
    if (counted.current === settled) return;
    counted.current = settled;
    void client.invalidateQueries({ queryKey: [projectId, recordStatistics.text] });
    void client.invalidateQueries({ queryKey: [projectId, scoresOfThread.text] });
  }, [client, projectId, settled]);
  const own = useOperation(scoresOfThread, { id: threadId });
  const { panel } = useThreadPage();
  const hidden = panel?.hiddenScores;
  // An average could reveal hidden scores, so it is hidden if any score with the name is.
  const isShown = (name: string): boolean => hidden === undefined || (hidden !== "all" && !hidden.has(name));
  const scores = isScored ? (data?.statistics.scores ?? []).filter(({ name }) => isShown(name)) : [];
  return (
    <ScoresSection
      scores={own.data?.threadDetail?.scores ?? []}
      target={{ threadId }}
      onChanged={() => void client.invalidateQueries({ queryKey: [projectId] })}
    >
      {scores.length > 0 && <ScoreAverages scores={scores} />}
    </ScoresSection>
  );
}
