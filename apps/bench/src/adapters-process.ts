/** Process that measures the overhead of an instrumentation, and sends the result over IPC. */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { CallbackManager } from "@llamaindex/core/global";
import { Mastra } from "@mastra/core";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { Observability } from "@mastra/observability";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Agent, OpenAIChatCompletionsModel, run, setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { ThreadlineTracingProcessor } from "@threadline/agents";
import { observe as observeAnthropic } from "@threadline/anthropic";
import { observe as observeAiSdk } from "@threadline/ai-sdk";
import { RecordingClient } from "@threadline/core/recording";
import { observe as observeGoogle } from "@threadline/google";
import { observe as observeLlamaIndex } from "@threadline/llamaindex";
import { ThreadlineExporter } from "@threadline/mastra";
import { observeTransport } from "@threadline/mcp";
import * as ai from "ai";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";
import { median } from "./statistics.ts";

/** CPU time of all threads per call, in microseconds. Includes sending the records. */
export interface AdapterCosts {
  readonly without: number;
  readonly recorded: number;
}

export type AdaptersCosts = Readonly<Record<string, AdapterCosts>>;

interface Task {
  url: string;
  rounds: number;
  calls: number;
}

const { url, rounds, calls } = JSON.parse(process.argv[2] ?? "{}") as Task; // `measureAdapters` passes a `Task`
const client = new RecordingClient({ apiKey: "bench", url, onError: (error) => console.error(error) });

const question = Array.from({ length: 120 }, (_, word) => `term${(word * 17) % 4_999}`).join(" ");
const usage = {
  inputTokens: { total: 200, noCache: 200, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 100, text: 100, reasoning: 0 },
};
const finishReason = { unified: "stop", raw: "stop" } as const;

function createModel(): MockLanguageModelV4 {
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      model.doGenerateCalls.length = 0;
      return { content: [{ type: "text", text: "At nine." }], finishReason, usage, warnings: [] };
    },
    doStream: async () => {
      model.doStreamCalls.length = 0;
      return {
        stream: new ReadableStream({
          start: (controller) => {
            controller.enqueue({ type: "text-start", id: "1" });
            for (let chunk = 0; chunk < 100; chunk += 1)
              controller.enqueue({ type: "text-delta", id: "1", delta: `word${chunk} ` });
            controller.enqueue({ type: "text-end", id: "1" });
            controller.enqueue({ type: "finish", finishReason, usage });
            controller.close();
          },
        }),
      };
    },
  });
  return model;
}

type Call = (isRecorded: boolean) => Promise<unknown>;

const observedAi = observeAiSdk(ai, { client });
const model = createModel();

const message = {
  id: "msg_1",
  role: "assistant",
  model: "stand-in",
  content: [{ type: "text", text: "At nine." }],
  stop_reason: "end_turn",
  usage: { input_tokens: 200, output_tokens: 100 },
};
const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word " } };
const events = [
  { type: "message_start", message: { ...message, content: [] } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ...Array.from({ length: 100 }, () => delta),
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 100 } },
  { type: "message_stop" },
];
const sse = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

async function answerMessages(_url: unknown, init?: { body?: unknown }): Promise<Response> {
  const isStream = String(init?.body).includes('"stream":true');
  return isStream ? new Response(sse, { headers: { "content-type": "text/event-stream" } }) : Response.json(message);
}

const anthropic = new Anthropic({ apiKey: "key", fetch: answerMessages });
const observedAnthropic = observeAnthropic(new Anthropic({ apiKey: "key", fetch: answerMessages }), { client });
const body = { model: "stand-in", max_tokens: 100, messages: [{ role: "user" as const, content: question }] };

const usageMetadata = { promptTokenCount: 200, candidatesTokenCount: 100 };
const content = (text: string) => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0 }],
  usageMetadata,
});
const chunks = Array.from({ length: 100 }, () => `data: ${JSON.stringify(content("word "))}\n\n`).join("");

async function answerContent(address: unknown): Promise<Response> {
  const isStream = String(address).includes(":stream");
  return isStream
    ? new Response(chunks, { headers: { "content-type": "text/event-stream" } })
    : Response.json(content("At nine."));
}

const createGoogle = () => new GoogleGenAI({ apiKey: "key", httpOptions: { fetch: answerContent } });
const google = createGoogle();
const observedGoogle = observeGoogle(createGoogle(), { client });
const contentRequest = { model: "stand-in", contents: question };

const completion = {
  model: "stand-in",
  choices: [{ index: 0, message: { role: "assistant", content: "At nine." } }],
  usage: { prompt_tokens: 200, completion_tokens: 100, total_tokens: 300 },
};
const openai = new OpenAI({ apiKey: "key", fetch: async () => Response.json(completion) });
const agent = new Agent({ name: "Desk", model: new OpenAIChatCompletionsModel(openai, "stand-in") });
const processor = new ThreadlineTracingProcessor(client);
const silentCall = async () => undefined;
// Trace processor that does nothing. It replaces our trace processor for the calls that are measured without recording.
const silent = Object.fromEntries(
  ["onTraceStart", "onTraceEnd", "onSpanStart", "onSpanEnd", "shutdown", "forceFlush"].map((name) => [
    name,
    silentCall,
  ]),
) as unknown as typeof processor;
let processing: typeof processor | undefined;
setTracingDisabled(false);

async function runAgent(isRecorded: boolean): Promise<void> {
  const wanted = isRecorded ? processor : silent;
  if (processing !== wanted) setTraceProcessors([(processing = wanted)]);
  await run(agent, question);
}

const mastraModel = {
  specificationVersion: "v2" as const,
  provider: "stand-in",
  modelId: "stand-in",
  supportedUrls: {},
  doGenerate: async () => ({
    content: [{ type: "text" as const, text: "At nine." }],
    finishReason: "stop" as const,
    usage: { inputTokens: 200, outputTokens: 100, totalTokens: 300 },
    warnings: [],
  }),
  doStream: () => Promise.reject(new Error("not used")),
};

function createMastra(exporter: ThreadlineExporter) {
  const desk = new MastraAgent({ id: "desk", name: "Desk", instructions: "Be brief.", model: mastraModel });
  const observability = new Observability({ configs: { bench: { serviceName: "bench", exporters: [exporter] } } });
  return new Mastra({ agents: { desk }, logger: false, observability }).getAgent("desk");
}

const exporter = new ThreadlineExporter(client);
const silentExporter = { name: "silent", exportTracingEvent: silentCall, flush: silentCall, shutdown: silentCall };
const desk = createMastra(silentExporter as unknown as ThreadlineExporter);
const observedDesk = createMastra(exporter);

const callbacks = new CallbackManager();
const observedCallbacks = observeLlamaIndex(new CallbackManager(), { client });

async function query(isRecorded: boolean): Promise<void> {
  const manager = isRecorded ? observedCallbacks : callbacks;
  const [id, call] = [crypto.randomUUID(), crypto.randomUUID()];
  const reply = { role: "assistant" as const, content: "At nine." };
  manager.dispatchEvent("query-start", { id, query: question }, true);
  manager.dispatchEvent("llm-start", { id: call, messages: [{ role: "user", content: question }] }, true);
  manager.dispatchEvent("llm-end", { id: call, response: { raw: completion, message: reply } }, true);
  manager.dispatchEvent("query-end", { id, response: { message: reply } as never }, true);
}

async function connectTools(isRecorded: boolean): Promise<Client> {
  const transports = InMemoryTransport.createLinkedPair();
  const [here, there] = isRecorded ? transports.map((one) => observeTransport(one, { client })) : transports;
  const tools = new Server({ name: "hours", version: "1.0.0" }, { capabilities: { tools: {} } });
  tools.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: "At nine." }] }));
  const host = new Client({ name: "desk", version: "1.0.0" });
  if (here === undefined || there === undefined) throw new Error("a pair needs two transports");
  await tools.connect(there);
  await host.connect(here);
  return host;
}

const host = await connectTools(false);
const observedHost = await connectTools(true);

const scenarios: Readonly<Record<string, Call>> = {
  "anthropic: messages.create": (isRecorded) => (isRecorded ? observedAnthropic : anthropic).messages.create(body),
  "anthropic: a stream of 100 events": async (isRecorded) => {
    const stream = await (isRecorded ? observedAnthropic : anthropic).messages.create({ ...body, stream: true });
    for await (const event of stream) void event;
  },
  "google: generateContent": (isRecorded) =>
    (isRecorded ? observedGoogle : google).models.generateContent(contentRequest),
  "google: a stream of 100 chunks": async (isRecorded) => {
    const stream = await (isRecorded ? observedGoogle : google).models.generateContentStream(contentRequest);
    for await (const chunk of stream) void chunk;
  },
  "agents: run of one model call": runAgent,
  "llamaindex: events of a query": query,
  "mastra: generate of one model call": (isRecorded) => (isRecorded ? observedDesk : desk).generate(question),
  "mcp: callTool, both sides": (isRecorded) =>
    (isRecorded ? observedHost : host).callTool({ name: "hours", arguments: { question } }),
  "ai-sdk: generateText": (isRecorded) => (isRecorded ? observedAi : ai).generateText({ model, prompt: question }),
  "ai-sdk: streamText of 100 chunks": async (isRecorded) => {
    const { textStream } = (isRecorded ? observedAi : ai).streamText({ model, prompt: question });
    for await (const text of textStream) void text;
  },
};

async function cpuOf(call: Call, isRecorded: boolean): Promise<number> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) await call(isRecorded);
  await client.flush({ timeoutMs: 60_000 });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const result: Record<string, AdapterCosts> = {};
for (const [name, call] of Object.entries(scenarios)) {
  const without: number[] = [];
  const recorded: number[] = [];
  // The first two rounds are a warm-up.
  for (let round = -2; round < rounds; round += 1) {
    const costs = [await cpuOf(call, false), await cpuOf(call, true)] as const;
    if (round < 0) continue;
    without.push(costs[0]);
    recorded.push(costs[1]);
  }
  result[name] = { without: median(without), recorded: median(recorded) };
}
if (client.stats().dropped > 0) throw new Error(`dropped ${client.stats().dropped}`);
process.send?.(result);
