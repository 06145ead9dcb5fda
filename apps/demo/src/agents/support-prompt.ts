import type { IGenerationMessage, Prompt, Threadline } from "@threadline/core";

const templateMessages: IGenerationMessage[] = [
  {
    role: "system",
    content:
      "You answer customers of {{shop}}. Use only these help pages and the tools, and be brief.\n{{#pages}}\n## {{title}}\n{{text}}\n{{/pages}}",
  },
  { role: "user", content: "{{question}}" },
];

/** Returns the assistant's prompt from the registry; creates it on the first call. */
export function supportPrompt(client: Threadline): Promise<Prompt> {
  return client.api.getOrCreatePrompt("support-answer", templateMessages, { provider: "openai" });
}
