import { describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { versions } from "./matrix.ts";
import { startService } from "./start-service.ts";

describe.each(newestOf(versions))("on @langchain/core %s", (_version, langchain) => {
  const { FakeListChatModel, RunnableLambda, RunnableSequence, tool, z } = langchain;

  test("a chain with a model and a tool is one tree", async () => {
    const { handler, tree, steps, errors } = startService();
    const model = new FakeListChatModel({ responses: ["nine"] });
    const lookUp = tool(async ({ day }: { day: string }) => `${day}: 9-17`, {
      name: "look_up",
      description: "Opening hours of a day",
      schema: z.object({ day: z.string() }),
    });
    const chain = RunnableSequence.from([
      RunnableLambda.from(async (question: string) => question).withConfig({ runName: "ask" }),
      model,
      RunnableLambda.from(async (_answer: unknown, config) => lookUp.invoke({ day: "Monday" }, config)),
    ]).withConfig({ runName: "opening-hours" });
    await chain.invoke("When do you open?", { callbacks: [handler()], tags: ["mine"], metadata: { tenant: "a" } });
    expect(await tree()).toStrictEqual(["run opening-hours", "  run ask", "  llm FakeListChatModel", "  tool look_up"]);
    expect(errors).toStrictEqual([]);
    const [run, , llm, lookedUp] = await steps();
    expect(run).toMatchObject({ input: { input: "When do you open?" }, tags: ["mine"], metadata: { tenant: "a" } });
    expect(llm).toMatchObject({
      rootRunId: run?.id,
      tags: ["mine"],
      output: { role: "assistant", content: "nine" },
      generation: {
        type: "CHAT",
        tags: ["mine"],
        metadata: { tenant: "a" },
        messages: [{ role: "user", content: "When do you open?" }],
        messageCompletion: { role: "assistant", content: "nine" },
        duration: expect.any(Number),
      },
    });
    expect(lookedUp).toMatchObject({ input: { day: "Monday" }, output: { output: "Monday: 9-17" } });
  });
});
