import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { type LangChain, versions } from "./matrix.ts";
import { startService } from "./start-service.ts";

type Model = InstanceType<LangChain["FakeListChatModel"]>;

describe.each(newestOf(versions))("on @langchain/core %s", (_version, langchain) => {
  const { FakeListChatModel, FakeStreamingChatModel, FakeStreamingLLM, FakeLLM, FakeRetriever, FakeEmbeddings } =
    langchain;
  const { HumanMessage, RunnableLambda, RunnablePassthrough, RunnableSequence, ChatPromptTemplate, tool, z } =
    langchain;

  test("a retriever is recorded with its query and documents", async () => {
    const { handler, steps } = startService();
    await new FakeRetriever().invoke("hours", { callbacks: [handler()] });
    expect(await steps()).toMatchObject([
      {
        type: "retrieval",
        name: "FakeRetriever",
        input: { query: "hours" },
        output: { documents: [{ pageContent: "foo", metadata: {} }, { pageContent: "bar" }] },
      },
    ]);
  });

  test("a text model is a completion", async () => {
    const { handler, steps } = startService();
    await new FakeLLM({ response: "nine" }).invoke("When?", { callbacks: [handler()] });
    expect(await steps()).toMatchObject([
      { type: "llm", generation: { type: "COMPLETION", prompt: "When?", completion: "nine" } },
    ]);
  });

  test("streams of chat and text models have their time to first token", async () => {
    const { handler, steps } = startService();
    const callbacks = [handler()];
    const chat = new FakeListChatModel({ responses: ["abc"], sleep: 5 });
    for await (const _chunk of await chat.stream("q", { callbacks }));
    for await (const _chunk of await new FakeStreamingLLM({ responses: ["abc"], sleep: 5 }).stream("q", { callbacks }));
    for (const { generation } of await steps()) {
      expect(generation?.ttFirstToken).toBeGreaterThanOrEqual(3);
      expect(generation?.ttFirstToken).toBeLessThan(Number(generation?.duration) * 1000);
    }
  });

  test("an interrupted stream keeps the received part", async () => {
    const { handler, steps, errors } = startService();
    const chain = RunnableSequence.from([
      RunnableLambda.from((text: string) => text),
      new FakeListChatModel({ responses: ["a long answer"], sleep: 1 }),
    ]).withConfig({ runName: "chain" });
    for await (const _chunk of await chain.stream("q", { callbacks: [handler()] })) break;
    expect(await steps()).toMatchObject([{ name: "chain" }, { type: "llm", input: { content: [{ content: "q" }] } }]);
    expect(errors).toStrictEqual([]);
  });

  test("a streamed chain is recorded with its input", async () => {
    const { handler, steps } = startService();
    const shout = RunnableLambda.from((text: string) => `${text}!`).withConfig({ runName: "shout" });
    const chain = RunnableSequence.from([RunnableLambda.from((text: string) => text), shout]).withConfig({
      runName: "c",
    });
    for await (const _chunk of await chain.stream("hello", { callbacks: [handler()] }));
    expect(await steps()).toMatchObject([
      { input: { input: "hello" }, output: { output: "hello!" } },
      { name: "shout", input: { input: "hello" }, output: { output: "hello!" } },
    ]);
  });

  test("failures are recorded on each enclosing step, and reach the host unchanged", async () => {
    const { handler, steps, errors } = startService();
    const broken = new FakeStreamingChatModel({ thrownErrorString: "the model is down" });
    const chain = RunnableSequence.from([RunnableLambda.from((text: string) => text), broken]).withConfig({
      runName: "c",
    });
    await expect(chain.invoke("q", { callbacks: [handler()] })).rejects.toThrow("the model is down");
    const failing = tool(() => Promise.reject(new TypeError("no such day")), {
      name: "look_up",
      description: "",
      schema: z.object({}),
    });
    await expect(failing.invoke({}, { callbacks: [handler()] })).rejects.toThrow("no such day");
    expect(await steps()).toMatchObject([
      { type: "run", error: "Error: the model is down" },
      {
        type: "llm",
        error: "Error: the model is down",
        generation: { error: expect.stringContaining("the model is down") },
      },
      { type: "tool", error: "TypeError: no such day", input: {} },
    ]);
    for (const { endTime } of await steps()) expect(endTime).toEqual(expect.any(String));
    expect(errors).toStrictEqual([]);
  });

  test("events of unknown runs are ignored", async () => {
    const { handler, steps, errors } = startService();
    const late = handler();
    late.handleChainEnd({}, "unknown");
    late.handleChainError(new Error("late"), "unknown");
    late.handleLLMError(new Error("late"), "unknown");
    late.handleLLMEnd({ generations: [] }, "unknown");
    late.handleLLMNewToken("a", {}, "unknown");
    late.handleToolEnd("a", "unknown");
    late.handleToolError(new Error("late"), "unknown");
    late.handleRetrieverEnd([], "unknown");
    late.handleRetrieverError(new Error("late"), "unknown");
    expect(await steps()).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });

  test("parallel branches are siblings", async () => {
    const { handler, tree } = startService();
    const branch = (name: string, wait: number) =>
      RunnableLambda.from(async ({ text }: { text: string }, config) => {
        await setTimeout(wait);
        await new FakeListChatModel({ responses: [text] }).invoke(text, { ...config, runName: `model of ${name}` });
        return text;
      }).withConfig({ runName: name });
    const chain = RunnablePassthrough.assign({ a: branch("a", 20) as never, b: branch("b", 5) as never });
    await chain.invoke({ text: "q" }, { callbacks: [handler()], runName: "both" });
    const lines = await tree();
    expect(lines.slice(0, 1)).toStrictEqual(["run both"]);
    expect(lines.slice(1).join("\n")).toBe("  run a\n    llm model of a\n  run b\n    llm model of b");
  });

  test("each handler ignores chain types separately, and their children move to the parent", async () => {
    const { handler, tree } = startService();
    const inner = RunnableSequence.from([
      RunnableLambda.from((text: string) => text).withConfig({ runName: "secret" }),
      new FakeListChatModel({ responses: ["a"] }),
    ]).withConfig({ runName: "inner" });
    const chain = RunnableSequence.from([RunnableLambda.from((text: string) => text), inner]).withConfig({
      runName: "outer",
    });
    await chain.invoke("q", { callbacks: [handler({ chainTypesToIgnore: ["secret", "inner"] })] });
    expect(await tree()).toStrictEqual(["run outer", "  llm FakeListChatModel"]);
    await chain.invoke("q", { callbacks: [handler()] });
    expect((await tree()).slice(2)).toStrictEqual([
      "run outer",
      "  run inner",
      "    run secret",
      "    llm FakeListChatModel",
    ]);
  });

  test("steps recorded inside a tool are its children, and LangChain runs inside them are theirs", async () => {
    const { client, handler, tree } = startService();
    const model = new FakeListChatModel({ responses: ["a"] });
    const search = tool(
      async (_input: object, config) =>
        client.step({ type: "retrieval", name: "mine" }).wrap(async () => {
          await model.invoke("q", config);
          return "found";
        }),
      { name: "search", description: "", schema: z.object({}) },
    );
    const callbacks = [handler()];
    await client.run({ name: "request" }).wrap(() => search.invoke({}, { callbacks }));
    expect(await tree()).toStrictEqual([
      "run request",
      "  tool search",
      "    retrieval mine",
      "      llm FakeListChatModel",
    ]);
  });

  test("every model call has its own context, which does not remain in the caller's flow", async () => {
    const { client, handler, errors } = startService();
    const seen: { asked: string; current: unknown; isOpen: boolean | undefined }[] = [];
    class Watched extends FakeListChatModel {
      #look(messages: { content: unknown }[]) {
        const { currentStep, modelCall } = client.context;
        const asked = String(messages[0]?.content);
        seen.push({ asked, current: currentStep?.input?.["content"], isOpen: modelCall?.claim() });
      }
      override async _generate(...given: Parameters<Model["_generate"]>) {
        this.#look(given[0]);
        return super._generate(...given);
      }
      override async *_streamResponseChunks(...given: Parameters<Model["_streamResponseChunks"]>) {
        this.#look(given[0]);
        yield* super._streamResponseChunks(...given);
      }
    }
    const model = new Watched({ responses: ["hello"] });
    const chain = RunnableSequence.from([RunnableLambda.from((text: string) => text), model]);
    const callbacks = [handler()];

    await client.run({ name: "caller" }).wrap(async (run) => {
      const expectOwnContext = () => expect(client._currentStep()).toBe(run);
      const read = async (stream: AsyncIterable<unknown>) => {
        for await (const _chunk of stream) expectOwnContext();
      };
      const calls: Record<string, (text: string) => Promise<unknown>> = {
        "model.invoke": (text) => model.invoke(text, { callbacks }),
        "model.stream": async (text) => read(await model.stream(text, { callbacks })),
        "model.batch": (text) => model.batch([`${text} 1`, `${text} 2`], { callbacks }),
        "chain.invoke": (text) => chain.invoke(text, { callbacks }),
        "chain.stream": async (text) => read(await chain.stream(text, { callbacks })),
        "chain.streamEvents": (text) => read(chain.streamEvents(text, { version: "v2", callbacks })),
        "retriever.invoke": (text) => new FakeRetriever().invoke(text, { callbacks }),
      };
      for (const [name, call] of Object.entries(calls)) {
        const pending = call(name);
        expectOwnContext();
        await pending;
        expectOwnContext();
      }
      await Promise.all(Object.entries(calls).map(([name, call]) => call(`${name} at once`)));
      expectOwnContext();
    });
    expect(seen).toHaveLength(14);
    for (const { asked, current, isOpen } of seen) {
      expect({ current, isOpen }).toStrictEqual({ current: [{ role: "user", content: asked }], isOpen: true });
    }
    expect(errors).toStrictEqual([]);
  });

  test("a call that outlives its run is completed", async () => {
    const { handler, steps } = startService();
    const slow = new FakeListChatModel({ responses: ["late"], sleep: 20 });
    let late: Promise<unknown> | undefined;
    const chain = RunnableLambda.from((text: string, config) => {
      late = slow.invoke(text, config);
      return text;
    });
    await chain.invoke("q", { callbacks: [handler()] });
    await late;
    const [run, call] = await steps();
    expect(call).toMatchObject({ parentId: run?.id, endTime: expect.any(String), output: { content: "late" } });
  });

  test("embeddings are children of the current step", async () => {
    const { recordEmbeddings } = await import("../src/index.ts");
    const { client, handler, steps } = startService();
    const plain = new FakeEmbeddings();
    const embeddings = recordEmbeddings(client, plain);
    const chain = RunnableLambda.from(async (text: string) => {
      await embeddings.embedDocuments([text, text]);
      return embeddings.embedQuery(text);
    }).withConfig({ runName: "index" });
    await expect(chain.invoke("q", { callbacks: [handler()] })).resolves.toStrictEqual(await plain.embedQuery("q"));
    const [run, documents, query] = await steps();
    expect(documents).toMatchObject({
      type: "embedding",
      name: "FakeEmbeddings",
      parentId: run?.id,
      input: { documents: ["q", "q"] },
      output: { count: 2, dimensions: 4 },
    });
    expect(query).toMatchObject({ type: "embedding", parentId: run?.id, input: { query: "q" }, output: { count: 1 } });
    expect(embeddings).toBeInstanceOf(FakeEmbeddings);
  });

  test("a model call uses the caller's id once, if it is a UUID", async () => {
    const { handler, steps } = startService();
    const literalaiStepId = "0198b6b0-0000-7000-8000-000000000001";
    const model = new FakeListChatModel({ responses: ["a"] });
    const chain = RunnableSequence.from([
      RunnableLambda.from((text: string) => text),
      model,
      RunnableLambda.from((message: unknown) => [message] as never),
      model,
    ]);
    await chain.invoke("q", { callbacks: [handler()], metadata: { literalaiStepId, kept: 1 } });
    await model.invoke("q", { callbacks: [handler()], metadata: { literalaiStepId: "no uuid" } });
    const ids = (await steps()).filter(({ type }) => type === "llm").map(({ id }) => id);
    expect(ids).toStrictEqual([literalaiStepId, expect.any(String), expect.any(String)]);
    expect(new Set(ids).size).toBe(3);
    expect((await steps())[0]?.metadata).toStrictEqual({ kept: 1 });
  });

  test("a prompt of the service keeps its id and variables through a chain", async () => {
    const { toLangChainPrompt } = await import("../src/index.ts");
    const { client, handler, steps } = startService();
    const prompt = await client.api.getOrCreatePrompt("greeting", [
      { role: "system", content: "Be kind." },
      { role: "user", content: "Greet {{name}}." },
    ]);
    const chain = (await toLangChainPrompt(prompt)).pipe(new FakeListChatModel({ responses: ["Hi"] }) as never);
    await chain.invoke({ name: "Amara" }, { callbacks: [handler()] });
    const call = (await steps()).find(({ type }) => type === "llm");
    expect(call?.generation).toMatchObject({
      promptId: prompt.id,
      variables: { name: "Amara" },
      messages: [
        { role: "system", content: "Be kind.", templated: true },
        { role: "user", content: "Greet Amara.", templated: true },
      ],
    });
  });

  test("messages in inputs and outputs are shown as messages, and arguments are not changed", async () => {
    const { handler, steps } = startService();
    const template = ChatPromptTemplate.fromMessages([
      ["system", "Be brief."],
      ["placeholder", "{history}"],
    ]);
    const input = { history: [new HumanMessage("q")], nested: { list: [1, { at: new Date(0) }] } };
    const before = structuredClone(input.nested);
    await template.invoke(input, { callbacks: [handler()] });
    const [step] = await steps();
    expect(step?.input).toStrictEqual({
      history: [{ role: "user", content: "q" }],
      nested: { list: [1, { at: "1970-01-01T00:00:00.000Z" }] },
    });
    expect(input.nested).toStrictEqual(before);
  });

  test("unusual values of the host are recorded as far as they are readable", async () => {
    const { handler, steps, errors } = startService();
    class Order {
      readonly id = 7;
    }
    const odd: Record<string, unknown> = {
      big: 2n ** 70n,
      order: new Order(),
      nothing: undefined,
      bytes: new Uint8Array(3),
    };
    odd["self"] = odd;
    Object.defineProperty(odd, "broken", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    const chain = RunnableLambda.from(() => odd).withConfig({ runName: "odd" });
    await expect(chain.invoke(odd as never, { callbacks: [handler()] })).resolves.toBe(odd);
    const [step] = await steps();
    expect(step).toMatchObject({ name: "odd", input: { big: "1180591620717411303424" }, endTime: expect.any(String) });
    expect(errors).toStrictEqual([]);
  });

  test("service failures are reported to onError and never thrown into the host", async () => {
    const { Threadline } = await import("@threadline/core");
    const { ThreadlineCallbackHandler } = await import("../src/index.ts");
    const client = new Threadline({
      apiKey: "k",
      fetch: () => Promise.reject(new Error("connection refused")),
      onError: () => undefined,
    });
    const model = new FakeListChatModel({ responses: ["a"] });
    const answer = await model.invoke("q", { callbacks: [new ThreadlineCallbackHandler(client)] });
    expect(answer.content).toBe("a");
  });
});
