import type { ImageModel, Tool } from "ai";
import { z } from "zod";
import { scriptModel, type Turn } from "./scripted-model.ts";
import type { Sdk, Version } from "./versions.ts";

/** Runs the SDK. Returns the results that the application can see. */
export type Scenario = (ai: Sdk, version: Version) => Promise<unknown>;

const forecast: Turn = { calls: [{ id: "call-1", name: "forecast", input: { city: "Oslo" } }] };
const answer: Turn = { text: "Take a coat.", reasoning: "It is cold." };

/** Creates a tool in a format that all versions accept. */
export function forecastTool(ai: Sdk, execute: (input: { city: string }) => unknown = () => ({ degrees: 3 })): Tool {
  return ai.tool({
    description: "Forecast of a city",
    inputSchema: z.object({ city: z.string() }),
    execute: execute as never,
  }) as Tool;
}

/** Returns an export that has another name in the newest version. */
function olderExport<Export>(ai: Sdk, name: string): Export {
  return Reflect.get(ai, name) as Export;
}

async function toError(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
}

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** Returns all fields in the result of a text function, and the requests to the model. */
async function seeText(result: object, model: { doGenerateCalls: unknown[]; doStreamCalls: unknown[] }) {
  const { text, reasoningText, toolCalls, toolResults, finishReason, usage, totalUsage, steps } = result as Record<
    string,
    unknown
  >;
  return {
    text: await text,
    reasoningText: await reasoningText,
    toolCalls: await toolCalls,
    toolResults: await toolResults,
    finishReason: await finishReason,
    usage: await usage,
    totalUsage: await totalUsage,
    steps: ((await steps) as { content: unknown }[]).map(({ content }) => content),
    calls: [...model.doGenerateCalls, ...model.doStreamCalls].map(
      (call) => JSON.parse(JSON.stringify(call)) as unknown,
    ),
  };
}

export const scenarios: Record<string, Scenario> = {
  generateText: async (ai, version) => {
    const model = scriptModel(version, answer);
    return seeText(await ai.generateText({ model, system: "Be brief.", prompt: "What should I wear?" }), model);
  },
  "generateText with tools in two steps": async (ai, version) => {
    const model = scriptModel(version, forecast, answer);
    const seen: unknown[] = [];
    const result = await ai.generateText({
      model,
      prompt: "What should I wear in Oslo?",
      tools: { forecast: forecastTool(ai) },
      stopWhen: ai.stepCountIs(5),
      onStepFinish: ({ text, toolCalls, toolResults }) => void seen.push(text, toolCalls, toolResults),
    });
    return { seen, ...(await seeText(result, model)) };
  },
  "generateText with a tool that throws": async (ai, version) => {
    const model = scriptModel(version, forecast, answer);
    const tools = {
      forecast: forecastTool(ai, () => {
        throw new RangeError("no such city");
      }),
    };
    const result = await ai.generateText({ model, prompt: "Oslo?", tools, stopWhen: ai.stepCountIs(5) });
    return seeText(result, model);
  },
  "generateText with a tool that reports progress": async (ai, version) => {
    const model = scriptModel(version, forecast, answer);
    const tools = {
      forecast: forecastTool(ai, async function* () {
        yield { status: "asking" };
        yield { degrees: 3 };
      }),
    };
    // The oldest version does not support tools that report progress.
    return toError(async () => {
      const result = await ai.generateText({ model, prompt: "Oslo?", tools, stopWhen: ai.stepCountIs(5) });
      return seeText(result, model);
    });
  },
  "generateText that fails": async (ai, version) => {
    const model = scriptModel(version, { error: new TypeError("the provider is down") });
    return toError(() => ai.generateText({ model, prompt: "Hello?", maxRetries: 0 }));
  },
  "generateText that is retried": async (ai, version) => {
    const isRetryable = {
      url: "",
      requestBodyValues: {},
      isRetryable: true,
      responseHeaders: { "retry-after-ms": "1" },
    };
    const model = scriptModel(version, { error: new ai.APICallError({ message: "busy", ...isRetryable }) }, answer);
    return seeText(await ai.generateText({ model, prompt: "Hello?" }), model);
  },
  "generateText without a prompt": async (ai, version) =>
    toError(() => ai.generateText({ model: scriptModel(version, answer) } as never)),
  streamText: async (ai, version) => {
    const model = scriptModel(version, answer);
    const result = ai.streamText({ model, prompt: "What should I wear?" });
    const texts = await collect(result.textStream);
    return { texts, ...(await seeText(result, model)) };
  },
  "streamText with tools in two steps": async (ai, version) => {
    const model = scriptModel(version, forecast, answer);
    const seen: unknown[] = [];
    const result = ai.streamText({
      model,
      messages: [{ role: "user", content: [{ type: "text", text: "What should I wear in Oslo?" }] }],
      tools: { forecast: forecastTool(ai) },
      stopWhen: ai.stepCountIs(5),
      onChunk: ({ chunk }) => void seen.push(chunk.type),
      onFinish: ({ text }) => void seen.push(text),
    });
    const parts = (await collect(result.fullStream)) as { type: string }[];
    return { seen, types: parts.map(({ type }) => type), ...(await seeText(result, model)) };
  },
  "streamText that fails at once": async (ai, version) => {
    const model = scriptModel(version, { error: new TypeError("the provider is down") });
    const errors: unknown[] = [];
    const onError = ({ error }: { error: unknown }) => void errors.push((error as Error).message);
    const result = ai.streamText({ model, prompt: "Hello?", maxRetries: 0, onError });
    return { parts: ((await collect(result.fullStream)) as { type: string }[]).map(({ type }) => type), errors };
  },
  "streamText that breaks": async (ai, version) => {
    const model = scriptModel(version, { text: "Take a coat.", streamError: new TypeError("connection lost") });
    const result = ai.streamText({ model, prompt: "Hello?", maxRetries: 0, onError: () => undefined });
    return toError(() =>
      collect(result.fullStream).then((parts) => (parts as { type: string }[]).map(({ type }) => type)),
    );
  },
  "streamText that is aborted": async (ai, version) => {
    const controller = new AbortController();
    const model = scriptModel(version, { text: "Take a coat.", hangs: true });
    const { signal: abortSignal } = controller;
    const result = ai.streamText({ model, prompt: "Hello?", abortSignal, onError: () => undefined });
    return toError(async () => {
      const parts: unknown[] = [];
      for await (const { type } of result.fullStream as AsyncIterable<{ type: string }>) {
        parts.push(type);
        if (type === "text-delta") controller.abort();
      }
      return parts;
    });
  },
  "streamText that is left early": async (ai, version) => {
    const model = scriptModel(version, answer);
    for await (const text of ai.streamText({ model, prompt: "Hello?" }).textStream) return text;
    return undefined;
  },
  generateObject: async (ai, version) => {
    const model = scriptModel(version, { text: '{"advice":"coat"}' });
    const { object, usage } = await ai.generateObject({
      model,
      schema: z.object({ advice: z.string() }),
      prompt: "Oslo?",
    });
    return { object, usage };
  },
  "generateObject with an answer that does not fit": async (ai, version) => {
    const model = scriptModel(version, { text: '{"other":1}' });
    return toError(() => ai.generateObject({ model, schema: z.object({ advice: z.string() }), prompt: "Oslo?" }));
  },
  streamObject: async (ai, version) => {
    const model = scriptModel(version, { text: '{"advice":"coat"}' });
    const result = ai.streamObject({ model, schema: z.object({ advice: z.string() }), prompt: "Oslo?" });
    return { partial: await collect(result.partialObjectStream), object: await result.object };
  },
  embedMany: async (ai, version) => {
    const { embeddings, usage, values } = await ai.embedMany({
      model: embeddingModel(version),
      values: ["one", "two"],
    });
    return { embeddings, usage, values };
  },
  embed: async (ai, version) => {
    const { embedding, usage } = await ai.embed({ model: embeddingModel(version), value: "one" });
    return { embedding, usage };
  },
  generateImage: async (ai, version) => {
    const generate = ai.generateImage ?? olderExport(ai, "experimental_generateImage");
    const { image, images } = await generate({ model: imageModel(version) as ImageModel, prompt: "A coat", n: 2 });
    return { image: image.base64, count: images.length };
  },
  "an agent": async (ai, version) => {
    const Agent = ai.ToolLoopAgent ?? olderExport(ai, "Experimental_Agent");
    const model = scriptModel(version, forecast, answer);
    const agent = new Agent({ model, tools: { forecast: forecastTool(ai) }, stopWhen: ai.stepCountIs(5) });
    return {
      ...(await seeText(await agent.generate({ prompt: "Oslo?" }), model)),
      tools: Object.keys(agent.tools ?? {}),
    };
  },
  "an agent that streams": async (ai, version) => {
    const Agent = ai.ToolLoopAgent ?? olderExport(ai, "Experimental_Agent");
    const model = scriptModel(version, forecast, answer);
    const agent = new Agent({ model, tools: { forecast: forecastTool(ai) }, stopWhen: ai.stepCountIs(5) });
    const result = await agent.stream({ prompt: "Oslo?" });
    return { texts: await collect(result.textStream), ...(await seeText(result, model)) };
  },
};

export function embeddingModel({ EmbeddingModel }: Version): InstanceType<Version["EmbeddingModel"]> {
  return new EmbeddingModel({
    provider: "scripted.embedding",
    modelId: "scripted-embedding",
    maxEmbeddingsPerCall: 100,
    doEmbed: async ({ values }) => ({
      embeddings: values.map((_, index) => [index, 0.5, 1]),
      usage: { tokens: 4 },
      warnings: [],
    }),
  });
}

export function imageModel({ ImageModel }: Version): InstanceType<Version["ImageModel"]> {
  return new ImageModel({
    provider: "scripted.image",
    modelId: "scripted-image",
    maxImagesPerCall: 5,
    doGenerate: async ({ n }) => ({
      images: Array.from({ length: n }, () => "iVBORw0KGgo".padEnd(2_048, "A")),
      warnings: [],
      response: { timestamp: new Date(0), modelId: "scripted-image", headers: undefined },
    }),
  });
}
