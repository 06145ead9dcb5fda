import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Subject } from "../subject.ts";

export function datasetOperations({ api, newStep }: Subject): void {
  const newDataset = (type: "generation" | "key_value" = "key_value"): ReturnType<Subject["api"]["createDataset"]> =>
    api.createDataset({ name: randomUUID(), description: "Questions", metadata: { owner: "ada" }, type });

  describe("datasets", () => {
    test("createDataset, getDataset, updateDataset and deleteDataset work on one dataset", async () => {
      const { id, name } = await newDataset();
      const found = await api.getDataset({ name: name ?? "" });
      expect(found).toMatchObject({
        id,
        name,
        description: "Questions",
        metadata: { owner: "ada" },
        type: "key_value",
        items: [],
      });
      await expect(api.updateDataset(id, { description: "Answers" })).resolves.toMatchObject({
        id,
        name,
        description: "Answers",
        metadata: { owner: "ada" },
      });
      await expect(api.deleteDataset(id)).resolves.toMatchObject({ id, name });
      await expect(api.getDataset({ id })).resolves.toBeNull();
    });

    test("createDatasetItem, getDatasetItem and deleteDatasetItem work on one item", async () => {
      const dataset = await newDataset();
      const given = { input: { question: "2+2?" }, expectedOutput: { answer: 4 }, metadata: { level: 1 } };
      const item = await api.createDatasetItem(dataset.id, given);
      expect(item).toMatchObject({ datasetId: dataset.id, ...given });
      await expect(api.getDatasetItem(item.id)).resolves.toMatchObject({ id: item.id, ...given });
      expect((await api.getDataset({ id: dataset.id }))?.items).toMatchObject([{ id: item.id, ...given }]);
      await expect(api.deleteDatasetItem(item.id)).resolves.toMatchObject({ id: item.id });
      expect((await api.getDataset({ id: dataset.id }))?.items).toEqual([]);
    });

    test("a Dataset updates, fills and deletes itself", async () => {
      const dataset = await newDataset();
      await dataset.update({ name: `${dataset.name} 2` });
      const item = await dataset.createItem({ input: { question: "3+3?" } });
      expect(item).toMatchObject({ input: { question: "3+3?" }, expectedOutput: null });
      expect(dataset.items).toHaveLength(1);
      await dataset.deleteItem(item.id);
      expect(dataset.items).toHaveLength(0);
      await expect(dataset.delete()).resolves.toMatchObject({ name: dataset.name });
    });

    test("addStepToDataset copies the step and the steps below it", async () => {
      const dataset = await newDataset();
      const run = await newStep({ name: "agent", type: "run", input: { question: 1 }, output: { answer: 2 } }).send();
      await newStep({ name: "search", type: "tool", parentId: run.id ?? null, output: { hits: 3 } }).send();
      const item = await api.addStepToDataset(dataset.id, run.id ?? "", { from: "production" });
      expect(item).toMatchObject({
        input: { question: 1 },
        expectedOutput: { answer: 2 },
        metadata: { from: "production" },
        intermediarySteps: [{ name: "search", type: "tool", output: { hits: 3 } }],
      });
      await expect(dataset.addStep(run.id ?? "")).resolves.toMatchObject({ datasetId: dataset.id });
      expect(dataset.items).toHaveLength(1);
    });

    test("addGenerationToDataset and addGenerationsToDataset copy generations", async () => {
      const dataset = await newDataset("generation");
      const ask = async (content: string): Promise<string> => {
        const created = await api.createGeneration({
          messages: [{ role: "user", content }],
          messageCompletion: { role: "assistant", content: "Yes" },
          variables: { content },
        });
        return created.id ?? "";
      };
      const ids = [await ask("One?"), await ask("Two?")];
      await expect(api.addGenerationToDataset(dataset.id, ids[0] ?? "", { kept: true })).resolves.toMatchObject({
        input: { messages: [{ content: "One?" }] },
        expectedOutput: { role: "assistant", content: "Yes" },
        metadata: { promptType: "CHAT", variables: { content: "One?" }, kept: true },
      });
      const items = await api.addGenerationsToDataset(dataset.id, ids);
      expect(items.map(({ input }) => input["messages"][0].content)).toEqual(["One?", "Two?"]);
      await expect(dataset.addGeneration(ids[1] ?? "")).resolves.toMatchObject({ datasetId: dataset.id });
      await expect(dataset.addGenerations(ids)).resolves.toHaveLength(2);
      await expect(dataset.addStep(ids[0] ?? "")).rejects.toThrow("generation dataset");
      expect((await api.getDataset({ id: dataset.id }))?.items).toHaveLength(6);
    });
  });
}
