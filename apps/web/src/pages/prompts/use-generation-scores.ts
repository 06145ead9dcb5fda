import { useProjectId } from "../../api/project-id.ts";
import { requestEach } from "../../api/request-each.ts";
import { type EachResult, useParts } from "../../api/use-each.ts";
import { promptGenerations, type ScoresOfStepsQuery, scoresOfSteps } from "../../generated/prompts.ts";

/** Maximum number of generations whose scores are averaged, newest first. */
export const scoredGenerations = 1000;

/** Maximum number of ids in a filter. The service accepts at most 1,000 values. */
const idsAtOnce = 900;

/** Maximum number of filters per request, so that a request stays below 400 kB. */
const filtersAtOnce = 10;

export interface Condition {
  readonly field: string;
  readonly operator: "eq" | "neq" | "gte" | "lt";
  readonly value: string | number;
}

const pageSize = 100;

export type Scores = ScoresOfStepsQuery["statistics"]["scores"];

/**
 * Reads the scores of the generations that match each list of conditions. Includes the scores of each generation's
 * parent step and root run, because applications often score these instead of the generation.
 */
export function useGenerationScores(lists: readonly (readonly Condition[])[]): EachResult<Scores> {
  const projectId = useProjectId();
  return useParts(lists, {
    size: filtersAtOnce,
    key: [projectId, "generation scores"],
    read: async (part, { signal }) => {
      const ids = await readIds(projectId, part, signal);
      const chunks = ids.flatMap((each, index) => chunksOf(each, idsAtOnce).map((value) => ({ index, value })));
      const results = await Promise.all(
        chunksOf(chunks, filtersAtOnce).map((some) =>
          requestEach({
            projectId,
            operation: scoresOfSteps,
            calls: some.map(({ value }) => ({ filters: [{ field: "id", operator: "in" as const, value }] })),
            signal,
          }),
        ),
      );
      const scores = results.flat().map(({ statistics }) => statistics.scores);
      return ids.map((_, index) => merge(scores.filter((_scores, place) => chunks[place]?.index === index)));
    },
  });
}

/**
 * Reads the ids of the most recent generations that match each list of conditions, and of their parent steps and root
 * runs.
 */
async function readIds(
  projectId: string | null,
  lists: readonly (readonly Condition[])[],
  signal: AbortSignal | undefined,
): Promise<string[][]> {
  const ids = lists.map(() => new Set<string>());
  let open = lists.map((filters, index) => ({ index, filters, after: null as string | null }));
  for (let read = 0; read < scoredGenerations && open.length > 0; read += pageSize) {
    // oxlint-disable-next-line no-await-in-loop -- each page starts after the one before
    const pages = await requestEach({
      projectId,
      operation: promptGenerations,
      calls: open.map(({ filters, after }) => ({ filters: [...filters], after })),
      signal,
    });
    open = open.flatMap((list, place) => {
      const { edges = [], pageInfo } = pages[place]?.generations ?? {};
      for (const { node } of edges) {
        for (const id of [node.id, node.step?.parentId, node.step?.rootRunId]) {
          if (typeof id === "string") ids[list.index]?.add(id);
        }
      }
      return pageInfo?.hasNextPage === true ? [{ ...list, after: pageInfo.endCursor }] : [];
    });
  }
  return ids.map((each) => [...each]);
}

function chunksOf<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, chunk) =>
    values.slice(chunk * size, (chunk + 1) * size),
  );
}

/** Merges the scores of distinct steps by name. The merged average is weighted by the number of scores in each part. */
function merge(parts: readonly Scores[]): Scores {
  const byName = Map.groupBy(parts.flat(), ({ name }) => name);
  return Array.from(byName, ([name, scores]) => {
    const count = scores.reduce((sum, score) => sum + score.count, 0);
    return { name, count, average: scores.reduce((sum, score) => sum + score.average * score.count, 0) / count };
  }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
