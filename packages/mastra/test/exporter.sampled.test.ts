import { describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import type { ThreadlineExporterOptions } from "../src/index.ts";
import { versions } from "./matrix.ts";
import { type ModelRequest, type Reply, startModelServer } from "../../../tooling/test-model-server.ts";
import { startService } from "./start-service.ts";

const counts = { inputTokenCount: 11, outputTokenCount: 7, tokenCount: 18 };
const answer = { role: "assistant", content: "It rains in Oslo." };
const calls = [{ id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }];
const asked = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Oslo?" },
];

/** Calls the tool `weather` first, and then reports the tool's result. */
function askWeather({ last }: ModelRequest): Reply {
  return last.includes("Rain")
    ? { content: "It rains in Oslo." }
    : { toolCalls: [{ id: "call_1", name: "weather", arguments: { city: "Oslo" } }] };
}

describe.each(newestOf(versions))("on @mastra/core %s", (version, framework) => {
  const { Agent, createStep, createTool, createWorkflow, Mastra, MockMemory, Observability, z } = framework;

  const createWeather = (execute: (city: string) => unknown = () => ({ weather: "Rain" })) =>
    createTool({
      id: "weather",
      description: "The weather of a city",
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => execute(city),
    });

  /** Creates an application with an agent and the workflow `travel`. Their traces are recorded. */
  async function start(
    reply: (request: ModelRequest) => Reply,
    {
      weather = createWeather(),
      hasMemory = false,
      ...options
    }: ThreadlineExporterOptions & { weather?: object; hasMemory?: boolean } = {},
  ) {
    const service = startService();
    const url = await startModelServer(reply);
    const guide = new Agent({
      id: "guide",
      name: "Guide",
      instructions: "Be brief.",
      model: { id: "openai/gpt-4o-mini", url, apiKey: "key" },
      tools: { weather: weather as ReturnType<typeof createWeather> },
      ...(hasMemory && { memory: new MockMemory() }),
      maxRetries: 0,
    });
    const city = z.object({ city: z.string() });
    const lookUp = createStep({
      id: "look up",
      inputSchema: city,
      outputSchema: z.object({ text: z.string() }),
      execute: async ({ inputData, mastra: running, tracingContext }) => {
        if (inputData.city === "Atlantis") throw new Error("no such city");
        service.client
          .step({ type: "retrieval", name: "map" })
          .send()
          .catch(() => undefined);
        const { text } = await running
          .getAgent("guide")
          .generate(`${inputData.city}?`, { ...(tracingContext && { tracingContext }) });
        return { text };
      },
    });
    const travel = createWorkflow({ id: "travel", inputSchema: city, outputSchema: z.object({ text: z.string() }) })
      .then(lookUp)
      .commit();
    const exporters = [service.exporter(options)];
    const mastra = new Mastra({
      agents: { guide },
      workflows: { travel },
      logger: false,
      observability: new Observability({ configs: { default: { serviceName: "travel", exporters } } }),
    });
    return { ...service, agent: mastra.getAgent("guide"), workflow: mastra.getWorkflow("travel"), mastra };
  }

  test.each(["generate", "stream"] as const)("an agent is one tree with its model calls and tools: %s", async (how) => {
    const { agent, client, errors, steps, tree } = await start(askWeather);
    const options = {
      tracingOptions: { metadata: { tenant: "bakery" }, tags: ["weather"] },
      modelSettings: { temperature: 0.5 },
    };
    const output = how === "stream" ? await agent.stream("Oslo?", options) : await agent.generate("Oslo?", options);
    expect(await output.text).toBe("It rains in Oslo.");
    const lines = ["run Guide", "  llm gpt-4o-mini-2024-07-18", "  tool weather", "  llm gpt-4o-mini-2024-07-18"];
    await expect.poll(tree).toStrictEqual(lines);
    await expect.poll(async () => (await steps())[0]?.endTime).toEqual(expect.any(String));
    const [run, first, lookUp, second] = await steps();
    expect(run).toMatchObject({
      input: { content: [{ role: "user", content: "Oslo?" }] },
      output: answer,
      error: null,
      tags: ["weather"],
      metadata: { tenant: "bakery", instructions: "Be brief." },
    });
    expect(first).toMatchObject({
      rootRunId: run?.id,
      generation: {
        type: "CHAT",
        provider: "openai",
        model: "gpt-4o-mini-2024-07-18",
        ...counts,
        settings: { temperature: 0.5 },
        messages: asked,
        messageCompletion: { role: "assistant", content: null, tool_calls: calls },
        tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
        ttFirstToken: expect.any(Number),
        metadata: { finishReason: "tool-calls", cachedTokenCount: 4, reasoningTokenCount: 2 },
      },
    });
    expect(lookUp).toMatchObject({
      input: { city: "Oslo" },
      output: { weather: "Rain" },
      metadata: { toolDescription: "The weather of a city" },
      rootRunId: run?.id,
    });
    expect(second).toMatchObject({
      output: answer,
      generation: {
        ...counts,
        messages: [
          ...asked,
          { role: "assistant", content: null, tool_calls: calls },
          { role: "tool", tool_call_id: "call_1", name: "weather", content: '{"weather":"Rain"}' },
        ],
        messageCompletion: answer,
      },
    });
    const thread = await client.api.getThread(String(run?.threadId));
    expect(thread).toMatchObject({ name: "Oslo?", tokenCount: 36 });
    expect(new Set((await steps()).map(({ threadId }) => threadId))).toStrictEqual(new Set([run?.threadId]));
    expect(errors).toStrictEqual([]);
  });

  test("runs with the same memory thread are in one thread of the resource, and a thread of the caller takes precedence", async () => {
    const { agent, client, steps } = await start(() => ({ content: "Yes." }), { hasMemory: true });
    const memory = { thread: "chat-1", resource: "user-1" };
    await agent.generate("One?", { memory });
    await agent.generate("Two?", { memory });
    await client
      .thread({ id: "mine" })
      .wrap(() => agent.generate("Three?", { memory: { ...memory, thread: "chat-3" } }));
    const runs = (await steps()).filter(({ parentId }) => parentId == null);
    expect(runs.map(({ threadId }) => threadId)).toStrictEqual(["chat-1", "chat-1", "mine"]);
    const thread = await client.api.getThread("chat-1");
    expect(thread).toMatchObject({ name: "One?", participant: { identifier: "user-1" } });
    // The second run has the messages of the first one as context.
    const last = runs[1];
    const call = (await steps()).find(({ type, parentId }) => type === "llm" && parentId === last?.id);
    expect(call?.generation).toMatchObject({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "One?" },
        { role: "assistant", content: "Yes." },
        { role: "user", content: "Two?" },
      ],
    });
  });

  test("inside a step of the caller, or with autoThread off, no thread is created", async () => {
    const { agent, client, steps, tree } = await start(() => ({ content: "Yes." }), { autoThread: false });
    await client.run({ name: "mine" }).wrap(() => agent.generate("Hi"));
    await agent.generate("Hi");
    expect((await tree()).slice(0, 2)).toStrictEqual(["run mine", "  run Guide"]);
    for (const { threadId } of await steps()) expect(threadId).toBeNull();
    expect((await client.api.getThreads({})).data).toStrictEqual([]);
  });

  test("a workflow contains its steps, and these contain the agent and the steps of the host", async () => {
    const { client, steps, tree, workflow } = await start(askWeather);
    const result = await (await workflow.createRun()).start({ inputData: { city: "Oslo" } });
    expect(result.status).toBe("success");
    const lines = [
      "run travel",
      "  undefined look up",
      "    retrieval map",
      "    run Guide",
      "      llm gpt-4o-mini-2024-07-18",
      "      tool weather",
      "      llm gpt-4o-mini-2024-07-18",
    ];
    await expect.poll(tree).toStrictEqual(lines);
    const [run, step] = await steps();
    expect(run).toMatchObject({ input: { city: "Oslo" }, output: { text: "It rains in Oslo." }, error: null });
    expect(step).toMatchObject({ metadata: { kind: "workflow_step", status: "success" }, input: { city: "Oslo" } });
    expect(await client.api.getThread(String(run?.threadId))).toMatchObject({ name: "travel", tokenCount: 36 });
  });

  test("concurrent workflows are not below each other", async () => {
    const { tree, workflow } = await start(() => ({ content: "Rain." }));
    const runs = await Promise.all([workflow.createRun(), workflow.createRun()]);
    await Promise.all(runs.map((run) => run.start({ inputData: { city: "Oslo" } })));
    const tops = (await tree()).filter((line) => !line.startsWith(" "));
    expect(tops).toStrictEqual(["run travel", "run travel"]);
  });

  test("a workflow step that fails is an error of its workflow", async () => {
    const { steps, workflow } = await start(askWeather);
    const result = await (await workflow.createRun()).start({ inputData: { city: "Atlantis" } });
    expect(result.status).toBe("failed");
    const [run, step] = await steps();
    expect(run?.error).toContain("no such city");
    expect(step?.error).toContain("no such city");
  });

  test("a failed model call is an error of the call and its agent, and the caller gets the error unchanged", async () => {
    const { agent, errors, steps } = await start(() => ({ failsWith: 400 }));
    await expect(agent.generate("Hi")).rejects.toThrow("the model is down");
    await expect.poll(async () => (await steps()).map(({ type }) => type)).toStrictEqual(["run", "llm"]);
    // The oldest version does not report the cause.
    const text = version === "1.0" ? "The model call failed" : "the model is down";
    await expect.poll(async () => (await steps()).map(({ error }) => error)).toStrictEqual([text, text]);
    const [run, call] = await steps();
    expect(run?.endTime).toEqual(expect.any(String));
    expect(call).toMatchObject({ generation: { error: text, messages: [asked[0], { role: "user", content: "Hi" }] } });
    expect(errors).toStrictEqual([]);
  });

  test("a failed tool is recorded with its error, and the model reads the error", async () => {
    const weather = createWeather(() => {
      throw new Error("no signal");
    });
    const reply = ({ last }: ModelRequest) =>
      last.includes("no signal") ? { content: "I do not know." } : askWeather({ last, instructions: "" });
    const { agent, steps } = await start(reply, { weather });
    await agent.generate("Oslo?");
    const all = await steps();
    expect(all.find(({ type }) => type === "tool")?.error).toContain("no signal");
    expect(all[0]).toMatchObject({ error: null, output: { content: "I do not know." } });
  });

  test("what the host records in a tool is below it", async () => {
    const service = startService();
    let record = service.client;
    const weather = createWeather((city) =>
      record.step({ type: "retrieval", name: "station", input: { city } }).wrap(async () => ({ weather: "Rain" })),
    );
    const { agent, client, tree } = await start(askWeather, { weather });
    record = client;
    await agent.generate("Oslo?");
    expect(await tree()).toStrictEqual([
      "run Guide",
      "  llm gpt-4o-mini-2024-07-18",
      "  tool weather",
      "    retrieval station",
      "  llm gpt-4o-mini-2024-07-18",
    ]);
  });

  test("without inputs and outputs, the tree is recorded without content", async () => {
    const { agent, steps, tree } = await start(askWeather);
    await agent.generate("Oslo?", { tracingOptions: { hideInput: true, hideOutput: true } });
    expect(await tree()).toHaveLength(4);
    expect(JSON.stringify(await steps())).not.toMatch(/Oslo|Rain/u);
  });
});
