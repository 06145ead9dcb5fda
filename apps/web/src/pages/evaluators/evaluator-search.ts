import type { Target } from "./evaluator-draft.ts";
import { readNumber } from "../prompts/prompt-search.ts";

export const evaluatorTabs = ["definition", "compare", "results", "agreement"] as const;

export const targets = ["STEP", "RUN", "THREAD", "EXPERIMENT_ITEM"] as const satisfies readonly Target[];

export type EvaluatorTab = (typeof evaluatorTabs)[number];

export interface EvaluatorsSearch {
  readonly archived?: true;
}

export function readEvaluatorsSearch(search: Record<string, unknown>): EvaluatorsSearch {
  return search["archived"] === true ? { archived: true } : {};
}

export interface NewEvaluatorSearch {
  /** Target that is selected first. Default: steps. */
  readonly target?: Target;
}

export function readNewEvaluatorSearch(search: Record<string, unknown>): NewEvaluatorSearch {
  const target = targets.find((name) => name === search["target"]);
  return target === undefined ? {} : { target };
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
