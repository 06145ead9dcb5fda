import { useProjectId } from "../../api/project-id.ts";
import { requestEach } from "../../api/request-each.ts";
import { type EachResult, useParts } from "../../api/use-each.ts";
import { sampledGenerations, type SampledGenerationsQuery, valuesOfSteps } from "../../generated/prompts.ts";
import type { Condition } from "./use-generation-scores.ts";

/** Maximum number of generations whose values are read, newest first. */
export const sampledCount = 100;

/** Maximum number of steps per request. */
const pageSize = 100;

/** Maximum number of lists per request. */
const listsAtOnce = 10;

/** Values of the newest generations. */
export interface GenerationValues {
  readonly generations: readonly SampledGenerationsQuery["generations"]["edges"][number]["node"][];
  /** Values of the scores by name, including those of each generation's parent step and root run. */
  readonly scores: ReadonlyMap<string, readonly number[]>;
}

/** Reads the values of the newest generations that match each list of conditions. */
export function useGenerationValues(lists: readonly (readonly Condition[])[]): EachResult<GenerationValues> {
  const projectId = useProjectId();
  return useParts(lists, {
    size: listsAtOnce,
    key: [projectId, "generation values"],
    read: async (part, { signal }) => {
      const found = await requestEach({
        projectId,
        operation: sampledGenerations,
        calls: part.map((filters) => ({ filters: [...filters] })),
        signal,
      });
      const samples = found.map(({ generations }) => generations.edges.map(({ node }) => node));
      const chunks = samples.flatMap((generations, index) => {
        const ids = new Set(
          generations
            .flatMap(({ id, step }) => [id, step?.parentId, step?.rootRunId])
            .filter((id) => typeof id === "string"),
        );
        return chunksOf([...ids], pageSize).map((value) => ({ index, value }));
      });
      const results = await Promise.all(
        chunksOf(chunks, listsAtOnce).map((some) =>
          requestEach({
            projectId,
            operation: valuesOfSteps,
            calls: some.map(({ value }) => ({ filters: [{ field: "id", operator: "in" as const, value }] })),
            signal,
          }),
        ),
      );
      const steps = results.flat().map((each) => each.steps.edges.map(({ node }) => node));
      return samples.map((generations, index) => {
        const scores = new Map<string, number[]>();
        for (const { scores: given } of steps.filter((_steps, place) => chunks[place]?.index === index).flat()) {
          for (const { name, value } of given ?? []) scores.set(name, [...(scores.get(name) ?? []), value]);
        }
        return { generations, scores };
      });
    },
  });
}

function chunksOf<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, chunk) =>
    values.slice(chunk * size, (chunk + 1) * size),
  );
}
