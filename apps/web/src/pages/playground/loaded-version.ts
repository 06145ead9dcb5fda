import type { PromptVersionDetailQuery } from "../../generated/prompts.ts";

/** Version that was opened in the playground. */
export type LoadedVersion = NonNullable<PromptVersionDetailQuery["promptVersion"]>;
