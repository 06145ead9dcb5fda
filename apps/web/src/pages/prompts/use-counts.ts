import { useEach } from "../../api/use-each.ts";
import { promptUseCount, type PromptUseCountQuery } from "../../generated/prompts.ts";
import { withoutExperiments } from "./generations-of.ts";
import type { PromptLineage } from "./prompt-lineage.ts";

export type UseCount = PromptUseCountQuery["statistics"];

/**
 * Reads the numbers of the prompts' generations, without experiments and the playground. Returns them by prompt name. A
 * number that is loading is missing.
 */
export function useCounts(
  prompts: readonly Pick<PromptLineage, "name" | "generationCount">[],
): ReadonlyMap<string, UseCount> {
  const used = prompts.filter(({ generationCount }) => generationCount > 0);
  const { data } = useEach(
    promptUseCount,
    used.map(({ name }) => ({
      filters: [{ field: "promptLineage", operator: "eq" as const, value: name }, withoutExperiments],
    })),
  );
  const none = { recordCount: 0, isEstimate: false };
  return new Map(
    prompts.flatMap(({ name, generationCount }) => {
      const count = generationCount === 0 ? none : data[used.findIndex((each) => each.name === name)]?.statistics;
      return count ? [[name, count] as const] : [];
    }),
  );
}
