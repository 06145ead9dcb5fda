import { instrument } from "@threadline/openai";
import { describe, expect, onTestFinished, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { toLangChainPrompt } from "../src/index.ts";
import { type LangChain, versions } from "./matrix.ts";
import { type ChatRequest, type Reply, startModelServer } from "./model-server.ts";
import { startService } from "./start-service.ts";

async function startChat({ ChatOpenAI }: LangChain, reply: (request: ChatRequest) => Reply, options: object = {}) {
  const baseURL = await startModelServer(reply);
  const settings = { model: "gpt-4o-mini", apiKey: "a-secret", temperature: 0.5, maxRetries: 0, ...options };
  return new ChatOpenAI({ ...settings, configuration: { baseURL } });
}

const nine = { content: "We open at nine." };
const usage = { inputTokenCount: 11, outputTokenCount: 7, tokenCount: 18 };

describe.each(newestOf(versions))("ChatOpenAI on @langchain/core %s", (_version, langchain) => {
  test("a call is recorded with provider, model, settings, usage and details", async () => {
    const { handler, steps, errors } = startService();
    const model = await startChat(langchain, () => nine);
    await model.invoke("When do you open?", { callbacks: [handler()] });
    const [step, ...others] = await steps();
    expect(others).toStrictEqual([]);
    expect(step).toMatchObject({
      type: "llm",
      name: "gpt-4o-mini",
      generation: {
        provider: "openai",
        model: "gpt-4o-mini-2024-07-18",
        settings: { temperature: 0.5 },
        messages: [{ role: "user", content: "When do you open?" }],
        messageCompletion: { role: "assistant", content: "We open at nine." },
        ...usage,
        metadata: { cachedTokenCount: 4, reasoningTokenCount: 2 },
      },
    });
    expect(JSON.stringify(step)).not.toContain("a-secret");
    expect(errors).toStrictEqual([]);
  });

  test("a streamed call has the same usage, and the time to first token", async () => {
    const { handler, steps } = startService();
    const model = await startChat(langchain, () => nine);
    let text = "";
    for await (const chunk of await model.stream("When?", { callbacks: [handler()] })) text += String(chunk.content);
    expect(text).toBe("We open at nine.");
    const [step] = await steps();
    expect(step?.generation).toMatchObject({
      ...usage,
      model: "gpt-4o-mini-2024-07-18",
      settings: { stream: true },
      messageCompletion: { content: "We open at nine." },
    });
    const { ttFirstToken, duration, tokenThroughputInSeconds } = step?.generation ?? {};
    expect(ttFirstToken).toBeGreaterThan(0);
    expect(ttFirstToken).toBeLessThanOrEqual(Number(duration) * 1000);
    expect(tokenThroughputInSeconds).toBeCloseTo(7 / Number(duration), 1);
  });

  test("an agent is a run with its nodes, model calls and parallel tool calls", async () => {
    const { handler, tree, steps, errors } = startService();
    const { createAgent, tool, z } = langchain;
    const calls = ["Monday", "Sunday"].map((day) => ({ id: `call_${day}`, name: "look_up", arguments: { day } }));
    const model = await startChat(langchain, ({ messages }) =>
      messages.at(-1)?.role === "tool" ? nine : { toolCalls: calls },
    );
    const lookUp = tool(({ day }: { day: string }) => `${day}: 9-17`, {
      name: "look_up",
      description: "Opening hours of a day",
      schema: z.object({ day: z.string() }),
    });
    // The older version calls the option `llm` instead of `model`.
    const agent = createAgent({ model, llm: model, tools: [lookUp], name: "opening-hours" } as never) as unknown as {
      invoke: (input: object, config: object) => Promise<{ messages: { content: unknown }[] }>;
    };
    const messages = [{ role: "user", content: "When do you open?" }];
    const result = await agent.invoke({ messages }, { callbacks: [handler()] });
    expect(result.messages.at(-1)?.content).toBe("We open at nine.");
    const lines = await tree();
    expect(lines[0]).toBe("run opening-hours");
    expect(lines.filter((line) => line.endsWith("llm gpt-4o-mini"))).toHaveLength(2);
    expect(lines.filter((line) => line.endsWith("tool look_up"))).toHaveLength(2);
    expect(errors).toStrictEqual([]);
    const all = await steps();
    const [run] = all;
    const [asked, answered] = all.filter(({ type }) => type === "llm");
    expect(run?.output).toMatchObject({ messages: [{ role: "user" }, {}, {}, {}, { content: "We open at nine." }] });
    expect(asked?.generation).toMatchObject({
      tools: [{ type: "function", function: { name: "look_up", parameters: { type: "object" } } }],
      messageCompletion: {
        tool_calls: [
          { id: "call_Monday", function: { name: "look_up", arguments: '{"day":"Monday"}' } },
          { id: "call_Sunday" },
        ],
      },
    });
    expect(answered?.generation).toMatchObject({
      messages: [{ role: "user" }, { role: "assistant" }, { role: "tool", tool_call_id: "call_Monday" }, {}],
    });
    for (const step of all.slice(1)) expect(step.rootRunId).toBe(run?.id);
    expect(all.filter(({ name }) => name === "look_up").map(({ input }) => input)).toStrictEqual(
      calls.map((call) => call.arguments),
    );
  });

  describe("with the instrumentation of openai", () => {
    function startBoth() {
      const service = startService();
      onTestFinished(instrument({ OpenAI: langchain.OpenAIClient, client: service.client }));
      return service;
    }

    test.each(["invoke", "stream"] as const)("a call by %s has one generation, below LangChain's step", async (way) => {
      const { handler, steps, errors } = startBoth();
      const model = await startChat(langchain, () => nine);
      const callbacks = [handler()];
      if (way === "invoke") await model.invoke("When?", { callbacks });
      else for await (const _chunk of await model.stream("When?", { callbacks }));
      const all = await steps();
      expect(all).toHaveLength(2);
      // The two steps may start in the same millisecond, so they are sorted by their parent.
      const [outer, inner] = all.toSorted(
        (one, other) => Number(Boolean(one.parentId)) - Number(Boolean(other.parentId)),
      );
      expect(outer?.generation ?? null).toBeNull();
      expect(inner).toMatchObject({
        parentId: outer?.id,
        type: "llm",
        generation: { messages: [{ content: "When?" }] },
      });
      expect(errors).toStrictEqual([]);
    });

    test("the generation has the caller's tags and metadata", async () => {
      const { handler, steps } = startBoth();
      const model = await startChat(langchain, () => nine);
      await model.invoke("When?", { callbacks: [handler()], tags: ["mine"], metadata: { tenant: "a" } });
      const generations = (await steps()).flatMap(({ generation }) => generation ?? []);
      expect(generations).toMatchObject([{ tags: ["mine"], metadata: { tenant: "a" } }]);
    });

    test("the generation is linked to the prompt that it was rendered from", async () => {
      const { client, handler, steps } = startBoth();
      const prompt = await client.api.getOrCreatePrompt("greeting", [{ role: "user", content: "Greet {{name}}." }]);
      const chain = (await toLangChainPrompt(prompt)).pipe((await startChat(langchain, () => nine)) as never);
      await chain.invoke({ name: "Amara" }, { callbacks: [handler()] });
      const generations = (await steps()).flatMap(({ generation }) => generation ?? []);
      expect(generations).toMatchObject([{ promptId: prompt.id, variables: { name: "Amara" } }]);
    });

    test.each([
      ["without a limit", {}],
      ["one at a time", { maxConcurrency: 1 }],
    ])("concurrent calls %s have one generation each, in the right place", async (_name, options) => {
      const { handler, steps } = startBoth();
      const model = await startChat(
        langchain,
        ({ messages }) => ({ content: `re: ${String(messages[0]?.content)}` }),
        options,
      );
      const questions = Array.from({ length: 20 }, (_, index) => `question ${index}`);
      const callbacks = [handler()];
      await Promise.all(questions.map((question) => model.invoke(question, { callbacks })));
      const all = await steps();
      const generations = all.filter(({ generation }) => generation);
      expect(generations).toHaveLength(questions.length);
      for (const { id, parentId, generation } of generations) {
        const { messages } = generation as { messages: { content: string }[] };
        const owner = all.find((step) => step.id === (parentId ?? id));
        expect(JSON.stringify(owner?.input)).toContain(`"${messages[0]?.content}"`);
      }
      const outer = all.filter(({ parentId }) => !parentId);
      expect(outer).toHaveLength(questions.length);
    });

    test("prompts of one batch have one generation each", async () => {
      const { handler, steps } = startBoth();
      const model = await startChat(langchain, () => nine);
      const { HumanMessage } = langchain;
      await model.generate([[new HumanMessage("a")], [new HumanMessage("b")]], { callbacks: [handler()] });
      const generations = (await steps()).filter(({ generation }) => generation);
      expect(generations).toHaveLength(2);
    });

    test("a failed call has one generation, and a call that succeeds at the second attempt has one for each attempt", async () => {
      const { handler, steps } = startBoth();
      const dead = await startChat(langchain, () => ({ failsWith: 500 }));
      await expect(dead.invoke("dead", { callbacks: [handler()] })).rejects.toThrow("500");
      let attempts = 0;
      const shaky = await startChat(langchain, () => (attempts++ === 0 ? { failsWith: 500 } : nine), { maxRetries: 1 });
      await shaky.invoke("shaky", { callbacks: [handler()] });
      const all = await steps();
      const of = (text: string) =>
        all.flatMap(({ generation }) =>
          JSON.stringify(generation ?? {}).includes(text) ? [generation?.error ?? null] : [],
        );
      expect(of("dead")).toStrictEqual([expect.stringContaining("500")]);
      expect(of("shaky").toSorted()).toStrictEqual([expect.stringContaining("500"), null].toSorted());
    });

    test("after a call, the caller's context is restored", async () => {
      const { client, handler } = startBoth();
      const model = await startChat(langchain, () => nine);
      await client.run({ name: "mine" }).wrap(async (run) => {
        const pending = model.invoke("When?", { callbacks: [handler()] });
        expect(client.getCurrentStep()).toBe(run);
        await pending;
        expect(client.getCurrentStep()).toBe(run);
        for await (const _chunk of await model.stream("When?", { callbacks: [handler()] })) {
          expect(client.getCurrentStep()).toBe(run);
        }
        expect(client.getCurrentStep()).toBe(run);
      });
    });
  });
});
