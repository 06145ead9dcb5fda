import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { recordStatistics } from "../../../generated/analytics.ts";
import { scoresOfThread } from "../../../generated/thread.ts";
import { InlineError } from "../../../ui/page-state.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import type { Outline } from "../outline/outline.ts";
import { useThreadPage } from "../thread-context.ts";
import { ScoreAverages } from "./score-averages.tsx";
import { ScoresSection } from "./scores-section.tsx";

/** Scores of a thread, and the average of each score of the thread's steps. */
export function ThreadScores(props: {
  readonly projectId: string;
  readonly threadId: string;
  readonly outline: Outline;
}) {
  const { projectId, threadId, outline } = props;
  const client = useQueryClient();
  // The averages cover the scores of the thread's steps. They are reloaded when the outline has changed, after one
  // second without further changes.
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
  const failure = own.data ? null : own.error;
  const { panel } = useThreadPage();
  const hidden = panel?.hiddenScores;
  // If scores with a name are hidden, the average of this name is hidden, too, because the average could reveal them.
  const isShown = (name: string): boolean => hidden === undefined || (hidden !== "all" && !hidden.has(name));
  const ownScores = own.data?.threadDetail?.scores ?? [];
  // The averages also include the thread's own scores, which are listed. An average of only these repeats the list.
  const isOfSteps = (name: string, count: number): boolean =>
    count > ownScores.filter((score) => score.name === name).length;
  const averages = isScored && !own.isPending ? (data?.statistics.scores ?? []) : [];
  const scores = averages.filter(({ name, count }) => isShown(name) && isOfSteps(name, count));
  return (
    <ScoresSection
      scores={ownScores}
      target={{ threadId }}
      onChanged={() => void client.invalidateQueries({ queryKey: [projectId] })}
    >
      {(failure || scores.length > 0) && (
        <>
          {failure && <InlineError error={failure} onRetry={() => void own.refetch()} />}
          {scores.length > 0 && <ScoreAverages scores={scores} />}
        </>
      )}
    </ScoresSection>
  );
}
