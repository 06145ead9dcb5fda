import { observe } from "@threadline/openai";
import { describe, expect, onTestFinished, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import type { TracingProcessorOptions } from "../src/index.ts";
import { versions } from "./matrix.ts";
import { type ModelRequest, type Reply, startModelServer } from "./model-server.ts";
import { type Service, startService } from "./start-service.ts";

const counts = { inputTokenCount: 11, outputTokenCount: 7, tokenCount: 18 };
const weather = { id: "call_1", name: "weather", arguments: { city: "Oslo" } };

/** Calls the tool `weather` first, and then reports the tool's result. */
function useWeather({ last }: ModelRequest): Reply {
  return last === "Rain"
    ? { content: "It rains in Oslo." }
    : { toolCalls: [weather], reasoning: "I need the weather." };
}

describe.each(newestOf(versions))("on @openai/agents %s", (version, framework) => {
  const { Agent, OpenAI, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, tool, withTrace, z } = framework;

  function record(options?: TracingProcessorOptions): Service {
    const service = startService();
    framework.setTraceProcessors([service.processor(options)]);
    onTestFinished(() => framework.setTraceProcessors([]));
    return service;
  }

  async function startModels(reply: (request: ModelRequest) => Reply) {
    const openai = new OpenAI({ apiKey: "key", baseURL: await startModelServer(reply), maxRetries: 0 });
    return {
      openai,
      responses: new OpenAIResponsesModel(openai, "gpt-4o-mini"),
      chat: new OpenAIChatCompletionsModel(openai, "gpt-4o-mini"),
    };
  }

  const createWeather = (execute: (city: string) => unknown = () => "Rain") =>
    tool({
      name: "weather",
      description: "The weather of a city",
      parameters: z.object({ city: z.string() }),
      execute: ({ city }) => execute(city),
      errorFunction: null,
    });

  const runner = new Runner({ workflowName: "Travel" });

  test("a run is one tree: the agent, its model calls and its tools", async () => {
    const { client, errors, steps, tree } = record();
    const { responses } = await startModels(useWeather);
    const agent = new Agent({ name: "Guide", instructions: "Be brief.", model: responses, tools: [createWeather()] });
    const { finalOutput } = await runner.run(agent, "Oslo?");
    expect(finalOutput).toBe("It rains in Oslo.");
    expect(await tree()).toStrictEqual([
      "run Travel",
      "  run Guide",
      "    llm gpt-4o-mini-2024-07-18",
      "    tool weather",
      "    llm gpt-4o-mini-2024-07-18",
    ]);
    const [trace, guide, first, lookUp, second] = await steps();
    const answer = { role: "assistant", content: "It rains in Oslo." };
    const asked = { content: [{ role: "user", content: "Oslo?" }] };
    expect(trace).toMatchObject({ input: asked, output: answer, error: null, endTime: expect.any(String) });
    expect(trace?.id).toMatch(/^trace_/u);
    expect(guide).toMatchObject({
      input: asked,
      output: answer,
      rootRunId: trace?.id,
      metadata: { tools: ["weather"] },
    });
    const calls = [{ id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }];
    expect(first).toMatchObject({
      output: { role: "assistant", reasoning: "I need the weather.", tool_calls: calls },
      rootRunId: trace?.id,
      generation: {
        type: "CHAT",
        provider: "openai",
        model: "gpt-4o-mini-2024-07-18",
        ...counts,
        settings: { parallel_tool_calls: true },
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Oslo?" },
        ],
        tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
        metadata: { responseId: expect.stringMatching(/^resp_/u), cachedTokenCount: 4, reasoningTokenCount: 2 },
      },
    });
    expect(lookUp).toMatchObject({ input: { city: "Oslo" }, output: { output: "Rain" } });
    expect(second).toMatchObject({ output: answer, generation: { messageCompletion: answer } });
    const generation = second?.generation as { messages?: object[] } | undefined;
    expect(generation?.messages?.slice(-2)).toMatchObject([
      { role: "assistant", tool_calls: calls },
      { role: "tool", tool_call_id: "call_1", content: "Rain" },
    ]);
    await expect(client.api.getThread(String(trace?.threadId))).resolves.toMatchObject({ name: "Oslo?" });
    expect(new Set((await steps()).map(({ threadId }) => threadId))).toStrictEqual(new Set([trace?.threadId]));
    expect(errors).toStrictEqual([]);
  });

  // Version 0.1 reports neither the response nor the token counts of a stream.
  test.each(version === "0.1" ? ["whole"] : ["whole", "streamed"])(
    "calls of the Chat Completions API are recorded, %s",
    async (how) => {
      const { errors, steps, tree } = record();
      const { chat } = await startModels(useWeather);
      const agent = new Agent({ name: "Guide", instructions: "Be brief.", model: chat, tools: [createWeather()] });
      if (how === "whole") await runner.run(agent, "Oslo?");
      else await (await runner.run(agent, "Oslo?", { stream: true })).completed;
      await expect.poll(async () => (await steps())[0]?.output).toMatchObject({ content: "It rains in Oslo." });
      expect(await tree()).toHaveLength(5);
      const [trace, , first, , second] = await steps();
      expect(first).toMatchObject({
        generation: {
          ...counts,
          messages: [
            { role: "system", content: "Be brief." },
            { role: "user", content: "Oslo?" },
          ],
          messageCompletion: {
            tool_calls: [{ id: "call_1", function: { name: "weather", arguments: '{"city":"Oslo"}' } }],
          },
          metadata: { cachedTokenCount: 4, reasoningTokenCount: 2 },
        },
      });
      expect(second).toMatchObject({ output: { role: "assistant", content: "It rains in Oslo." } });
      expect(trace).toMatchObject({ output: { content: "It rains in Oslo." }, endTime: expect.any(String) });
      expect(errors).toStrictEqual([]);
    },
  );

  test("a streamed run is recorded like any other", async () => {
    const { steps } = record();
    const { responses } = await startModels(useWeather);
    const agent = new Agent({ name: "Guide", model: responses, tools: [createWeather()] });
    const stream = await runner.run(agent, "Oslo?", { stream: true });
    for await (const _event of stream);
    await stream.completed;
    await expect.poll(async () => (await steps())[0]?.output).toMatchObject({ content: "It rains in Oslo." });
    const all = await steps();
    expect(all.map(({ type, name }) => `${type} ${name}`)).toStrictEqual([
      "run Travel",
      "run Guide",
      "llm gpt-4o-mini-2024-07-18",
      "tool weather",
      "llm gpt-4o-mini-2024-07-18",
    ]);
    for (const { endTime } of all) expect(endTime).toEqual(expect.any(String));
    expect(all.filter(({ type }) => type === "llm")).toMatchObject([{ generation: counts }, { generation: counts }]);
  });

  test("a handoff continues with the next agent in the same run", async () => {
    const { steps, tree } = record();
    const { responses } = await startModels(({ instructions, last }) =>
      instructions === "Route." && !last.includes("transferred")
        ? { toolCalls: [{ id: "call_1", name: "transfer_to_Refunds", arguments: {} }] }
        : { content: "Refunded." },
    );
    const refunds = new Agent({ name: "Refunds", instructions: "Refund.", model: responses });
    const desk = new Agent({ name: "Desk", instructions: "Route.", model: responses, handoffs: [refunds] });
    await runner.run(desk, "My money, please.");
    expect(await tree()).toStrictEqual([
      "run Travel",
      "  run Desk",
      "    llm gpt-4o-mini-2024-07-18",
      "    undefined handoff to Refunds",
      "  run Refunds",
      "    llm gpt-4o-mini-2024-07-18",
    ]);
    expect((await steps()).find(({ name }) => name === "handoff to Refunds")).toMatchObject({
      input: { from: "Desk" },
      output: { to: "Refunds" },
      metadata: { kind: "handoff" },
    });
  });

  test("an agent used as a tool is below the tool call", async () => {
    const { steps, tree } = record();
    const { responses } = await startModels(({ instructions, last }) => {
      if (instructions === "Translate.") return { content: "Hei" };
      return last === "Hei"
        ? { content: "It is Hei." }
        : { toolCalls: [{ id: "c", name: "translate", arguments: { input: "Hi" } }] };
    });
    const translator = new Agent({ name: "Translator", instructions: "Translate.", model: responses });
    const guide = new Agent({
      name: "Guide",
      instructions: "Help.",
      model: responses,
      tools: [translator.asTool({ toolName: "translate", toolDescription: "Translates" })],
    });
    await runner.run(guide, "Hi in Norwegian?");
    expect(await tree()).toStrictEqual([
      "run Travel",
      "  run Guide",
      "    llm gpt-4o-mini-2024-07-18",
      "    tool translate",
      "      run Translator",
      "        llm gpt-4o-mini-2024-07-18",
      "    llm gpt-4o-mini-2024-07-18",
    ]);
    expect((await steps()).filter(({ type }) => type === "run").map(({ output }) => output?.["content"])).toStrictEqual(
      ["It is Hei.", "It is Hei.", "Hei"],
    );
  });

  test("a guardrail records whether it was triggered, and a stopped run is an error", async () => {
    const { steps } = record();
    const { responses } = await startModels(() => ({ content: "No." }));
    const agent = new Agent({
      name: "Guide",
      model: responses,
      inputGuardrails: [{ name: "polite", execute: async () => ({ tripwireTriggered: true, outputInfo: {} }) }],
    });
    await expect(runner.run(agent, "!")).rejects.toThrow(/triggered/u);
    await expect.poll(async () => (await steps())[0]?.error).toEqual(expect.stringMatching(/triggered/u));
    const guardrail = (await steps()).find(({ name }) => name === "polite");
    expect(guardrail).toMatchObject({ output: { triggered: true }, metadata: { kind: "guardrail" } });
  });

  test("a failed call is an error of all enclosing steps, and the caller gets it unchanged", async () => {
    const { steps } = record();
    const { chat } = await startModels(() => ({ failsWith: 500 }));
    const agent = new Agent({ name: "Guide", model: chat });
    await expect(runner.run(agent, "Hi")).rejects.toThrow("the model is down");
    await expect.poll(async () => (await steps())[0]?.endTime).toEqual(expect.any(String));
    const all = await steps();
    expect(all.map(({ type }) => type)).toStrictEqual(["run", "run", "llm"]);
    for (const { error } of all) expect(error).toContain("the model is down");
    expect(all[2]).toMatchObject({ generation: { error: expect.stringContaining("the model is down") } });
  });

  test("a failed tool is recorded with its error", async () => {
    const { steps } = record();
    const { responses } = await startModels(useWeather);
    const broken = createWeather(() => {
      throw new Error("no signal");
    });
    const agent = new Agent({ name: "Guide", model: responses, tools: [broken] });
    await expect(runner.run(agent, "Oslo?")).rejects.toThrow("no signal");
    await expect
      .poll(async () => (await steps()).map(({ name, error }) => `${name}: ${String(error)}`))
      .toContainEqual(expect.stringMatching(/^weather: .*no signal/u));
  });

  test("the runs of a group are one thread in all processes, and a thread of the caller takes precedence", async () => {
    const { client, clientOptions, steps } = record();
    const { chat } = await startModels(() => ({ content: "Yes." }));
    const agent = new Agent({ name: "Guide", model: chat });
    const chatRunner = new Runner({ groupId: "chat-1", traceMetadata: { tenant: "a" } });
    await chatRunner.run(agent, "One?");
    // The thread has the name from the process whose records arrive first.
    await client.flush();
    const { ThreadlineTracingProcessor } = await import("../src/index.ts");
    const other = new (await import("@threadline/core")).Threadline(clientOptions);
    framework.setTraceProcessors([new ThreadlineTracingProcessor(other)]);
    await chatRunner.run(agent, "Two?");
    await other.thread({ id: "mine" }).wrap(() => chatRunner.run(agent, "Three?"));
    await other.flush();
    const runs = (await steps()).filter(({ parentId }) => parentId == null);
    expect(runs.map(({ threadId }) => threadId)).toStrictEqual(["chat-1", "chat-1", "mine"]);
    expect(runs[0]).toMatchObject({ metadata: { tenant: "a" } });
    await expect(client.api.getThread("chat-1")).resolves.toMatchObject({ name: "One?" });
  });

  test("inside a step of the caller, or with autoThread off, no thread is created", async () => {
    const { client, steps, tree } = record({ autoThread: false });
    const { chat } = await startModels(() => ({ content: "Yes." }));
    const agent = new Agent({ name: "Guide", model: chat });
    await client.run({ name: "mine" }).wrap(() => runner.run(agent, "Hi"));
    await runner.run(agent, "Hi");
    expect((await steps()).map(({ threadId }) => threadId)).toStrictEqual(Array.from({ length: 7 }, () => null));
    expect((await tree()).slice(0, 3)).toStrictEqual(["run mine", "  run Travel", "    run Guide"]);
    expect((await client.api.getThreads({})).data).toStrictEqual([]);
  });

  test("records of the host inside a tool are below it, and custom spans are steps", async () => {
    const { client, steps, tree } = record();
    const { responses } = await startModels(useWeather);
    const lookUp = createWeather((city) =>
      client.step({ type: "retrieval", name: "station", input: { city } }).wrap(async () => {
        await framework.withCustomSpan(async () => undefined, { data: { name: "parse", data: { city } } });
        return "Rain";
      }),
    );
    const agent = new Agent({ name: "Guide", model: responses, tools: [lookUp] });
    await runner.run(agent, "Oslo?");
    expect(await tree()).toStrictEqual([
      "run Travel",
      "  run Guide",
      "    llm gpt-4o-mini-2024-07-18",
      "    tool weather",
      "      retrieval station",
      "        undefined parse",
      "    llm gpt-4o-mini-2024-07-18",
    ]);
    expect((await steps()).find(({ name }) => name === "parse")).toMatchObject({ input: { city: "Oslo" } });
  });

  test("with the instrumentation of openai, a call has one generation", async () => {
    const { client, steps } = record();
    const { openai, responses, chat } = await startModels(() => ({ content: "Yes." }));
    observe(openai, { client });
    await runner.run(new Agent({ name: "Guide", model: responses }), "Hi");
    await runner.run(new Agent({ name: "Guide", model: chat }), "Hi");
    const generations = (await steps()).filter(({ generation }) => generation != null);
    expect(generations).toHaveLength(2);
    for (const { generation } of generations) expect(generation).toMatchObject(counts);
  });

  test("several runs of one trace are one tree", async () => {
    const { tree } = record();
    const { chat } = await startModels(() => ({ content: "Yes." }));
    const agent = new Agent({ name: "Guide", model: chat });
    await withTrace("Both", async () => {
      await runner.run(agent, "One?");
      await runner.run(agent, "Two?");
    });
    const guide = ["  run Guide", "    llm gpt-4o-mini-2024-07-18"];
    expect(await tree()).toStrictEqual(["run Both", ...guide, ...guide]);
  });

  test("concurrent runs do not mix", async () => {
    const { steps } = record();
    const { responses } = await startModels(useWeather);
    const agent = new Agent({ name: "Guide", model: responses, tools: [createWeather()] });
    await Promise.all(Array.from({ length: 10 }, (_, index) => runner.run(agent, `Oslo ${index}?`)));
    const all = await steps();
    expect(all).toHaveLength(50);
    const byThread = Map.groupBy(all, ({ threadId }) => threadId);
    expect(byThread.size).toBe(10);
    for (const run of byThread.values()) expect(new Set(run.map(({ type }) => type)).size).toBe(3);
  });

  test("without sensitive data, the tree has no content", async () => {
    // Version 0.1 does not remove the content of model calls from their spans.
    if (version === "0.1") return;
    const { steps } = record();
    const { responses } = await startModels(useWeather);
    const agent = new Agent({ name: "Guide", model: responses, tools: [createWeather()] });
    await new Runner({ traceIncludeSensitiveData: false }).run(agent, "Oslo?");
    expect(JSON.stringify(await steps())).not.toContain("Oslo");
    expect(await steps()).toHaveLength(5);
  });

  test("unsampled runs are not recorded", async () => {
    const { clientOptions, steps } = startService();
    const { Threadline } = await import("@threadline/core");
    const { ThreadlineTracingProcessor } = await import("../src/index.ts");
    const client = new Threadline({ ...clientOptions, sampleRate: 0 });
    framework.setTraceProcessors([new ThreadlineTracingProcessor(client)]);
    onTestFinished(() => framework.setTraceProcessors([]));
    const { chat } = await startModels(() => ({ content: "Yes." }));
    await runner.run(new Agent({ name: "Guide", model: chat }), "Hi");
    await client.flush();
    expect(await steps()).toStrictEqual([]);
  });

  test("long values are truncated, and the host gets them unchanged", async () => {
    const { errors, steps } = record();
    const { responses } = await startModels(({ last }) =>
      last.length > 9 ? { content: "Much." } : { toolCalls: [weather] },
    );
    const long = "rain ".repeat(1_000_000);
    const agent = new Agent({ name: "Guide", model: responses, tools: [createWeather(() => long)] });
    const { history } = await runner.run(agent, "Oslo?");
    expect(JSON.stringify(history).length).toBeGreaterThan(long.length);
    const lookUp = (await steps()).find(({ type }) => type === "tool");
    expect(JSON.stringify(lookUp?.output).length).toBeLessThan(3_000_000);
    expect(errors).toStrictEqual([]);
  });
});
