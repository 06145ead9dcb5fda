import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { Observability } from "@mastra/observability";
import { OtelExporter } from "@mastra/otel-exporter";
import { expect, test } from "vitest";
import { z } from "zod";
import { startModelServer } from "../../../../tooling/test-model-server.ts";
import { startReceiver } from "../start-receiver.ts";
import { answer, counts, instructions, question, reply, toolCall, user } from "../support-agent.ts";

test("an agent that Mastra's OpenTelemetry exporter sends is stored with its calls and tool, and a call that fails", async () => {
  const { url, apiKey, thread } = await startReceiver();
  const exporter = new OtelExporter({
    provider: {
      custom: { endpoint: `${url}/v1/traces`, protocol: "http/protobuf", headers: { "x-api-key": apiKey } },
    },
    timeout: 120_000, // the machine may be busy
  });
  const observability = new Observability({ configs: { otel: { serviceName: "shop", exporters: [exporter] } } });
  const model = { id: "openai/gpt-4o-mini" as const, url: await startModelServer(reply), apiKey: "key" };
  const lookUp = createTool({
    id: "look_up_order",
    description: "The status of an order",
    inputSchema: z.object({ id: z.string() }),
    execute: async () => ({ status: "shipped" }),
  });
  const support = new Agent({ id: "support", name: "support", instructions, model, tools: { look_up_order: lookUp } });
  const mastra = new Mastra({ agents: { support }, observability, logger: false });
  const agent = mastra.getAgent("support");
  const options = {
    modelSettings: { temperature: 0.2, maxRetries: 0 },
    tracingOptions: { metadata: { sessionId: "conv-42", userId: user }, tags: ["support"] },
  };
  const { text } = await agent.generate(question, options);
  expect(text).toBe("It has shipped.");
  await agent.generate("refuse", options).catch(() => undefined);
  await observability.shutdown();

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
  const [run, first, called, second, , failed] = steps;
  expect(run).toMatchObject({ tags: ["support"], input: question, output: "It has shipped." });
  expect(first?.generation).toMatchObject({
    ...counts,
    provider: "openai",
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
