import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import { setSession, setTags, setUser } from "@arizeai/openinference-core";
import * as CallbackManager from "@langchain/core/callbacks/manager";
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeSDK } from "@opentelemetry/sdk-node";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { z } from "zod";
import { startModelServer } from "../../../../tooling/test-model-server.ts";
import { startReceiver } from "../start-receiver.ts";
import { answer, askAgent, counts, instructions, question, reply, toolCall, user } from "../support-agent.ts";

// One test covers both instrumentations. They share the global tracer provider of OpenTelemetry, which a test shuts
// down at its end.
test("calls of the openai package and agents of LangGraph that OpenInference records are stored in their thread", async () => {
  const { thread } = await startReceiver();
  const baseURL = await startModelServer(reply);
  const sdk = new NodeSDK({ traceExporter: new OTLPTraceExporter() });
  sdk.start();
  new OpenAIInstrumentation().manuallyInstrument(OpenAI as never); // the types are those of a later version of `openai`

  const client = new OpenAI({ apiKey: "key", baseURL, maxRetries: 0 });
  const session = setSession(context.active(), { sessionId: "openai" });
  const caller = setTags(setUser(session, { userId: user }), ["support"]);
  expect(await context.with(caller, () => askAgent(client))).toBe("It has shipped.");

  new LangChainInstrumentation().manuallyInstrument(CallbackManager);
  const llm = new ChatOpenAI({ model: "gpt-4o-mini", apiKey: "key", maxRetries: 0, configuration: { baseURL } });
  const lookUp = tool(async () => "shipped", {
    name: "look_up_order",
    description: "The status of an order",
    schema: z.object({ id: z.string() }),
  });
  const agent = createReactAgent({ llm, tools: [lookUp], name: "support" });
  await agent.invoke(
    { messages: [{ role: "user", content: question }] },
    { configurable: { thread_id: "langgraph" }, metadata: { user_id: user } },
  );
  await sdk.shutdown();

  const calls = await thread("openai");
  expect(calls).toMatchObject({ name: question, user });
  // The instrumentation does not send failed calls, nor the token counts of streams and embeddings.
  expect(calls.steps).toMatchObject([
    {
      type: "llm",
      tags: ["support"],
      generation: {
        ...counts,
        provider: "openai",
        model: "gpt-4o-mini-2024-07-18",
        settings: { temperature: 0.2 },
        messages: [
          { role: "system", content: instructions },
          { role: "user", content: question },
        ],
        messageCompletion: toolCall,
      },
    },
    { type: "llm", generation: { model: "gpt-4o-mini", messageCompletion: answer } },
    { type: "embedding", generation: { model: "text-embedding-3-small" } },
  ]);

  const { name, user: owner, steps } = await thread("langgraph");
  expect([name, owner]).toEqual([question, user]);
  const root = steps.find(({ parentId }) => parentId == null);
  expect(root).toMatchObject({ type: "run", name: "support" });
  expect(steps.filter(({ type }) => type === "llm").map(({ generation }) => generation)).toMatchObject([
    { ...counts, provider: "openai", messageCompletion: { tool_calls: [{ function: { name: "look_up_order" } }] } },
    { ...counts, messageCompletion: answer },
  ]);
  expect(steps.find(({ type }) => type === "tool")).toMatchObject({ name: "look_up_order" });
});
