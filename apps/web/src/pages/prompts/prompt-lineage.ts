import type { PromptDetailQuery } from "../../generated/prompts.ts";

export type PromptLineage = NonNullable<PromptDetailQuery["promptLineage"]>;
