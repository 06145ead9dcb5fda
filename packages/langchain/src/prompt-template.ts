import type { ChatPromptTemplate } from "@langchain/core/prompts";
import type { Prompt } from "@threadline/core";

/**
 * A chat prompt template that renders as the prompt does, to be piped into a model. Its messages carry the prompt's id and the
 * variables, so the generation that the handler records is linked to the prompt.
 *
 * @throws {ConfigError} when `@langchain/core` cannot be loaded.
 */
export function toLangChainPrompt(prompt: Prompt): Promise<ChatPromptTemplate> {
  return prompt.toLangchainChatPromptTemplate<ChatPromptTemplate>();
}
