import { useQuery } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { sharedStepScores } from "../../../generated/shared-thread.ts";
import { LoadingState } from "../../../ui/page-state.tsx";
import { ScoreAverages } from "../inspector/score-averages.tsx";
import { ScoresSection } from "../inspector/scores-section.tsx";
import type { Outline } from "../outline/outline.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { shareHeaders } from "./share-headers.ts";

/**
 * Scores of a shared thread, and the average of each score over its steps. Computed here, because share links cannot
 * read statistics.
 */
export function SharedScores({
  threadId,
  scores,
  outline,
  shareToken,
}: {
  readonly threadId: string;
  readonly scores: Payload["scores"];
  readonly outline: Outline;
  readonly shareToken: string;
}) {
  const { isScored } = outline;
  const { data, isLoading } = useQuery({
    queryKey: ["shared", shareToken, "stepScores"],
    queryFn: ({ signal }) =>
      request({
        projectId: null,
        headers: shareHeaders(shareToken),
        operation: sharedStepScores,
        variables: {},
        signal,
      }),
    enabled: isScored,
  });
  const averages = averagesOf((data?.sharedThread?.steps ?? []).flatMap((step) => step.scores));
  return (
    <ScoresSection scores={scores} target={{ threadId }} onChanged={() => undefined}>
      {isLoading ? <LoadingState /> : averages.length > 0 && <ScoreAverages scores={averages} />}
    </ScoresSection>
  );
}

function averagesOf(
  scores: readonly { readonly name: string; readonly value: number }[],
): { readonly name: string; readonly count: number; readonly average: number }[] {
  return [...Map.groupBy(scores, ({ name }) => name)]
    .map(([name, each]) => {
      const sum = each.reduce((total, { value }) => total + value, 0);
      return { name, count: each.length, average: sum / each.length };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
