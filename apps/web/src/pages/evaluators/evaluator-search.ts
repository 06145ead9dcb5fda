import { readNumber } from "../prompts/prompt-search.ts";

export const evaluatorTabs = ["definition", "compare", "results", "agreement"] as const;

export type EvaluatorTab = (typeof evaluatorTabs)[number];

export interface EvaluatorsSearch {
  readonly archived?: true;
}

export function readEvaluatorsSearch(search: Record<string, unknown>): EvaluatorsSearch {
  return search["archived"] === true ? { archived: true } : {};
}

export interface EvaluatorSearch {
  /** Number of the shown version. Default: the latest version. */
  readonly version?: number;
  /** Default: the tab of the definition. */
  readonly tab?: EvaluatorTab;
  /** Number of the version to compare with. Default: the previous version. */
  readonly from?: number;
}

export function readEvaluatorSearch(search: Record<string, unknown>): EvaluatorSearch {
  const [version, from] = [readNumber(search["version"]), readNumber(search["from"])];
  const tab = evaluatorTabs.find((name) => name === search["tab"]);
  return {
    ...(version !== undefined && { version }),
    ...(tab !== undefined && { tab }),
    ...(from !== undefined && { from }),
  };
}
