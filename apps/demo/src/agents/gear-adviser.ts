import type { AIMessageChunk } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { ThreadlineCallbackHandler } from "@threadline/langchain";
import type { Agent, AgentOptions } from "./agent.ts";
import { countStock, findGear } from "./shop.ts";

const tools = [
  tool(findGear, {
    name: "find_gear",
    description: "What the shop sells of a kind.",
    schema: { type: "object", properties: { kind: { type: "string" } }, required: ["kind"] },
  }),
  tool(countStock, {
    name: "count_stock",
    description: "How many of a product are in the shop.",
    schema: { type: "object", properties: { product: { type: "string" } }, required: ["product"] },
  }),
];

/**
 * Creates an agent that recommends goods. It is a LangGraph graph of a model and its tools, recorded by one callback
 * handler.
 */
export function createGearAdviser({ client, openai, model }: AgentOptions): Agent {
  const { apiKey, baseURL } = openai;
  const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL } }).bindTools(tools);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("adviser", async ({ messages }) => ({ messages: [await joined(await chat.stream(messages))] }))
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "adviser")
    .addConditionalEdges("adviser", toolsCondition, ["tools", END])
    .addEdge("tools", "adviser")
    .compile({ name: "gear-graph" });
  const callbacks = [new ThreadlineCallbackHandler(client)];

  return {
    name: "gear-adviser",
    async answer(question) {
      const { messages } = await graph.invoke({ messages: [{ role: "user", content: question }] }, { callbacks });
      return messages.at(-1)?.text ?? "";
    },
  };
}

async function joined(stream: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let message: AIMessageChunk | undefined;
  for await (const chunk of stream) message = message?.concat(chunk) ?? chunk;
  if (!message) throw new Error("the model answered with an empty stream");
  return message;
}
