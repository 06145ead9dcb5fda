import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("records are found by input, output and error, and scores by scorer", async () => {
  const { client } = startService();
  const { api } = client;
  await api.sendSteps([
    { id: "paid", threadId: "a", type: "run", name: "answer", input: { question: "Where is my REFUND?" } },
    { id: "broken", threadId: "b", type: "run", name: "answer", output: { answer: "No idea" }, error: "Timeout" },
  ]);
  const messages = [{ role: "user", content: "A refund, please" }] as const;
  const { id: asked } = await api.createGeneration({ type: "CHAT", messages: [...messages] });
  await api.createScore({ stepId: "paid", name: "tone", type: "AI", value: 1, label: "calm", scorer: "judge" });

  const refund = { field: "content", operator: "ilike", value: "refund" } as const;
  const ids = ({ data }: { readonly data: readonly { id?: string | null | undefined }[] }) => data.map(({ id }) => id);
  expect(ids(await api.getThreads({ filters: [refund] }))).toEqual(["a"]);
  // The input includes the messages of the call.
  expect(ids(await api.getSteps({ filters: [refund] }))).toEqual([asked, "paid"]);
  expect((await api.getStep(asked))?.input).toEqual({ content: messages });
  expect((await api.getGenerations({ filters: [refund] })).totalCount).toBe(1);
  expect(ids(await api.getThreads({ filters: [{ field: "error", operator: "nis", value: null }] }))).toEqual(["b"]);
  expect((await api.getScores({ filters: [{ field: "scorer", operator: "eq", value: "judge" }] })).totalCount).toBe(1);
  expect((await api.getScores({ filters: [{ field: "label", operator: "eq", value: "angry" }] })).totalCount).toBe(0);
});
