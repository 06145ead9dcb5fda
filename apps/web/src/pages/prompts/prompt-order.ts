import type { PromptListQuery } from "../../generated/prompts.ts";
import { type SortKey, sortByKey } from "../../ui/column-sort.ts";
import type { PromptsSearch } from "./prompt-search.ts";
import type { UseCount } from "./use-counts.ts";
import type { GenerationFigures } from "./use-generation-figures.ts";

export type ListedPrompt = PromptListQuery["promptLineages"]["edges"][number]["node"];

/**
 * Returns the prompts with the selected label. With `unlabeled`, returns the prompts without any label and without a
 * promoted version.
 */
export function withLabel<Prompt extends Pick<ListedPrompt, "labels" | "championVersion">>(
  prompts: readonly Prompt[],
  { label, unlabeled }: Pick<PromptsSearch, "label" | "unlabeled">,
): readonly Prompt[] {
  if (unlabeled)
    return prompts.filter(({ labels, championVersion }) => labels.length === 0 && championVersion === null);
  return label === undefined ? prompts : prompts.filter(({ labels }) => labels.some(({ name }) => name === label));
}

/**
 * Sorts prompts by `name`, `versions`, `uses`, `latency`, `cost`, `lastUsed` or `changed`. An unknown key does not
 * change the order.
 */
export function sortPrompts(
  prompts: readonly ListedPrompt[],
  sort: SortKey,
  {
    figures,
    counts,
  }: {
    readonly figures: ReadonlyMap<string, GenerationFigures>;
    readonly counts: ReadonlyMap<string, UseCount>;
  },
): readonly ListedPrompt[] {
  return sortByKey(prompts, sort, (prompt, key) => {
    const statistics = figures.get(prompt.name)?.statistics;
    switch (key) {
      case "name":
        return prompt.name;
      case "versions":
        return prompt.versionCount;
      case "uses":
        return counts.get(prompt.name)?.recordCount ?? null;
      case "latency":
        return statistics?.latencyP50 ?? null;
      case "cost":
        return statistics?.cost ?? null;
      case "lastUsed":
        return prompt.lastUsedAt === null ? null : Date.parse(prompt.lastUsedAt);
      case "changed":
        return Date.parse(prompt.changedAt);
      default:
        return null;
    }
  });
}
