import { useEach } from "../../api/use-each.ts";
import { promptVersionStatistics, type PromptVersionStatisticsQuery } from "../../generated/prompts.ts";
import { type Condition, type Scores, useGenerationScores } from "./use-generation-scores.ts";

/** Figures of generations. A field is undefined while it is loading. */
export interface GenerationFigures {
  readonly statistics: PromptVersionStatisticsQuery["statistics"] | undefined;
  readonly scores: Scores | undefined;
}

/** Reads the statistics and scores of the generations that match each list of conditions. */
export function useGenerationFigures(lists: readonly (readonly Condition[])[]): {
  readonly data: readonly GenerationFigures[];
  readonly error: Error | null;
  readonly refetch: () => void;
} {
  const statistics = useEach(
    promptVersionStatistics,
    lists.map((filters) => ({ filters: [...filters] })),
  );
  const scores = useGenerationScores(lists);
  return {
    data: lists.map((_, index) => ({ statistics: statistics.data[index]?.statistics, scores: scores.data[index] })),
    error: statistics.error ?? scores.error,
    refetch: () => {
      statistics.refetch();
      scores.refetch();
    },
  };
}
