import type { PromptVersionDetailQuery } from "../../generated/prompts.ts";

export type LoadedVersion = NonNullable<PromptVersionDetailQuery["promptVersion"]>;
