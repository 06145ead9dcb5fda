import type { PromptVersionDetailQuery } from "../../generated/prompts.ts";

/** The version that the playground began with. */
export type LoadedVersion = NonNullable<PromptVersionDetailQuery["promptVersion"]>;
