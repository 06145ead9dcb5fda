/** Application whose model responses contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { observe, observeModel } from "../src/index.ts";
import { embeddingModel, imageModel } from "./scenarios.ts";
import { scriptModel } from "./scripted-model.ts";
import { versions } from "./versions.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const hostile = poison({ city: "Oslo", list: [{ deep: 1 }] }) as Record<string, unknown>;
const calls = [{ id: "__proto__", name: "constructor", input: hostile }];

const answer = {
  content: [
    { type: "text", text: "Cold." },
    { type: "reasoning", text: "It is winter." },
    { type: "tool-call", toolCallId: "1", toolName: "f", input: "{}" },
    { type: "tool-result", toolCallId: "1", toolName: "f", result: {} },
    { type: "source", id: "1", url: "https://example.com" },
    { type: "file", mediaType: "image/png", data: "A".repeat(2_000) },
  ],
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  finishReason: { unified: "stop" },
  response: { id: "1", modelId: "m" },
  warnings: [],
};
const parts = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "1", modelId: "m" },
  { type: "text-delta", id: "__proto__", delta: "Cold." },
  { type: "reasoning-delta", id: "constructor", delta: "It is winter." },
  { type: "tool-input-start", id: "__proto__", toolName: "f" },
  { type: "tool-input-delta", id: "__proto__", delta: "{}" },
  { type: "tool-call", toolCallId: "__proto__", toolName: "f", input: "{}" },
  { type: "error", error: {} },
  { type: "finish", usage: { inputTokens: 1 }, finishReason: "stop" },
];

for (const version of versions) {
  const { generateText, streamText } = observe(version.ai, { client, metadata: hostile as never });
  const tools = {
    constructor: version.ai.tool({
      description: "Looks up",
      inputSchema: version.ai.jsonSchema({ type: "object", properties: {} }),
      execute: () => hostile,
    }),
  };
  const providerOptions = { ["__proto__"]: hostile, threadline: { metadata: hostile } } as never;
  const options = { prompt: "Oslo?", tools, stopWhen: version.ai.stepCountIs(3), providerOptions };
  // The SDK may reject such responses. This is not tested here.
  const model = () => scriptModel(version, { calls }, { text: "Cold.", reasoning: "prototype" });
  await Promise.resolve(generateText({ ...options, model: model() })).catch(() => undefined);
  const stream = streamText({ ...options, model: model(), onError: () => undefined });
  await stream.consumeStream();

  // Calls models directly, with responses in the format of the SDK.
  const language = observeModel(scriptModel(version, { calls, text: "Cold." }), { client });
  const call = poison({
    prompt: [{ role: "user", content: [{ type: "text", text: "Oslo?" }] }],
    tools: [{ type: "function", name: "f", inputSchema: {} }],
  });
  await language.doGenerate(call as never);
  const poisoned = new version.LanguageModel({
    doGenerate: async () => poison(answer) as never,
    doStream: async () => ({ stream: streamOf(parts.map(poison)) }) as never,
  });
  const observed = observeModel(poisoned, { client });
  await observed.doGenerate(call as never);
  const { stream: source } = await observed.doStream(call as never);
  for await (const _ of source);
  await observeModel(embeddingModel(version), { client }).doEmbed(poison({ values: ["one"] }) as never);
  await observeModel(imageModel(version), { client }).doGenerate(poison({ prompt: "A coat", n: 1 }) as never);
}

const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: totalCount, changes: changedPrototypes() }));
process.exit();

function streamOf(list: unknown[]): ReadableStream<unknown> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of list) controller.enqueue(part);
      controller.close();
    },
  });
}
