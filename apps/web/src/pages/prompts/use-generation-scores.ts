import { useProjectId } from "../../api/project-id.ts";
import { requestEach } from "../../api/request-each.ts";
import { type EachResult, useParts } from "../../api/use-each.ts";
import { promptGenerations, type ScoresOfStepsQuery, scoresOfSteps } from "../../generated/prompts.ts";

/**
 * Number of most recent generations whose scores are averaged. The ids of this many generations, with their parent
 * steps and root runs, fit into one filter.
 */
export const scoredGenerations = 300;

/**
 * Number of filters per request. It limits the size of the request for the scores to 400 kB. That request sends the ids
 * of all matching generations.
 */
const filtersAtOnce = 10;

interface Condition {
  readonly field: string;
  readonly operator: "eq" | "gte";
  readonly value: string | number;
}

type Scores = ScoresOfStepsQuery["statistics"]["scores"];

/**
 * Reads the scores of the generations that match each list of conditions. Includes the scores of their parent steps and
 * root runs, because these are often scored instead.
 */
export function useGenerationScores(lists: readonly (readonly Condition[])[]): EachResult<Scores> {
  const projectId = useProjectId();
  return useParts(lists, {
    size: filtersAtOnce,
    key: [projectId, "generation scores"],
    read: async (part, { signal }) => {
      const found = await requestEach({
        projectId,
        operation: promptGenerations,
        calls: part.map((filters) => ({ filters: [...filters], first: scoredGenerations })),
        signal,
      });
      const ids = found.map(({ generations }) => {
        const all = generations.edges.flatMap(({ node: { id, step } }) => [id, step?.parentId, step?.rootRunId]);
        return [...new Set(all.filter((id) => typeof id === "string"))];
      });
      const used = ids.filter((value) => value.length > 0);
      const scored = await requestEach({
        projectId,
        operation: scoresOfSteps,
        calls: used.map((value) => ({ filters: [{ field: "id", operator: "in" as const, value }] })),
        signal,
      });
      const scoresOf = new Map(used.map((value, index) => [value, scored[index]?.statistics.scores ?? []]));
      return ids.map((value) => scoresOf.get(value) ?? []);
    },
  });
}
