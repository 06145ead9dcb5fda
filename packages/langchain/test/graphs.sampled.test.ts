import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { versions } from "./matrix.ts";
import { startService } from "./start-service.ts";

/** UUIDv5 of `conversation-1`, as in Literal AI's published handler. */
const THREAD_ID = "8cb5a8c5-5521-5f42-b123-898d6e360c75";

/** A graph class whose types accept any node name. */
interface StateGraphOf {
  addNode(name: string, work: () => object): StateGraphOf;
  addEdge(from: string, to: string): StateGraphOf;
  compile(): { invoke(input: object, config: object): Promise<unknown> };
}

describe.each(newestOf(versions))("on @langchain/core %s", (_version, langchain) => {
  const { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } = langchain;
  const { AIMessage, FakeListChatModel, HumanMessage, RunnableLambda, ToolMessage } = langchain;
  const State = Annotation.Root({ text: Annotation<string>() });
  const model = new FakeListChatModel({ responses: ["hello"] });

  function graphWithPerson() {
    return new StateGraph(State)
      .addNode("draft", async (_state, config) => ({ text: String((await model.invoke("q", config)).content) }))
      .addNode("ask", () => ({ text: interrupt<string, string>("send it?") }))
      .addEdge(START, "draft")
      .addEdge("draft", "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });
  }

  test("an interrupt is not an error, and its resume is another run of the same thread", async () => {
    const { client, handler, steps, tree, errors } = startService();
    const graph = graphWithPerson();
    const config = { configurable: { thread_id: "conversation-1" }, callbacks: [handler()], metadata: { tenant: "a" } };
    await graph.invoke({ text: "" }, config);
    const result = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(result.text).toBe("yes");
    expect(await tree()).toStrictEqual([
      "run LangGraph",
      "  run draft",
      "    llm FakeListChatModel",
      "  run ask",
      "run LangGraph",
      "  run ask",
    ]);
    const all = await steps();
    expect(new Set(all.map(({ threadId }) => threadId))).toStrictEqual(new Set([THREAD_ID]));
    const asked = all.filter(({ name }) => name === "ask");
    expect(asked).toMatchObject([
      { error: null, output: { interrupts: [{ value: "send it?" }] }, metadata: { interrupted: true, tenant: "a" } },
      { error: null, output: { text: "yes" } },
    ]);
    expect(all.filter(({ name }) => name === "LangGraph")[1]?.input).toMatchObject({ resume: "yes" });
    await expect(client.api.getThread(THREAD_ID)).resolves.toMatchObject({
      name: "conversation-1",
      metadata: { thread_id: "conversation-1", tenant: "a" },
    });
    expect(errors).toStrictEqual([]);
  });

  test("each node has the messages as of its start, even if a node changed them in place", async () => {
    const { handler, steps, errors } = startService();
    const part = { type: "text" as const, text: "0" };
    const args = { count: 0 };
    const messages = [
      new HumanMessage("0"),
      new HumanMessage({ content: [part] }),
      new AIMessage({ content: "", tool_calls: [{ id: "1", name: "count", args }] }),
      new ToolMessage({ content: "never changed", tool_call_id: "1" }),
    ];
    const change = (count: number) => {
      messages[0]!.content = String(count);
      part.text = String(count);
      args.count = count;
      return {};
    };
    const Messages = Annotation.Root({ messages: Annotation<object[]>() });
    const graph = new StateGraph(Messages)
      .addNode("one", () => change(1))
      .addNode("two", () => change(2))
      .addNode("three", () => change(3))
      .addEdge(START, "one")
      .addEdge("one", "two")
      .addEdge("two", "three")
      .addEdge("three", END)
      .compile();
    await graph.invoke({ messages }, { callbacks: [handler()] });
    const inputs = (await steps()).filter(({ name }) => name !== "LangGraph").map(({ input }) => input);
    expect(inputs).toStrictEqual(
      [0, 1, 2].map((count) => ({
        messages: [
          { role: "user", content: String(count) },
          { role: "user", content: [{ type: "text", text: String(count) }] },
          {
            role: "assistant",
            content: "",
            tool_calls: [{ id: "1", type: "function", function: { name: "count", arguments: `{"count":${count}}` } }],
          },
          { role: "tool", content: "never changed", tool_call_id: "1" },
        ],
      })),
    );
    expect(errors).toStrictEqual([]);
  });

  test("content repeated by many nodes is sent with each of them, and is in memory once", async () => {
    const { client, handler, steps, errors } = startService();
    const messages = Array.from({ length: 30 }, (_, index) => new HumanMessage(`${index} ${"x".repeat(2_000)}`));
    const Messages = Annotation.Root({ messages: Annotation<object[]>() });
    let maxBytes = 0;
    const graph = Array.from({ length: 20 }).reduce<StateGraphOf>(
      (built, _, node) =>
        built
          .addNode(`node_${node}`, () => {
            maxBytes = Math.max(maxBytes, client.stats().bytes);
            return {};
          })
          .addEdge(node === 0 ? START : `node_${node - 1}`, `node_${node}`),
      new StateGraph(Messages) as unknown as StateGraphOf,
    );
    await graph.compile().invoke({ messages }, { callbacks: [handler()], recursionLimit: 50 });
    const expected = messages.map(({ content }) => ({ role: "user", content }));
    const nodes = (await steps()).filter(({ name }) => name !== "LangGraph");
    expect(nodes.map(({ input }) => input)).toStrictEqual(nodes.map(() => ({ messages: expected })));
    expect(nodes).toHaveLength(20);
    expect(maxBytes).toBeGreaterThan(60_000);
    expect(maxBytes).toBeLessThan(200_000);
    expect(errors).toStrictEqual([]);
  });

  test("subgraphs are below the node that runs them, named ones as separate runs", async () => {
    const { handler, tree } = startService();
    const inner = new StateGraph(State)
      .addNode("think", ({ text }) => ({ text: `${text}!` }))
      .addEdge(START, "think")
      .addEdge("think", END);
    const graph = new StateGraph(State)
      .addNode("unnamed", inner.compile())
      .addNode("named", inner.compile({ name: "researcher" }))
      .addEdge(START, "unnamed")
      .addEdge("unnamed", "named")
      .addEdge("named", END)
      .compile();
    await graph.invoke({ text: "q" }, { callbacks: [handler()] });
    expect(await tree()).toStrictEqual([
      "run LangGraph",
      "  run unnamed",
      "    run think",
      "  run named",
      "    run researcher",
      "      run think",
    ]);
  });

  test("concurrent nodes are siblings, and a failed one does not hide the others", async () => {
    const { handler, steps, tree } = startService();
    const fast = Promise.withResolvers<void>();
    let fastId = "";
    const watcher = {
      handleChainStart: (...[, , id, , , , , name]: readonly unknown[]) => {
        if (name === "fast") fastId = String(id);
      },
      handleChainEnd: (_outputs: unknown, id: string) => {
        if (id === fastId) fast.resolve();
      },
    };
    const graph = new StateGraph(Annotation.Root({ text: Annotation<string[]>({ reducer: (a, b) => [...a, ...b] }) }))
      .addNode("fast", async (_state, config) => ({ text: [String((await model.invoke("fast", config)).content)] }))
      .addNode("broken", async () => {
        await fast.promise;
        throw new Error("no such page");
      })
      .addEdge(START, "fast")
      .addEdge(START, "broken")
      .compile();
    await expect(graph.invoke({ text: [] }, { callbacks: [handler(), watcher] })).rejects.toThrow("no such page");
    expect((await tree()).toSorted()).toStrictEqual(
      ["run LangGraph", "  run fast", "    llm FakeListChatModel", "  run broken"].toSorted(),
    );
    const errors = Object.fromEntries((await steps()).map(({ name, error }) => [name, error]));
    expect(errors).toStrictEqual({
      LangGraph: "Error: no such page",
      broken: "Error: no such page",
      fast: null,
      FakeListChatModel: null,
    });
  });

  test.each([["session_id"], ["sessionId"], ["thread_id"]])("metadata.%s names the thread of a chain", async (key) => {
    const { handler, steps } = startService();
    await model.invoke("q", { callbacks: [handler()], metadata: { [key]: "conversation-1" } });
    expect(await steps()).toMatchObject([{ threadId: THREAD_ID, type: "llm" }]);
  });

  test("a conversation that is named within a run applies to the whole run", async () => {
    const { handler, steps, tree } = startService();
    const chain = RunnableLambda.from(async (text: string, config) => {
      await model.invoke("first", { ...config, runName: "first" });
      return model.invoke(text, { ...config, runName: "second", metadata: { thread_id: "conversation-1" } });
    }).withConfig({ runName: "chain" });
    await chain.invoke("q", { callbacks: [handler()] });
    expect(await tree()).toStrictEqual(["run chain", "  llm first", "  llm second"]);
    for (const { threadId } of await steps()) expect(threadId).toBe(THREAD_ID);
  });

  test("the caller's thread, then the handler's, takes precedence over the one in the metadata", async () => {
    const { client, handler, steps } = startService();
    const metadata = { thread_id: "conversation-1" };
    const callbacks = [handler()];
    await client.thread({ id: "mine" }).wrap(() => model.invoke("q", { callbacks, metadata }));
    await model.invoke("q", { callbacks: [handler({ threadId: "fixed" })], metadata });
    expect((await steps()).map(({ threadId }) => threadId)).toStrictEqual(["mine", "fixed"]);
    await expect(client.api.getThread("fixed")).resolves.toMatchObject({ id: "fixed" });
  });

  test("one handler separates a hundred concurrent conversations", async () => {
    const { client, handler, steps, errors } = startService();
    const callbacks = [handler()];
    const graph = new StateGraph(State)
      .addNode("think", async ({ text }, config) => {
        await setTimeout(Math.random() * 5);
        await Promise.all([1, 2].map((part) => model.invoke(`${text} part ${part}`, config)));
        await client.step({ type: "tool", name: "host", input: { text } }).send();
        return { text };
      })
      .addEdge(START, "think")
      .addEdge("think", END)
      .compile();
    const texts = Array.from({ length: 100 }, (_, index) => `conversation ${index}`);
    await Promise.all(
      texts.map((text) => graph.invoke({ text }, { callbacks, configurable: { thread_id: text }, runName: text })),
    );
    const all = await steps();
    expect(all).toHaveLength(500);
    for (const text of texts) {
      const run = all.find(({ name }) => name === text);
      const own = all.filter(({ rootRunId, id }) => rootRunId === run?.id || id === run?.id);
      expect(own).toHaveLength(5);
      for (const step of own) {
        expect(JSON.stringify(step.input)).toMatch(new RegExp(`${text}(?!\\d)`, "u"));
        expect(step.threadId).toBe(run?.threadId);
      }
      const think = own.find(({ name }) => name === "think");
      expect(own.filter(({ parentId }) => parentId === think?.id)).toHaveLength(3);
    }
    expect(errors).toStrictEqual([]);
  }, 60_000);
});
