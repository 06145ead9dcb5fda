import type { IGenerationMessage, Prompt, Threadline } from "@threadline/core";

const templateMessages: IGenerationMessage[] = [
  {
    role: "system",
    content:
      "You answer customers of {{shop}}. Use only these help pages and the tools, and be brief.\n{{#pages}}\n## {{title}}\n{{text}}\n{{/pages}}",
  },
  { role: "user", content: "{{question}}" },
];

/** The prompt of the assistant, from the registry: made on the first call, found on every later one. */
export function supportPrompt(client: Threadline): Promise<Prompt> {
  return client.api.getOrCreatePrompt("support-answer", templateMessages, { provider: "openai" });
}
