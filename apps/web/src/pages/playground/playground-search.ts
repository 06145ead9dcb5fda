import { readNumber, readText } from "../prompts/prompt-search.ts";

/** Search parameters of the playground. Clients of Literal AI also link to prompts with `name` and `version`. */
export interface PlaygroundSearch {
  readonly name?: string;
  /** Number of the prompt version. Default: the champion or, without one, the latest version. */
  readonly version?: number;
  readonly step?: string;
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
