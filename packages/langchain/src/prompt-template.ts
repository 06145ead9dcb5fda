import type { ChatPromptTemplate } from "@langchain/core/prompts";
import type { Prompt } from "@threadline/core";

/**
 * Returns a chat prompt template that renders like the prompt, to pipe into a model. Its messages contain the id and
 * the variables of the prompt, so that the handler links the generation to the prompt.
 *
 * @throws {ConfigError} when `@langchain/core` cannot be loaded.
 */
export function toLangChainPrompt(prompt: Prompt): Promise<ChatPromptTemplate> {
  return prompt.toLangchainChatPromptTemplate<ChatPromptTemplate>();
}
