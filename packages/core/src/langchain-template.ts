import type { MessageContent } from "@langchain/core/messages";
import type { ChatPromptTemplate } from "@langchain/core/prompts";
import { ConfigError } from "./errors.ts";
import type { PromptConstructor, PromptVariables, RenderedMessage } from "./types/prompts.ts";

interface RenderablePrompt extends PromptConstructor {
  formatMessages(variables: PromptVariables): RenderedMessage[];
}

/**
 * Creates a LangChain template that renders the same messages as the prompt. Each message has the prompt's id and
 * variables in `additional_kwargs`.
 */
export async function toChatPromptTemplate(prompt: RenderablePrompt): Promise<ChatPromptTemplate> {
  const { ChatPromptTemplate, coerceMessageLikeToMessage } = await loadLangchain();

  class RegisteredPromptTemplate extends ChatPromptTemplate {
    override async formatMessages(values: PromptVariables) {
      const variables: PromptVariables = await this.mergePartialAndUserVariables(values);
      return prompt.formatMessages(variables).map((message) => {
        const { role, content, ...rest } = message;
        return coerceMessageLikeToMessage({
          ...rest,
          role,
          // The cast is safe: LangChain's type has the same fields, and additionally an index signature.
          content: (content ?? "") as MessageContent,
          additional_kwargs: { ...message.literalMetadata() },
        });
      });
    }
  }

  const defaults = Object.keys(prompt.variablesDefaultValues ?? {});
  const inputVariables = (prompt.variables ?? []).map(({ name }) => name).filter((name) => !defaults.includes(name));
  return new RegisteredPromptTemplate({ promptMessages: [], inputVariables, validateTemplate: false });
}

async function loadLangchain() {
  try {
    // An import inside `try` shows bundlers that the package is optional.
    const { ChatPromptTemplate } = await import("@langchain/core/prompts");
    const { coerceMessageLikeToMessage } = await import("@langchain/core/messages");
    return { ChatPromptTemplate, coerceMessageLikeToMessage };
  } catch (cause) {
    throw new ConfigError("toLangchainChatPromptTemplate needs the optional package @langchain/core; install it", {
      cause,
    });
  }
}
