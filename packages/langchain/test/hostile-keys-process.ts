/** Runs chains, tools and models whose values contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { type JsonObject, Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { ThreadlineCallbackHandler } from "../src/index.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const handler = new ThreadlineCallbackHandler(client);
const value = poison({ question: "When?", list: [{ deep: { deeper: 1 } }] }) as JsonObject;

const options = { callbacks: [handler], metadata: value, tags: ["__proto__", "constructor", "prototype"] };
const answer = RunnableLambda.from((_input: unknown) => value);
await answer.invoke(value, { ...options, runName: "__proto__" });
for await (const _chunk of await answer.stream(value, options));

const lookUp = tool((_input: unknown) => value, {
  name: "constructor",
  description: "Looks up",
  schema: { type: "object", properties: {} },
});
await lookUp.invoke(value, options);

const message = new HumanMessage({ content: "When?", additional_kwargs: value, response_metadata: value });
await new FakeListChatModel({ responses: ["At nine."] }).invoke([message], options);

// A provider's response, as LangChain reports it to the handler.
const spread = poison({
  llmOutput: { tokenUsage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 }, model_name: "m" },
  generations: [[{ text: "At nine.", generationInfo: { finish_reason: "stop" } }]],
}) as { generations: { message?: AIMessage }[][] };
const [generation] = spread.generations[0] ?? [];
if (generation)
  generation.message = new AIMessage({ content: "At nine.", additional_kwargs: value, response_metadata: value });
const model = { id: ["langchain", "ChatOpenAI"], ...(poison({ kwargs: { model: "m" } }) as object) };
const parameters = poison({ invocation_params: { model: "m", tools: [{ function: { name: "f", parameters: {} } }] } });
handler.handleChatModelStart(model, [[message]], "run", undefined, parameters as Record<string, unknown>, [], value);
handler.handleLLMNewToken("At", undefined, "run", undefined, undefined, poison({ chunk: { message: {} } }));
handler.handleLLMEnd(spread, "run");
handler.handleChainStart({ id: ["__proto__"], name: "constructor" }, value, "failing");
handler.handleChainError(value, "failing");

const { dropped } = await client.flush();
const { data } = await client.api.getSteps({ first: 50 });
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: data.length, changes: changedPrototypes() }));
process.exit();
