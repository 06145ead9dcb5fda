import type { PromptVersionFragment } from "../documents/generated/documents.ts";
import { Prompt } from "../prompt.ts";
import type { Recorder } from "../recorder.ts";

export function toPrompt(client: Recorder, { lineage, settings, ...fields }: PromptVersionFragment): Prompt {
  const { provider, ...rest } = settings ?? {};
  return new Prompt(client, {
    ...fields,
    name: lineage?.name ?? "",
    provider: typeof provider === "string" ? provider : null,
    settings: rest,
  });
}
