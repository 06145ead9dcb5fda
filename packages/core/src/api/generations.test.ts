import { afterAll, expect, test } from "vitest";
import { startService } from "../../test/start-service.ts";

const { client } = startService({ release: "1.2.3" }, afterAll);
const { api } = client;

test("createGeneration stores a chat in a step of the same id", async () => {
  const generation = await api.createGeneration({
    id: "g-chat",
    provider: "openai",
    model: "gpt-4o",
    messages: [{ role: "user", content: "What is the capital of France?" }],
    messageCompletion: { role: "assistant", content: "Paris" },
    tags: ["geo"],
    metadata: { a: 1 },
  });
  expect(generation).toMatchObject({
    id: "g-chat",
    type: "CHAT",
    model: "gpt-4o",
    messageCompletion: { content: "Paris" },
  });
  expect(await api.getStep("g-chat")).toMatchObject({
    type: "llm",
    name: "gpt-4o",
    tags: ["geo"],
    metadata: { a: 1, release: "1.2.3" },
  });
});

test("createGeneration resolves to the token counts that the service estimated", async () => {
  const generation = await api.createGeneration({
    messages: [{ role: "user", content: "What is the capital of France?" }],
    messageCompletion: { role: "assistant", content: "Paris" },
  });
  expect(generation.tokenCountEstimated).toBe(true);
  expect(generation.inputTokenCount).toBeGreaterThan(0);
  expect(generation.tokenCount).toBe(generation.inputTokenCount! + generation.outputTokenCount!);
});

test("createGeneration takes a completion", async () => {
  const generation = await api.createGeneration({ prompt: "Once upon", completion: " a time", tokenCount: 5 });
  expect(generation).toMatchObject({ type: "COMPLETION", prompt: "Once upon", completion: " a time", tokenCount: 5 });
});

test("createGeneration does not change its argument", async () => {
  const generation = Object.freeze({ id: "g-frozen", messages: [] });
  await api.createGeneration(generation);
  expect(generation).toEqual({ id: "g-frozen", messages: [] });
});

test("createGeneration inside a run belongs to it", async () => {
  const { id } = await client
    .run({ id: "g-run", name: "run", threadId: "g-thread" })
    .wrap(() => api.createGeneration({ messages: [] }));
  expect(await api.getStep(id)).toMatchObject({ parentId: "g-run", rootRunId: "g-run", threadId: "g-thread" });
});

test("getGenerations resolves to a page of generations", async () => {
  await api.createGeneration({ id: "g-list", model: "listed", messages: [], tokenCount: 7 });
  const page = await api.getGenerations({
    filters: [
      { field: "model", operator: "eq", value: "listed" },
      { field: "tokenCount", operator: "gt", value: 6 },
    ],
    orderBy: { column: "tokenCount", direction: "DESC" },
  });
  expect(page).toMatchObject({
    totalCount: 1,
    data: [{ id: "g-list", stepId: "g-list", model: "listed", tokenCount: 7 }],
  });
  expect((await api.getGenerations()).totalCount).toBeGreaterThan(1);
});
