import type { PromptDetailQuery } from "../../generated/prompts.ts";

/** A prompt with the heads of its versions, as the service answers it. */
export type PromptLineage = NonNullable<PromptDetailQuery["promptLineage"]>;
