import { readNumber, readText } from "../prompts/prompt-search.ts";

/** Search parameters of the playground; Literal AI clients link to prompts. */
export interface PlaygroundSearch {
  /** Name of a prompt. */
  readonly name?: string;
  /** Number of the version; default: the champion, otherwise the latest. */
  readonly version?: number;
  /** Id of a recorded step of type `llm`. */
  readonly step?: string;
  /** Id of a dataset item. */
  readonly item?: string;
}

export function readPlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const [name, step, item] = [readText(search["name"]), readText(search["step"]), readText(search["item"])];
  const version = readNumber(search["version"]);
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(step !== undefined && { step }),
    ...(item !== undefined && { item }),
  };
}
