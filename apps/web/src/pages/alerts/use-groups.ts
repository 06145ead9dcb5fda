import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import { useDashboardsText } from "../dashboards/messages.ts";
import { type PromptNames, usePromptNames } from "../dashboards/use-prompt-names.ts";

/** Maximum number of prompt versions whose names are requested. Further versions are shown by id. */
const maxPrompts = 50;

/**
 * Returns a function that names an alert's groups. A prompt version is named by its prompt and number, any other group
 * by its value.
 */
export function useGroups(
  groupBy: AlertFieldsFragment["groupBy"],
  groups: readonly (string | null)[],
): { readonly nameOf: (group: string) => string; readonly prompts: PromptNames } {
  const t = useDashboardsText();
  const ids = groupBy === "promptId" ? [...new Set(groups.filter((group) => group !== null))] : [];
  const { prompts } = usePromptNames(ids.slice(0, maxPrompts));
  const nameOf = (group: string): string => {
    const prompt = prompts.get(group);
    return prompt === undefined ? group : t("promptVersion", { name: prompt.name, version: prompt.version });
  };
  return { nameOf, prompts };
}
