import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { versions } from "./matrix.ts";
import { startModelServer } from "./model-server.ts";
import { startService } from "./start-service.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Options for waiting until the runtime or a library has reported a delayed event. */
const patient = { timeout: 20_000, interval: 20 };

describe.each(newestOf(versions))("on @langchain/core %s", (version, langchain) => {
  const { Annotation, ChatOpenAI, END, FakeListChatModel, interrupt, MemorySaver, RunnableLambda, RunnableSequence } =
    langchain;
  const { START, StateGraph, tool, z } = langchain;
  const State = Annotation.Root({ text: Annotation<string>() });
  const slow = () => new FakeListChatModel({ responses: ["a long answer"], sleep: 1 });

  test("a stream whose reader stops has the received part and an end", async () => {
    const { handler, steps, errors } = startService();
    const chain = RunnableSequence.from([RunnableLambda.from((text: string) => text), slow()]);
    let read = 0;
    for await (const _chunk of await chain.stream("q", { callbacks: [handler()] })) if (++read === 6) break;
    const [run, call] = await steps();
    expect(run).toMatchObject({ type: "run", error: null, endTime: expect.any(String) });
    expect(call).toMatchObject({
      type: "llm",
      error: null,
      endTime: expect.any(String),
      output: { role: "assistant", content: expect.stringMatching(/^a long/u) },
      generation: {
        messageCompletion: { role: "assistant", content: expect.stringMatching(/^a long/u) },
        metadata: { answer: "broken off" },
      },
    });
    expect(errors).toStrictEqual([]);
  });

  test("a stream that was recorded before its end is complete once it ends", async () => {
    const { client, handler, steps } = startService();
    const metadata = { tenant: "a" };
    let read = 0;
    for await (const _chunk of await slow().stream("q", { callbacks: [handler()], metadata })) {
      if (++read === 4) await client.flush();
    }
    expect(await steps()).toMatchObject([
      { output: { content: "a long answer" }, generation: { messageCompletion: { content: "a long answer" } } },
    ]);
    expect((await steps())[0]?.generation?.metadata).toStrictEqual(metadata);
  });

  test("an abandoned stream ends when its run is garbage-collected, without a flush", async () => {
    const { client, handler } = startService();
    const added = vi.spyOn(client.delivery, "addStep");
    const callbacks = [handler()];
    const readOne = async () => {
      for await (const _chunk of await slow().stream("q", { callbacks })) break;
    };
    await readOne();
    await vi.waitFor(() => {
      collectGarbage();
      expect(added.mock.lastCall?.[0].serialize()).toMatchObject({
        endTime: expect.any(String),
        generation: { metadata: { answer: "broken off" } },
      });
    }, patient);
  });

  test("an aborted call keeps the received text, and has no error", async () => {
    const { handler, steps } = startService();
    const controller = new AbortController();
    const read = async () => {
      let count = 0;
      const stream = await slow().stream("q", { callbacks: [handler()], signal: controller.signal });
      for await (const _chunk of stream) if (++count === 4) controller.abort();
    };
    await expect(read()).rejects.toThrow(/abort/iu);
    const content = expect.stringMatching(/^a l/u);
    // Version 0.3 reports the abort only to the reader of the stream.
    const answer = version === "0.3" ? "broken off" : "aborted";
    await vi.waitFor(async () => {
      expect(await steps()).toMatchObject([
        {
          error: null,
          endTime: expect.any(String),
          output: { content },
          generation: { error: null, messageCompletion: { content }, metadata: { answer } },
        },
      ]);
    }, patient);
  });

  test("a ChatOpenAI stream that the caller aborts has no error", async () => {
    const { handler, steps } = startService();
    const baseURL = await startModelServer(() => ({ content: "We open at nine." }));
    const model = new ChatOpenAI({ model: "gpt-4o-mini", apiKey: "k", maxRetries: 0, configuration: { baseURL } });
    const controller = new AbortController();
    const { signal } = controller;
    const stream = await model.stream("When?", { callbacks: [handler()], signal });
    const read = async () => {
      for await (const { content } of stream) if (content !== "") controller.abort();
    };
    await expect(read()).rejects.toThrow(/abort/iu);
    const [step] = await steps();
    expect(step).toMatchObject({ error: null, output: { content: "We " } });
    // Version 0.3 reports the abort only to the reader of the stream.
    expect(step?.generation).toMatchObject({
      error: null,
      metadata: { answer: version === "0.3" ? "broken off" : "aborted" },
    });
  });

  test("a graph that is aborted is marked as aborted, with its nodes, and has no error", async () => {
    const { handler, steps } = startService();
    const controller = new AbortController();
    const graph = new StateGraph(State)
      .addNode("wait", async (_state, config) => {
        controller.abort();
        return { text: String((await slow().invoke("q", config)).content) };
      })
      .addEdge(START, "wait")
      .compile();
    const aborted = graph.invoke({ text: "" }, { callbacks: [handler()], signal: controller.signal });
    await expect(aborted).rejects.toThrow(/abort/iu);
    await vi.waitFor(async () => {
      collectGarbage();
      const [run] = await steps();
      expect(run).toMatchObject({ name: "LangGraph", endTime: expect.any(String), metadata: { aborted: true } });
    }, patient);
    for (const { error } of await steps()) expect(error).toBeNull();
  });

  test("a run that continues after a part of it was aborted is not aborted", async () => {
    const { handler, steps } = startService();
    const chain = RunnableLambda.from(async (text: string, config) => {
      const signal = AbortSignal.abort();
      const part = RunnableLambda.from(() => Promise.reject(signal.reason as Error)).withConfig({ runName: "part" });
      await part.invoke(text, config).catch(() => undefined);
      return text;
    });
    await chain.invoke("q", { callbacks: [handler()], runName: "chain", metadata: { tenant: "a" } });
    expect(await steps()).toMatchObject([
      { name: "chain", output: { output: "q" } },
      { name: "part", error: null, metadata: { aborted: true, tenant: "a" } },
    ]);
    expect((await steps())[0]?.metadata).toStrictEqual({ tenant: "a" });
  });

  test("a graph whose stream is no longer read has no error", async () => {
    const { handler, steps } = startService();
    const graph = new StateGraph(State)
      .addNode("one", () => ({ text: "1" }))
      .addNode("two", async (_state, config) => ({ text: String((await slow().invoke("q", config)).content) }))
      .addEdge(START, "one")
      .addEdge("one", "two")
      .compile();
    for await (const _update of await graph.stream({ text: "" }, { callbacks: [handler()] })) break;
    await vi.waitFor(async () => {
      collectGarbage();
      const all = await steps();
      expect(all.map(({ name }) => name)).toContain("LangGraph");
      for (const { endTime } of all) expect(endTime).toEqual(expect.any(String));
    }, patient);
    for (const { error } of await steps()) expect(error).toBeNull();
  });

  test("a run with an interrupted node has the interrupts", async () => {
    const { handler, steps } = startService();
    const graph = new StateGraph(State)
      .addNode("ask", () => ({ text: interrupt<string, string>("send it?") }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ text: "draft" }, { callbacks: [handler()], configurable: { thread_id: "1" } });
    expect(await steps()).toMatchObject([
      {
        name: "LangGraph",
        error: null,
        output: { text: "draft", interrupts: [{ value: "send it?" }] },
        metadata: { interrupted: true },
      },
      { name: "ask", metadata: { interrupted: true } },
    ]);
  });

  test("a call that fails midway keeps the received text", async () => {
    const { handler, steps } = startService();
    const baseURL = await startModelServer(() => ({ content: "one two three", breaksAfter: 3 }));
    const model = new ChatOpenAI({ model: "m", apiKey: "k", maxRetries: 0, configuration: { baseURL } });
    const read = async () => {
      for await (const _chunk of await model.stream("q", { callbacks: [handler()] }));
    };
    await expect(read()).rejects.toThrow();
    expect(await steps()).toMatchObject([
      {
        error: expect.any(String),
        generation: { error: expect.any(String), messageCompletion: { content: "one two " } },
      },
    ]);
  });

  test("two handlers on one run record it once", async () => {
    const { client, handler, steps, tree } = startService();
    const added = vi.spyOn(client.delivery, "addStep");
    const model = new FakeListChatModel({ responses: ["a long answer"], sleep: 1, callbacks: [handler()] });
    const chain = RunnableSequence.from([RunnableLambda.from((text: string) => text), model]);
    await chain.invoke("q", { callbacks: [handler({ threadId: "mine" })], runName: "chain" });
    await model.invoke("alone", { callbacks: [handler({ threadId: "mine" })] });
    expect(await tree()).toStrictEqual(["run chain", "  llm FakeListChatModel", "llm FakeListChatModel"]);
    for (const { threadId } of await steps()) expect(threadId).toBe("mine");
    expect(added).toHaveBeenCalledTimes(6);
    let read = 0;
    for await (const _chunk of await model.stream("half", { callbacks: [handler()] })) if (++read === 4) break;
    const half = (await steps()).find(({ input }) => JSON.stringify(input).includes("half"));
    expect("a long answer").toContain(String(half?.output?.["content"]));
  });

  test("the prompts of one call are siblings", async () => {
    const { client, handler, tree } = startService();
    const { HumanMessage } = langchain;
    const prompts = ["a", "b", "c"].map((text) => [new HumanMessage(text)]);
    await new FakeListChatModel({ responses: ["x"] }).generate(prompts, { callbacks: [handler()] });
    expect(await tree()).toStrictEqual(Array.from({ length: 3 }, () => "llm FakeListChatModel"));
    await client
      .run({ name: "mine" })
      .wrap(() => new FakeListChatModel({ responses: ["x"] }).generate(prompts, { callbacks: [handler()] }));
    expect((await tree()).filter((line) => line === "  llm FakeListChatModel")).toHaveLength(3);
  });

  test("chains of one batch are siblings, with or without a run of the application", async () => {
    const { client, handler, tree } = startService();
    const { ChatPromptTemplate } = langchain;
    const model = new FakeListChatModel({ responses: ["x"] });
    const chain = ChatPromptTemplate.fromMessages([["user", "{q}"]]).pipe(model);
    const inputs = ["a", "b", "c", "d"].map((q) => ({ q }));
    const lines = ["run RunnableSequence", "  run ChatPromptTemplate", "  llm FakeListChatModel"];
    await chain.batch(inputs, { callbacks: [handler()] }, { maxConcurrency: 2 });
    expect(await tree()).toStrictEqual(inputs.flatMap(() => lines));
    await client.run({ name: "mine" }).wrap(() => chain.batch(inputs, { callbacks: [handler()] }));
    const nested = inputs.flatMap(() => lines.map((line) => `  ${line}`));
    expect((await tree()).slice(-13)).toStrictEqual(["run mine", ...nested]);
  });

  test("nested runs of the application are below the outer run, and so are their siblings", async () => {
    const { handler, tree } = startService();
    const model = new FakeListChatModel({ responses: ["x"] });
    const chain = RunnableLambda.from(async (text: string) => {
      await Promise.all([1, 2].map(() => model.invoke(text, { callbacks: [handler()] })));
      return text;
    });
    await chain.invoke("q", { callbacks: [handler()], runName: "outer" });
    expect(await tree()).toStrictEqual(["run outer", "  llm FakeListChatModel", "  llm FakeListChatModel"]);
  });

  test("the output of a prompt is shown as messages", async () => {
    const { handler, steps } = startService();
    const { ChatPromptTemplate } = langchain;
    const prompt = ChatPromptTemplate.fromMessages([["user", "Hi {name}"]]);
    await prompt.invoke({ name: "Ada" }, { callbacks: [handler()] });
    expect(await steps()).toMatchObject([{ output: { output: [{ role: "user", content: "Hi Ada" }] } }]);
  });

  test("markers of LangGraph commands are not recorded", async () => {
    const { handler, steps } = startService();
    const { Command } = langchain;
    const graph = new StateGraph(State)
      .addNode("go", () => new Command({ update: { text: "x" }, goto: END }), { ends: [END] })
      .addEdge(START, "go")
      .compile();
    await graph.invoke({ text: "" }, { callbacks: [handler()] });
    const all = JSON.stringify((await steps()).map(({ input, output }) => ({ input, output })));
    expect(all).toContain('"goto"');
    expect(all).not.toMatch(/lc_direct_tool_output|lg_name/u);
  });

  test("events that the application dispatches are steps below the run", async () => {
    const { handler, steps, tree } = startService();
    const { dispatchCustomEvent } = langchain;
    const chain = RunnableLambda.from(async (text: string, config) => {
      await dispatchCustomEvent("progress", { percent: 50 }, config);
      return text;
    });
    await chain.invoke("q", { callbacks: [handler()], runName: "chain" });
    expect(await tree()).toStrictEqual(["run chain", "  undefined progress"]);
    expect((await steps())[1]).toMatchObject({ output: { data: { percent: 50 } }, endTime: expect.any(String) });
  });

  test("a retry is not a separate step, but its attempts are", async () => {
    const { handler, tree } = startService();
    let attempts = 0;
    const shaky = tool(
      () => {
        if (attempts++ === 0) throw new Error("down");
        return "ok";
      },
      { name: "shaky", description: "", schema: z.object({}) },
    );
    const chain = RunnableSequence.from([
      RunnableLambda.from(() => ({})),
      shaky.withRetry({ stopAfterAttempt: 2 }) as never,
    ]);
    await chain.invoke("q", { callbacks: [handler()], runName: "chain" });
    expect(await tree()).toStrictEqual(["run chain", "  tool shaky", "  tool shaky"]);
  });
});
