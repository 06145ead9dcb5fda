import type { PlaygroundSearch } from "./playground-search.ts";

/** Origin of a playground, such as a prompt version. Each place has a draft of its own. */
export interface PlaygroundPlace {
  readonly id: string;
  /** Title and note of its draft. */
  readonly title: string;
  readonly note?: string | undefined;
  /** Search parameters that open the place; null if only the original link opens it. */
  readonly search: PlaygroundSearch | null;
}
