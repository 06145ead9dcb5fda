import type { Step } from "@threadline/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { type Recording, startRecording } from "../../openai/test/recording.ts";
import { observe, observeModel } from "../src/index.ts";
import { forecastTool, imageModel, scenarios } from "./scenarios.ts";
import { scriptModel } from "./scripted-model.ts";
import { type Version, versions } from "./versions.ts";

let recording: Recording;

beforeEach(() => {
  recording = startRecording();
});
afterEach(async () => {
  recording.check();
  await recording.close();
});

/** Returns all steps. Parents precede their children, and siblings are in order of their start. */
async function allSteps(): Promise<Step[]> {
  const { client } = recording;
  await client.flush();
  const { data } = await client.api.getSteps({ first: 50 });
  const threadIds = new Set(data.map(({ threadId }) => threadId ?? null));
  const inThreads = [...threadIds].filter((id) => id !== null).map((id) => client.api.getThread(id));
  const threads = await Promise.all(inThreads);
  const steps = [...data.filter(({ threadId }) => !threadId), ...threads.flatMap((thread) => thread?.steps ?? [])];
  const below = (parentId: string | null): Step[] =>
    steps.filter((step) => (step.parentId ?? null) === parentId).flatMap((step) => [step, ...below(step.id)]);
  return below(null);
}

async function runScenario(version: Version, name: string): Promise<Step[]> {
  await scenarios[name]?.(observe(version.ai, { client: recording.client }), version);
  return allSteps();
}

/** Returns the tree of steps as indented lines. */
async function tree(): Promise<string[]> {
  const steps = await allSteps();
  const below = (parentId: string | null, indent: string): string[] =>
    steps
      .filter((step) => (step.parentId ?? null) === parentId)
      .flatMap((step) => [`${indent}${step.type} ${step.name}`, ...below(step.id, `${indent}  `)]);
  return below(null, "");
}

const two = ["llm scripted", "tool forecast", "llm scripted"];
const inRun = (name: string, ...lines: string[]): string[] => [`run ${name}`, ...lines.map((line) => `  ${line}`)];

describe.each(newestOf(versions))("ai $name", (version) => {
  const run = (name: string): Promise<Step[]> => runScenario(version, name);

  test("a stream that is rejected before its first model call records nothing", async () => {
    const { client } = recording;
    const preview = vi.spyOn(client.delivery, "previewStep");
    const { streamText } = observe(version.ai, { client });
    const errors: unknown[] = [];
    const messages = [{ role: "nobody", content: 1 }] as never;
    const model = scriptModel(version, {}) as never;
    const onError = ({ error }: { error: unknown }) => void errors.push(error);
    await streamText({ model, messages, onError }).consumeStream();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(preview).not.toHaveBeenCalled();
    expect(await allSteps()).toStrictEqual([]);
  });

  test.each([
    ["generateText", inRun("generateText", "llm scripted")],
    ["generateText with tools in two steps", inRun("generateText", ...two)],
    ["generateText that is retried", inRun("generateText", "llm scripted", "llm scripted")],
    ["streamText", inRun("streamText", "llm scripted")],
    ["streamText with tools in two steps", inRun("streamText", ...two)],
    ["generateObject", inRun("generateObject", "llm scripted")],
    ["streamObject", inRun("streamObject", "llm scripted")],
    ["embedMany", ["embedding scripted-embedding"]],
    ["embed", ["embedding scripted-embedding"]],
    ["generateImage", ["llm scripted-image"]],
    ["an agent", inRun("agent", ...two)],
    ["an agent that streams", inRun("agent", ...two)],
  ])("%s is recorded as a tree", async (name, lines) => {
    await run(name);
    expect(await tree()).toStrictEqual(lines);
  });

  test("a call outside any thread gets one, named after the first user message", async () => {
    await run("streamText with tools in two steps");
    const { data } = await recording.client.api.getThreads({ first: 5 });
    expect(data.map(({ name }) => name)).toStrictEqual(["What should I wear in Oslo?"]);
    expect(new Set((await allSteps()).map(({ threadId }) => threadId))).toStrictEqual(new Set([data[0]?.id]));
  });

  test("a call inside a thread and a run belongs to them", async () => {
    const { generateText } = observe(version.ai, { client: recording.client });
    const thread = recording.client.thread({ name: "Support" });
    await thread.wrap(async () => {
      await recording.client.run({ name: "outer" }).wrap(async () => {
        await generateText({ model: scriptModel(version, { text: "Yes." }), prompt: "Open?" });
      });
    });
    expect(await tree()).toStrictEqual(["run outer", "  run generateText", "    llm scripted"]);
    const { data } = await recording.client.api.getThreads({ first: 5 });
    expect(data).toMatchObject([{ id: thread.id, name: "Support" }]);
  });

  test("what a tool records belongs to the tool", async () => {
    const { generateText, streamText } = observe(version.ai, { client: recording.client });
    const tools = {
      forecast: forecastTool(version.ai, async () => {
        const inner = await generateText({ model: scriptModel(version, { text: "Cold." }), prompt: "Cold?" });
        return { inner: inner.text };
      }),
    };
    const calls = [{ id: "call-1", name: "forecast", input: { city: "Oslo" } }];
    const model = scriptModel(version, { calls }, { text: "Take a coat." });
    await streamText({ model, prompt: "Oslo?", tools, stopWhen: version.ai.stepCountIs(3) }).consumeStream();
    expect(await tree()).toStrictEqual([
      "run streamText",
      "  llm scripted",
      "  tool forecast",
      "    run generateText",
      "      llm scripted",
      "  llm scripted",
    ]);
  });

  test("a generation has messages, tools, tokens, model and timing", async () => {
    const [, first, tool, last] = await run("streamText with tools in two steps");
    expect(first?.generation).toMatchObject({
      type: "CHAT",
      provider: "scripted",
      model: "scripted-2026",
      messages: [{ role: "user", content: "What should I wear in Oslo?" }],
      messageCompletion: {
        role: "assistant",
        tool_calls: [{ id: "call-1", function: { name: "forecast", arguments: '{"city":"Oslo"}' } }],
      },
      inputTokenCount: 12,
      outputTokenCount: 5,
      tokenCount: 17,
      tools: [{ function: { name: "forecast", description: "Forecast of a city" } }],
      metadata: { finishReason: "tool-calls", cachedTokenCount: 4, reasoningTokenCount: 2, responseId: "response-1" },
    });
    expect(tool).toMatchObject({
      type: "tool",
      input: { city: "Oslo" },
      output: { degrees: 3 },
      metadata: { toolCallId: "call-1" },
    });
    expect(last?.generation).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", tool_calls: [{ id: "call-1" }] },
        { role: "tool", tool_call_id: "call-1", content: '{"degrees":3}' },
      ],
      messageCompletion: { role: "assistant", content: "Take a coat.", reasoning_content: "It is cold." },
      ttFirstToken: expect.any(Number),
      duration: expect.any(Number),
    });
  });

  test("a run has the input and the output", async () => {
    const [step] = await run("generateText");
    expect(step).toMatchObject({
      input: { system: "Be brief.", prompt: "What should I wear?" },
      output: { content: "Take a coat." },
      error: null,
      endTime: expect.any(String),
    });
  });

  test("structured output is an object", async () => {
    const [step, call] = await run("generateObject");
    expect(step).toMatchObject({ output: { object: { advice: "coat" } } });
    expect(call?.generation?.settings).toMatchObject({ responseFormat: { type: "json" } });
  });

  test("errors are recorded, on the call and the run", async () => {
    const steps = await run("generateText that fails");
    expect(steps.map(({ error }) => error)).toStrictEqual([
      "TypeError: the provider is down",
      "TypeError: the provider is down",
    ]);
    expect(steps[1]?.generation?.error).toBe("TypeError: the provider is down");
  });

  test("a run that succeeded after a retry has no error", async () => {
    const [step, failed, answered] = await run("generateText that is retried");
    expect([step?.error, answered?.error]).toStrictEqual([null, null]);
    expect(failed?.error).toContain("busy");
  });

  test("the error of a stream is recorded, with the text before it", async () => {
    const steps = await run("streamText that breaks");
    expect(steps).toMatchObject([
      { type: "run", error: expect.stringContaining("connection lost"), output: { content: "Take a" } },
      { generation: { error: expect.stringContaining("connection lost"), messageCompletion: { content: "Take a" } } },
    ]);
  });

  test("the error of a stream that never started is recorded", async () => {
    const steps = await run("streamText that fails at once");
    expect(steps.map(({ error }) => error)).toStrictEqual([
      "TypeError: the provider is down",
      "TypeError: the provider is down",
    ]);
  });

  test("an aborted stream keeps its text", async () => {
    const [step, call] = await run("streamText that is aborted");
    expect(call).toMatchObject({
      error: null,
      generation: { messageCompletion: { content: "Take a" }, metadata: { answer: "aborted" } },
    });
    expect(step).toMatchObject({ endTime: expect.any(String), output: { content: "Take a" } });
  });

  test("a stream that is left early keeps its text", async () => {
    const { streamText } = observe(version.ai, { client: recording.client });
    const model = scriptModel(version, { text: "Take a coat.", hangs: true });
    const result = streamText({ model, prompt: "Hello?" });
    for await (const text of result.textStream) {
      expect(text).toBe("Take a");
      break;
    }
    expect(await allSteps()).toMatchObject([
      { type: "run", output: { content: "Take a" } },
      { generation: { messageCompletion: { content: "Take a" }, metadata: { answer: "broken off" } } },
    ]);
  });

  test("a tool that throws is a failed step", async () => {
    const [, , tool] = await run("generateText with a tool that throws");
    expect(tool).toMatchObject({ type: "tool", error: "RangeError: no such city" });
  });

  test("embeddings are counted, not kept", async () => {
    const [step] = await run("embedMany");
    expect(step).toMatchObject({
      threadId: null,
      input: { content: ["one", "two"] },
      output: { count: 2, dimensions: 3 },
      generation: { model: "scripted-embedding", inputTokenCount: 4, tokenCount: 4 },
    });
  });

  test("images become attachments", async () => {
    const [step] = await run("generateImage");
    expect(step).toMatchObject({ input: { prompt: "A coat" }, generation: { model: "scripted-image" } });
    expect(step?.attachments?.map(({ mime }) => mime)).toStrictEqual(["image/png"]);
  });

  test("options of the call and of the telemetry settings apply to the run, and are not passed on", async () => {
    const { generateText } = observe(version.ai, {
      client: recording.client,
      tags: ["all"],
      metadata: { app: "shop" },
    });
    const model = scriptModel(version, { text: "Yes." });
    const threadline = { conversationId: "parcel-1042", tags: ["greeting"], metadata: { step: 1 } };
    const given = {
      model,
      prompt: "Open?",
      providerOptions: { threadline, scripted: { speed: "fast" } },
      experimental_telemetry: { functionId: "greet" },
    };
    await generateText(given);
    expect(given.providerOptions.threadline).toBe(threadline);
    expect(model.doGenerateCalls[0]?.providerOptions).toStrictEqual({ scripted: { speed: "fast" } });
    const [step, call] = await allSteps();
    expect(step).toMatchObject({
      name: "greet",
      threadId: "parcel-1042",
      tags: ["all", "greeting"],
      metadata: { app: "shop", step: 1 },
    });
    expect(call).toMatchObject({ name: "scripted", tags: ["all", "greeting"] });
  });

  test("a call whose telemetry is disabled is not recorded", async () => {
    const { generateText } = observe(version.ai, { client: recording.client });
    const model = scriptModel(version, { text: "Yes." });
    await generateText({ model, prompt: "Open?", experimental_telemetry: { isEnabled: false } });
    expect(await allSteps()).toStrictEqual([]);
  });

  test("inputs and outputs that the telemetry settings exclude are not recorded", async () => {
    const { generateText } = observe(version.ai, { client: recording.client });
    const calls = [{ id: "call-1", name: "forecast", input: { city: "secret" } }];
    const model = scriptModel(version, { calls }, { text: "secret" });
    await generateText({
      model,
      prompt: "secret",
      tools: { forecast: forecastTool(version.ai, () => ({ place: "secret" })) },
      stopWhen: version.ai.stepCountIs(3),
      experimental_telemetry: { recordInputs: false, recordOutputs: false },
    });
    expect(await tree()).toStrictEqual(inRun("generateText", ...two));
    expect(JSON.stringify(await allSteps())).not.toContain("secret");
    const { data } = await recording.client.api.getThreads({ first: 5 });
    expect(JSON.stringify(data)).not.toContain("secret");
  });

  test("a model is recorded when called directly, and only once inside a function", async () => {
    const model = observeModel(scriptModel(version, { text: "Yes." }), { client: recording.client });
    await version.ai.generateText({ model, prompt: "Open?" });
    expect(await tree()).toStrictEqual(["llm scripted"]);
    await observe(version.ai, { client: recording.client }).generateText({ model, prompt: "Open?" });
    expect((await tree()).toSorted()).toStrictEqual(["  llm scripted", "llm scripted", "run generateText"]);
  });

  test("a model that a step chooses is recorded", async () => {
    const { generateText } = observe(version.ai, { client: recording.client });
    const other = scriptModel(version, { text: "Yes." });
    const prepareStep = () => ({ model: other });
    await generateText({ model: scriptModel(version, { error: new Error("unused") }), prompt: "Open?", prepareStep });
    expect(await tree()).toStrictEqual(inRun("generateText", "llm scripted"));
  });

  test("a model that is named by a string is recorded", async () => {
    const model = scriptModel(version, { text: "Yes." });
    const gateway = { languageModel: () => model };
    const { generateText } = observe({ ...version.ai, gateway }, { client: recording.client });
    await generateText({ model: "scripted/model", prompt: "Open?" });
    expect(await tree()).toStrictEqual(inRun("generateText", "llm scripted"));
  });

  test("an observed image model keeps its id and provider", async () => {
    const model = observeModel(imageModel(version), { client: recording.client });
    expect([model.modelId, model.provider]).toStrictEqual(["scripted-image", "scripted.image"]);
  });
});

// The oldest version does not support tools that report progress.
describe.each(newestOf(versions.slice(1)))("ai $name", (version) => {
  test("the last result of a tool that reports progress is its output", async () => {
    const [, , tool] = await runScenario(version, "generateText with a tool that reports progress");
    expect(tool).toMatchObject({ type: "tool", output: { degrees: 3 } });
  });
});
