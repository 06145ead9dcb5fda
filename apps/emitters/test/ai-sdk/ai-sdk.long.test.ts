import { createOpenAI } from "@ai-sdk/openai";
import { OpenTelemetry } from "@ai-sdk/otel";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeSDK } from "@opentelemetry/sdk-node";
import { embed, generateText, isStepCount, registerTelemetry, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { startModelServer } from "../../../../tooling/test-model-server.ts";
import { startReceiver } from "../start-receiver.ts";
import { answer, counts, instructions, question, reply, toolCall, user } from "../support-agent.ts";

test("telemetry of AI SDK 7 is stored as a run with its calls and tool, an embedding and a call that fails", async () => {
  const { thread } = await startReceiver();
  const openai = createOpenAI({ apiKey: "key", baseURL: await startModelServer(reply) });
  const sdk = new NodeSDK({ traceExporter: new OTLPTraceExporter() });
  sdk.start();
  registerTelemetry(new OpenTelemetry({ runtimeContext: true }));

  const shared = {
    runtimeContext: { sessionId: "conv-42", userId: user },
    telemetry: { functionId: "support", includeRuntimeContext: { sessionId: true, userId: true } },
    maxRetries: 0,
  };
  const model = openai.chat("gpt-4o-mini");
  const { text } = await generateText({
    ...shared,
    model,
    instructions,
    prompt: question,
    temperature: 0.2,
    stopWhen: isStepCount(2),
    tools: {
      look_up_order: tool({ inputSchema: z.object({ id: z.string() }), execute: async () => ({ status: "shipped" }) }),
    },
  });
  expect(text).toBe("It has shipped.");
  await generateText({ ...shared, model, prompt: "refuse" }).catch(() => undefined);
  await embed({ model: openai.embedding("text-embedding-3-small"), value: "order 8841" });
  await sdk.shutdown();

  const found = await thread("conv-42");
  expect(found).toMatchObject({ name: question, user });
  const steps = found.steps.filter(({ type }) => type !== "undefined");
  expect(steps.map(({ type, name }) => `${type} ${name}`)).toEqual([
    "run support",
    "llm chat gpt-4o-mini",
    "tool look_up_order",
    "llm chat gpt-4o-mini",
    "run support",
    "llm chat gpt-4o-mini",
  ]);
  const [, first, called, second, , failed] = steps;
  expect(first?.generation).toMatchObject({
    ...counts,
    provider: "openai",
    model: "gpt-4o-mini-2024-07-18",
    settings: { temperature: 0.2 },
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: question },
    ],
    messageCompletion: toolCall,
  });
  expect(called).toMatchObject({ input: { id: "8841" }, output: { status: "shipped" } });
  expect(second?.generation).toMatchObject({ ...counts, messageCompletion: answer });
  expect(failed?.error).toEqual(expect.any(String));
});
