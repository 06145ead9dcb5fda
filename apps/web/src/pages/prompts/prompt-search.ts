import { isSortKey } from "../../ui/column-sort.ts";

export interface PromptsSearch {
  readonly search?: string;
  /** Name of a label. Only prompts with it are listed. */
  readonly label?: string | undefined;
  /** Whether only prompts without labels and champion are listed. */
  readonly unlabeled?: true | undefined;
  /** Key of the column to sort by, with the prefix `-` for descending order. Default: newest first. */
  readonly sort?: string;
}

const promptColumns = ["name", "versions", "uses", "latency", "cost", "lastUsed", "changed"];

export function readPromptsSearch(search: Record<string, unknown>): PromptsSearch {
  const [text, label] = ["search", "label"].map((name) => readText(search[name]));
  const { sort } = search;
  return {
    ...(text !== undefined && { search: text }),
    ...(label !== undefined && { label }),
    ...(search["unlabeled"] === true && { unlabeled: true }),
    ...(isSortKey(sort, promptColumns) && { sort }),
  };
}

export const promptTabs = ["template", "compare", "metrics", "usage", "rollout", "code"] as const;

export type PromptTab = (typeof promptTabs)[number];

export interface PromptSearch {
  /** Number of the shown version. Default: the champion or, without one, the latest version. */
  readonly version?: number;
  /** Absent: the template tab. */
  readonly tab?: PromptTab;
  /** Number of the version to compare with. Default: the previous version. */
  readonly from?: number;
  readonly layout?: "split" | "unified";
}

export function readPromptSearch(search: Record<string, unknown>): PromptSearch {
  const [version, from] = [readNumber(search["version"]), readNumber(search["from"])];
  const tab = promptTabs.find((name) => name === search["tab"]);
  const layout = (["split", "unified"] as const).find((name) => name === search["layout"]);
  return {
    ...(version !== undefined && { version }),
    ...(tab !== undefined && { tab }),
    ...(from !== undefined && { from }),
    ...(layout !== undefined && { layout }),
  };
}

/**
 * Returns a search parameter as text. The router parses parameters as JSON, so the prompt name `7` arrives as a number.
 */
export function readText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function readNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
