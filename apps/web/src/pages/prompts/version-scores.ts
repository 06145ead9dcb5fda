import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import { promptGenerations, scoresOfSteps } from "../../generated/prompts.ts";

/**
 * Number of most recent generations whose scores are averaged. The ids of this many generations, with their parent
 * steps and root runs, fit into one filter.
 */
export const scoredGenerations = 300;

interface Condition {
  readonly field: string;
  readonly operator: "eq" | "gte";
  readonly value: string | number;
}

/**
 * Reads the scores of a prompt's or version's generations, and also those of their parent steps and root runs, because
 * these are often scored instead.
 */
export function versionScoresOptions(projectId: string | null, filters: readonly Condition[]) {
  return queryOptions({
    queryKey: [projectId, "version scores", filters],
    queryFn: async ({ signal }) => {
      const { generations } = await request({
        projectId,
        operation: promptGenerations,
        variables: { filters: [...filters], first: scoredGenerations },
        signal,
      });
      const ids = generations.edges.flatMap(({ node: { id, step } }) => [id, step?.parentId, step?.rootRunId]);
      const value = [...new Set(ids.filter((id) => typeof id === "string"))];
      if (value.length === 0) return [];
      const { statistics } = await request({
        projectId,
        operation: scoresOfSteps,
        variables: { filters: [{ field: "id", operator: "in", value }] },
        signal,
      });
      return statistics.scores;
    },
  });
}
