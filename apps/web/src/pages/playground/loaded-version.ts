import type { PromptVersionDetailQuery } from "../../generated/prompts.ts";

/** Prompt version that was opened in the playground. */
export type LoadedVersion = NonNullable<PromptVersionDetailQuery["promptVersion"]>;
