import type { PromptDetailQuery } from "../../generated/prompts.ts";

/** A prompt with its versions, as returned by the service. The content of the versions is not included. */
export type PromptLineage = NonNullable<PromptDetailQuery["promptLineage"]>;
