/** Application whose model responses, tools and metadata contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  setTraceProcessors,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import { type JsonObject, Threadline } from "@threadline/core";
import OpenAI from "openai";
import { createServer } from "threadline";
import { z } from "zod";
import { ThreadlineTracingProcessor } from "../src/index.ts";
import { listenAsModel } from "./model-server.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const processor = new ThreadlineTracingProcessor(client);
setTracingDisabled(false);
setTraceProcessors([processor]);
const value = poison({ city: "Oslo", list: [{ deep: { deeper: 1 } }] }) as JsonObject;
const call = { id: "call_1", name: "weather", arguments: value };
const models = await listenAsModel(
  ({ last }) => (last === "Oslo?" ? { toolCalls: [call], reasoning: "Hm." } : { content: "Rain." }),
  poison,
);
const openai = new OpenAI({ apiKey: "key", baseURL: models.url, maxRetries: 0 });
const lookUp = tool({
  name: "weather",
  description: "Weather",
  parameters: z.object({}),
  strict: true,
  execute: () => value,
});
for (const Model of [OpenAIResponsesModel, OpenAIChatCompletionsModel]) {
  const agent = new Agent({ name: "__proto__", model: new Model(openai, "constructor"), tools: [lookUp] });
  const runner = new Runner({ traceMetadata: value as Record<string, string>, groupId: "__proto__" });
  // The framework may reject such responses. This is not tested here.
  await runner.run(agent, "Oslo?").catch(() => undefined);
  const stream = await runner.run(agent, "Oslo?", { stream: true });
  await stream.completed.catch(() => undefined);
}

const kinds = [
  "agent",
  "response",
  "generation",
  "function",
  "handoff",
  "guardrail",
  "mcp_tools",
  "speech",
  "custom",
  "__proto__",
];
const trace = { traceId: "constructor", name: "__proto__", groupId: "prototype", metadata: value };
await processor.onTraceStart(trace);
for (const kind of kinds) {
  const data = poison({
    name: "__proto__",
    _input: [value],
    _response: { output: [value], usage: {}, tools: [value] },
  }) as object;
  const spanData = { ...data, type: kind, input: [value], output: [{ choices: [{ message: value }] }], data: value };
  const span = {
    traceId: "constructor",
    spanId: kind,
    parentId: "prototype",
    spanData,
    startedAt: null,
    endedAt: null,
  };
  await processor.onSpanStart({ ...span, error: null });
  await processor.onSpanEnd({ ...span, error: { message: "no", data: value } });
}
await processor.onTraceEnd(trace);

const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
models.close();
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: totalCount, changes: changedPrototypes() }));
process.exit();
