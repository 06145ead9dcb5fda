import type { Prompt } from "@threadline/core";
import type { RunnableToolFunctionWithParse } from "openai/lib/RunnableFunction";
import type { Agent, AgentOptions } from "./agent.ts";
import { helpPages, lookUpOrder } from "./shop.ts";

export interface SupportAssistantOptions extends AgentOptions {
  embeddingModel: string;
  prompt: Prompt;
}

const orderTool: RunnableToolFunctionWithParse<{ orderId: string }> = {
  type: "function",
  function: {
    name: "look_up_order",
    description: "The status of an order.",
    parameters: { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] },
    parse: JSON.parse,
    function: lookUpOrder,
  },
};

/**
 * Creates an agent that answers from help pages and orders. The `openai` package runs the tools; only the search is
 * recorded manually.
 */
export function createSupportAssistant(options: SupportAssistantOptions): Agent {
  const { client, openai, model, embeddingModel, prompt } = options;

  async function searchHelpPages(question: string): Promise<{ title: string; text: string }[]> {
    const input = [question, ...helpPages.map(({ title, text }) => `${title}: ${text}`)];
    const { data } = await openai.embeddings.create({ model: embeddingModel, input });
    const [query = [], ...vectors] = data.map(({ embedding }) => embedding);
    const ranked = helpPages
      .map((page, index) => ({ page, score: similarity(query, vectors[index] ?? []) }))
      .toSorted((a, b) => b.score - a.score);
    return ranked.slice(0, 2).map(({ page: { title, text } }) => ({ title, text }));
  }

  return {
    name: "support-assistant",
    async answer(question) {
      const search = client.step({ type: "retrieval", name: "search-help-pages", input: { question } });
      const { pages } = await search.wrap(async () => ({ pages: await searchHelpPages(question) }));
      const messages = prompt.formatMessages({ shop: "Alder & Pine", question, pages });
      const runner = openai.chat.completions.runTools({ model, messages, tools: [orderTool], stream: true });
      return (await runner.finalContent()) ?? "";
    },
  };
}

function similarity(a: number[], b: number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
