import { AsyncLocalStorage } from "node:async_hooks";
import { Threadline } from "@threadline/core";
import { type Context, context, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { scriptModel } from "./scripted-model.ts";
import { versions } from "./versions.ts";

// These versions enable telemetry per call; see docs/opentelemetry.md.
const traced = versions.filter(({ name }) => name === "5" || name === "6");

/** Keeps the context across `await`, as `NodeSDK` does. */
function followCalls(): void {
  const calls = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => calls.getStore() ?? ROOT_CONTEXT,
    with: (each, run, self, ...values) => calls.run(each, () => run.apply(self, values)),
    bind: (each, target) =>
      typeof target === "function"
        ? (...values: unknown[]) => calls.run(each, () => target(...values)) as unknown as typeof target
        : target,
    enable: () => context as never,
    disable: () => context as never,
  } as Parameters<typeof context.setGlobalContextManager>[0]);
}

test.each(traced)("telemetry of AI SDK $name is stored with model, messages, tokens and cost", async (version) => {
  const apiKey = "tl_telemetry";
  const server = createServer({ apiKey });
  await server.ready;
  const listener = await listen(server, { host: "127.0.0.1", port: 0 });
  const client = new Threadline({ apiKey, url: listener.url });
  const exporter = new OTLPTraceExporter({ url: `${listener.url}/v1/traces`, headers: { "x-api-key": apiKey } });
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  followCalls();
  onTestFinished(async () => {
    trace.disable();
    context.disable();
    await provider.shutdown();
    await client.shutdown();
    await listener.close();
    await server.close();
  });
  const graphql = async <Data>(query: string, variables: object): Promise<Data> => {
    const body = JSON.stringify({ query, variables });
    const headers = { "content-type": "application/json", "x-api-key": apiKey };
    const response = await fetch(`${listener.url}/api/graphql`, { method: "POST", headers, body });
    return ((await response.json()) as { readonly data: Data }).data;
  };
  const price = { match: "scripted.*", inputPrice: 2, outputPrice: 4 };
  await graphql("mutation ($price: ModelPriceInput!) { createModelPrice(price: $price) { id } }", {
    price,
  });

  const { ai } = version;
  const tools = {
    findOrder: ai.tool({ inputSchema: z.object({ id: z.string() }), execute: async () => "shipped" }),
  };
  await ai.generateText({
    model: scriptModel(
      version,
      { calls: [{ id: "call-1", name: "findOrder", input: { id: "42" } }] },
      { text: "Shipped." },
    ),
    prompt: "Where is my order?",
    tools,
    stopWhen: ai.stepCountIs(2),
    experimental_telemetry: {
      isEnabled: true,
      functionId: "support",
      metadata: { sessionId: "conv-42", userId: "amara", tags: ["orders"] },
    },
  } as Parameters<typeof ai.generateText>[0]);
  await provider.forceFlush();

  const thread = await client.api.getThread("conv-42");
  expect(thread?.participant?.identifier).toBe("amara");
  const steps = thread?.steps ?? [];
  expect(steps.map(({ type }) => type).toSorted()).toEqual(["llm", "llm", "run", "tool"]);
  expect(steps.find(({ type }) => type === "run")).toMatchObject({ name: "support", tags: ["orders"] });
  expect(steps.find(({ type }) => type === "tool")).toMatchObject({ name: "findOrder", input: { id: "42" } });
  const [call] = steps.filter(({ type }) => type === "llm");
  expect(call?.generation).toMatchObject({
    model: "scripted-2026",
    inputTokenCount: 12,
    outputTokenCount: 5,
    messages: [{ role: "user", content: "Where is my order?" }],
    messageCompletion: { role: "assistant", tool_calls: [{ id: "call-1", function: { name: "findOrder" } }] },
  });
  const answer = await graphql<{ step: { generation: { cost: number } } }>(
    "query ($id: String!) { step(id: $id) { generation { cost } } }",
    { id: call?.id },
  );
  expect(answer.step.generation.cost).toBeCloseTo((12 * 2 + 5 * 4) / 1e6, 12);
});
