import type { PromptDetailQuery } from "../../generated/prompts.ts";

/** Prompt with its versions, without their content, as returned by the service. */
export type PromptLineage = NonNullable<PromptDetailQuery["promptLineage"]>;
