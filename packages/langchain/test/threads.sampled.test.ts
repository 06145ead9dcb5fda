import { Threadline } from "@threadline/core";
import { describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { ThreadlineCallbackHandler } from "../src/index.ts";
import { versions } from "./matrix.ts";
import { startService } from "./start-service.ts";

describe.each(newestOf(versions))("on @langchain/core %s", (_version, langchain) => {
  const { ChatPromptTemplate, END, FakeListChatModel, HumanMessage, MemorySaver, MessagesAnnotation, SystemMessage } =
    langchain;
  const { RunnableLambda, START, StateGraph } = langchain;
  const model = new FakeListChatModel({ responses: ["At nine."] });
  const graph = () =>
    new StateGraph(MessagesAnnotation)
      .addNode("answer", async ({ messages }, config) => ({ messages: [await model.invoke(messages, config)] }))
      .addEdge(START, "answer")
      .addEdge("answer", END);

  test.each([
    [
      "a model",
      (callbacks: never) => model.invoke([new SystemMessage("Be brief."), new HumanMessage("Open?")], callbacks),
    ],
    [
      "a chain",
      (callbacks: never) => RunnableLambda.from((fields: object) => fields).invoke({ question: "Open?" }, callbacks),
    ],
    ["a text", (callbacks: never) => RunnableLambda.from((text: string) => text).invoke("Open?", callbacks)],
    [
      "a graph",
      (callbacks: never) =>
        graph()
          .compile()
          .invoke({ messages: [["user", "Open?"]] } as never, callbacks),
    ],
  ])("%s outside any thread gets one, named after the first user message", async (_name, call) => {
    const { client, handler, steps } = startService();
    await call({ callbacks: [handler()] } as never);
    const all = await steps();
    const ids = new Set(all.map(({ threadId }) => threadId));
    expect(ids.size).toBe(1);
    await expect(client.api.getThread(String(all[0]?.threadId))).resolves.toMatchObject({ name: "Open?" });
  });

  test("the thread of a chain without a message is named after the first message to its model", async () => {
    const { client, handler, steps } = startService();
    const prompt = ChatPromptTemplate.fromMessages([
      ["system", "Be brief."],
      ["user", "Explain {topic}."],
    ]);
    await prompt.pipe(model).invoke({ topic: "bread" }, { callbacks: [handler()] });
    const [root] = await steps();
    await expect(client.api.getThread(String(root?.threadId))).resolves.toMatchObject({ name: "Explain bread." });
  });

  test("each run has its own thread, which includes records of the host inside", async () => {
    const { client, handler, steps } = startService();
    const chain = RunnableLambda.from((text: string) =>
      client.step({ type: "tool", name: "host", input: { text } }).wrap(() => text),
    );
    const callbacks = [handler()];
    await Promise.all(["a", "b"].map((text) => chain.invoke(text, { callbacks })));
    const all = await steps();
    expect(all).toHaveLength(4);
    expect(new Set(all.map(({ threadId }) => threadId)).size).toBe(2);
    for (const { threadId, parentId } of all.filter(({ name }) => name === "host")) {
      expect(all.find(({ id }) => id === parentId)?.threadId).toBe(threadId);
    }
  });

  test("inside a run or thread of the caller, and with autoThread off, no thread is created", async () => {
    const { client, handler, steps } = startService();
    const callbacks = [handler()];
    await client.run({ name: "mine" }).wrap(() => model.invoke("q", { callbacks }));
    await model.invoke("q", { callbacks: [handler({ autoThread: false })] });
    expect((await steps()).map(({ threadId }) => threadId)).toStrictEqual([null, null, null]);
    await client.thread({ id: "mine" }).wrap(() => model.invoke("q", { callbacks }));
    await client.flush();
    const { data } = await client.api.getThreads({});
    expect(data.map(({ id }) => id)).toStrictEqual(["mine"]);
  });

  test("a LangGraph conversation keeps the name of its first message in later turns, also in other processes", async () => {
    const service = startService();
    const { client, steps } = service;
    const compiled = graph().compile({ checkpointer: new MemorySaver() });
    // As after a restart, the new client has no state of earlier turns.
    for (const text of ["When do you open?", "And on Sundays?"]) {
      const other = new Threadline({ ...service.clientOptions });
      await compiled.invoke(
        { messages: [new HumanMessage(text)] },
        {
          callbacks: [new ThreadlineCallbackHandler(other)],
          configurable: { thread_id: "c" },
        },
      );
      await other.flush();
    }
    const all = await steps();
    const ids = new Set(all.map(({ threadId }) => threadId));
    expect(ids.size).toBe(1);
    const thread = await client.api.getThread(String(all[0]?.threadId));
    expect(thread).toMatchObject({ name: "When do you open?", metadata: { thread_id: "c" } });
    expect(all.filter(({ name }) => name === "LangGraph")).toHaveLength(2);
  });

  test("a conversation without a user message is named by its id", async () => {
    const { client, handler, steps } = startService();
    const prompt = ChatPromptTemplate.fromMessages([["system", "Say hello."]]);
    await prompt.pipe(model as never).invoke({}, { callbacks: [handler()], metadata: { session_id: "c" } });
    const [step] = await steps();
    await expect(client.api.getThread(String(step?.threadId))).resolves.toMatchObject({ name: "c" });
  });
});
