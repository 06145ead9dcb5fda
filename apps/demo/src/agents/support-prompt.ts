import type { IGenerationMessage, Prompt, Threadline } from "@threadline/core";
import { demoPrefix } from "../demo-mark.ts";

const templateMessages: IGenerationMessage[] = [
  {
    role: "system",
    content:
      "You answer customers of {{shop}}. Use only these help pages and the tools, and be brief.\n{{#pages}}\n## {{title}}\n{{text}}\n{{/pages}}",
  },
  { role: "user", content: "{{question}}" },
];

/** Returns the assistant's prompt from the registry, and creates it there if necessary. */
export async function supportPrompt(client: Threadline): Promise<Prompt> {
  const name = "support-answer";
  await client.api.createPromptLineage(name, `${demoPrefix}answers with help pages`);
  const options = { versionDesc: `${demoPrefix}first version` };
  return client.api.getOrCreatePrompt(name, templateMessages, { provider: "openai" }, null, options);
}
