import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("a Dataset object updates, fills and deletes its dataset", async () => {
  const { client } = startService();
  const dataset = await client.api.createDataset({ name: "before", metadata: { owner: "ada" } });
  expect(dataset).toMatchObject({ type: "key_value", items: [] });

  await dataset.update({ name: "after", description: "changed", itemSchema: { input: { type: "object" } } });
  expect(dataset).toMatchObject({ name: "after", description: "changed", metadata: { owner: "ada" } });

  const kept = await dataset.createItem({ input: { a: 1 } });
  const dropped = await dataset.createItem({ input: { a: 2 }, expectedOutput: { b: 2 }, metadata: { c: 3 } });
  await expect(dataset.deleteItem(dropped.id)).resolves.toMatchObject({ id: dropped.id, expectedOutput: { b: 2 } });
  expect(dataset.items).toStrictEqual([kept]);
  const stored = await client.api.getDataset({ name: "after" });
  expect(stored?.items).toMatchObject([{ id: kept.id, input: { a: 1 }, metadata: {}, intermediarySteps: [] }]);
  expect(JSON.parse(JSON.stringify(stored))).toStrictEqual(JSON.parse(JSON.stringify(stored?.serialize())));
  // `createDataset` returns neither the items nor the version.
  const fields = (each: typeof dataset | null) => ({ ...each?.serialize(), items: [], version: undefined });
  expect(fields(stored)).toStrictEqual(fields(dataset));

  await expect(dataset.delete()).resolves.toMatchObject({ id: dataset.id });
  await expect(client.api.getDataset({ id: dataset.id })).resolves.toBeNull();
});

test("a production step becomes an item with its child steps", async () => {
  const { client } = startService();
  const run = client.run({ name: "answer", input: { question: "How?" } });
  await run.wrap(async () => {
    await client.step({ name: "search", type: "retrieval" }).wrap(() => ({ hits: 2 }));
    return { answer: "So." };
  });
  await client.flush();

  const dataset = await client.api.createDataset({ name: "from production" });
  const item = await dataset.addStep(run.id, { picked: "by hand" });
  expect(item).toMatchObject({
    input: { question: "How?" },
    expectedOutput: { answer: "So." },
    metadata: { picked: "by hand" },
    stepId: run.id,
    intermediarySteps: [{ name: "search", type: "retrieval", output: { hits: 2 } }],
  });
  expect(dataset.items).toStrictEqual([item]);
});

test("generations become items, and a dataset of generations rejects steps", async () => {
  const { client } = startService();
  const generation = (text: string) =>
    client.api.createGeneration({
      messages: [{ role: "user", content: text }],
      messageCompletion: { role: "assistant", content: `${text}!` },
    });
  const [first, second, third] = await Promise.all(["a", "b", "c"].map(generation));
  const dataset = await client.api.createDataset({ name: "generations", type: "generation" });
  await expect(dataset.addGeneration(first!.id)).resolves.toMatchObject({
    input: { messages: [{ role: "user", content: "a" }] },
    expectedOutput: { content: "a!" },
    metadata: { promptType: "CHAT" },
  });
  await expect(dataset.addGenerations([second!.id, third!.id])).resolves.toHaveLength(2);
  await expect(dataset.addGenerations([])).resolves.toStrictEqual([]);
  expect(dataset.items).toHaveLength(3);
  await expect(dataset.addStep(first!.id)).rejects.toThrow("takes generations only");
});
