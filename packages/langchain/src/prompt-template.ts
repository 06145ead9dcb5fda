import type { ChatPromptTemplate } from "@langchain/core/prompts";
import type { Prompt } from "@threadline/core";

/**
 * Returns a chat prompt template that renders like the prompt, to pipe into a model. Its messages carry the id of the
 * prompt and the variables, so that the generation that the handler records is linked to the prompt.
 *
 * @throws {ConfigError} when `@langchain/core` cannot be loaded.
 */
export function toLangChainPrompt(prompt: Prompt): Promise<ChatPromptTemplate> {
  return prompt.toLangchainChatPromptTemplate<ChatPromptTemplate>();
}
