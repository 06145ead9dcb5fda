import { observeOpenAI } from "@langfuse/openai";
import { LangfuseSpanProcessor } from "@langfuse/otel";
import { propagateAttributes, startActiveObservation } from "@langfuse/tracing";
import { NodeSDK } from "@opentelemetry/sdk-node";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { startModelServer } from "../../../../tooling/test-model-server.ts";
import { startReceiver } from "../start-receiver.ts";
import { answer, askAgent, counts, instructions, question, reply, toolCall, user } from "../support-agent.ts";

test("an agent that Langfuse's SDK records is stored with its calls, tool, embedding, error, user and tags", async () => {
  const { url, apiKey, thread } = await startReceiver();
  const baseURL = await startModelServer(reply);
  Object.assign(process.env, {
    LANGFUSE_BASE_URL: url,
    LANGFUSE_PUBLIC_KEY: "threadline",
    LANGFUSE_SECRET_KEY: apiKey,
    // Timeout in seconds. It is long, because the machine may be busy.
    LANGFUSE_TIMEOUT: "120",
  });
  const sdk = new NodeSDK({ spanProcessors: [new LangfuseSpanProcessor()] });
  sdk.start();

  const client = observeOpenAI(new OpenAI({ apiKey: "key", baseURL, maxRetries: 0 }));
  const shared = { sessionId: "conv-42", userId: user, tags: ["support"], metadata: { plan: "pro" } };
  await startActiveObservation(
    "support",
    (span) =>
      propagateAttributes(shared, async () => {
        const text = await askAgent(client, (input, run) =>
          startActiveObservation(
            "look_up_order",
            async (observation) => {
              const output = await run();
              observation.update({ input, output });
              return output;
            },
            { asType: "tool" },
          ),
        );
        span.update({ input: question, output: text });
      }),
    { asType: "agent" },
  );
  await sdk.shutdown();

  const { name, user: owner, steps } = await thread("conv-42");
  expect([name, owner]).toEqual([question, user]);
  const root = steps.find(({ parentId }) => parentId == null);
  const parentId = root?.id;
  expect(root).toMatchObject({ type: "run", name: "support", tags: ["support"], metadata: { plan: "pro" } });
  expect(steps.filter((step) => step !== root)).toMatchObject([
    {
      type: "llm",
      parentId,
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
        metadata: { cachedTokenCount: 4, reasoningTokenCount: 2 },
      },
    },
    { type: "tool", parentId, name: "look_up_order", input: { id: "8841" }, output: { status: "shipped" } },
    { type: "llm", parentId, generation: { ...counts, messageCompletion: answer, ttFirstToken: expect.any(Number) } },
    { type: "embedding", parentId, generation: { model: "text-embedding-3-small" } },
    { type: "llm", parentId, error: expect.stringContaining("the model is down") },
  ]);
});
