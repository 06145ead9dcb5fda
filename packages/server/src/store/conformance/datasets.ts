import { describe, expect, test } from "vitest";
import type { DatasetRecord, NewDatasetItem } from "../datasets.ts";
import { ConflictError } from "../errors.ts";
import type { OpenStore } from "./open-store.ts";
import { openWithProjects } from "./open-store.ts";

function makeDataset(changes: Partial<DatasetRecord> = {}): DatasetRecord {
  return {
    id: "set-1",
    createdAt: 10,
    name: "Questions",
    description: null,
    metadata: null,
    type: "key_value",
    version: 0,
    itemsAdded: 0,
    itemSchema: null,
    ...changes,
  };
}

function makeItem(changes: Partial<NewDatasetItem> = {}): NewDatasetItem {
  return {
    id: "item-1",
    createdAt: 11,
    datasetId: "set-1",
    metadata: { source: "production" },
    input: { question: "Why?" },
    expectedOutput: null,
    intermediarySteps: null,
    stepId: null,
    splits: [],
    ...changes,
  };
}

export function describeDatasets(openStore: OpenStore): void {
  describe("datasets", () => {
    test("a dataset is found by its id and by its name, only in its project", async () => {
      const store = await openWithProjects(openStore);
      const dataset = makeDataset({ description: "From tickets", metadata: { owner: "support" } });
      expect(await store.datasets.create("project-a", dataset)).toEqual(dataset);
      expect(await store.datasets.getMany("project-a", ["set-2", "set-1"])).toEqual([null, dataset]);
      expect(await store.datasets.findByName("project-a", "Questions")).toEqual(dataset);
      expect(await store.datasets.getMany("project-b", ["set-1"])).toEqual([null]);
      expect(await store.datasets.findByName("project-b", "Questions")).toBeNull();
      await store.close();
    });

    test("a name is unique in a project", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await expect(store.datasets.create("project-a", makeDataset({ id: "set-2" }))).rejects.toThrow(ConflictError);
      await store.datasets.create("project-b", makeDataset({ id: "set-2" }));
      await store.close();
    });

    test("an update changes given fields, clears null ones and keeps the others", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset({ description: "old", metadata: { a: 1 } }));
      expect(await store.datasets.update("project-a", "set-1", { description: null })).toEqual(
        makeDataset({ metadata: { a: 1 } }),
      );
      expect(await store.datasets.update("project-a", "set-1", { name: "Answers", metadata: { b: 2 } })).toEqual(
        makeDataset({ name: "Answers", metadata: { b: 2 } }),
      );
      expect(await store.datasets.update("project-b", "set-1", { name: "Stolen" })).toBeNull();
      await store.close();
    });

    test("an update cannot take the name of another dataset", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await store.datasets.create("project-a", makeDataset({ id: "set-2", name: "Answers" }));
      await expect(store.datasets.update("project-a", "set-2", { name: "Questions" })).rejects.toThrow(ConflictError);
      await store.close();
    });

    test("items are returned unchanged, in insertion order", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      const items = [
        makeItem({ expectedOutput: { answer: "\u0000 and \ud800" }, stepId: "step-1" }),
        makeItem({
          id: "item-0",
          createdAt: 5,
          intermediarySteps: [{ name: "search", output: null }],
          input: [1, "two"],
        }),
      ];
      expect(await store.datasets.createItems("project-a", items, { at: 12 })).toMatchObject(items);
      expect(await store.datasets.itemsOf("project-a", ["set-2", "set-1"])).toMatchObject([[], items]);
      expect(await store.datasets.getItem("project-a", "item-0")).toMatchObject(items[1] ?? {});
      expect(await store.datasets.getItem("project-b", "item-0")).toBeNull();
      expect(await store.datasets.itemsOf("project-b", ["set-1"])).toEqual([[]]);
      await store.close();
    });

    test("an item with a known id is not changed, and belongs to one dataset", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await store.datasets.create("project-a", makeDataset({ id: "set-2", name: "Answers" }));
      await store.datasets.createItems("project-a", [makeItem()], { at: 12 });
      const other = makeItem({ id: "item-2" });
      const again = [makeItem({ createdAt: 99, input: { question: "How?" } }), other, other];
      expect(await store.datasets.createItems("project-a", again, { at: 12 })).toMatchObject([
        makeItem(),
        other,
        other,
      ]);
      expect(await store.datasets.itemsOf("project-a", ["set-1"])).toMatchObject([[makeItem(), other]]);
      const moved = [makeItem({ id: "item-3", datasetId: "set-2" }), makeItem({ datasetId: "set-2" })];
      await expect(store.datasets.createItems("project-a", moved, { at: 12 })).rejects.toThrow(ConflictError);
      expect(await store.datasets.itemsOf("project-a", ["set-2"])).toEqual([[]]);
      await store.close();
    });

    test("a deleted item is returned and gone", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await store.datasets.createItems("project-a", [makeItem()], { at: 12 });
      expect(await store.datasets.deleteItems("project-b", ["item-1"], 13)).toEqual([null]);
      expect(await store.datasets.deleteItems("project-a", ["item-1"], 13)).toMatchObject([makeItem()]);
      expect(await store.datasets.deleteItems("project-a", ["item-1"], 13)).toEqual([null]);
      expect(await store.datasets.getItem("project-a", "item-1")).toBeNull();
      await store.close();
    });

    test("the reference of a step is the item that an experiment ran, or else that was created from it", async () => {
      const store = await openWithProjects(openStore);
      const { datasets, experiments } = store;
      await datasets.create("project-a", makeDataset());
      const items = [
        makeItem({ stepId: "copied" }),
        makeItem({ id: "item-2" }),
        makeItem({ id: "item-3", stepId: "copied" }),
      ];
      await datasets.createItems("project-a", items, { at: 12 });
      const run = { createdAt: 12, datasetExperimentId: "e", input: null, output: null };
      await experiments.create("project-a", {
        id: "e",
        createdAt: 12,
        name: "e",
        datasetId: "set-1",
        datasetVersion: 1,
        promptExperimentId: null,
        promptId: null,
        params: null,
      });
      for (const [id, datasetItemId] of [
        ["run-1", "item-1"],
        ["run-2", "item-2"],
        ["run-3", "deleted"],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await experiments.createItem("project-a", {
          ...run,
          id,
          datasetItemId,
          experimentRunId: id === "run-3" ? "copied" : "tried",
        });
      }
      const ids = async (project: string) =>
        (await datasets.referencesOf(project, ["tried", "none", "copied"])).map((item) => item?.id ?? null);
      expect(await ids("project-a")).toEqual(["item-2", null, "item-3"]);
      expect(await ids("project-b")).toEqual([null, null, null]);
      await store.close();
    });

    test("items are paged and counted, only in their project", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await store.datasets.createItems(
        "project-a",
        ["item-1", "item-2", "item-3"].map((id) => makeItem({ id })),
        { at: 12 },
      );
      const page = await store.datasets.itemPage("project-a", "set-1", { first: 2, skip: 1 });
      expect(page.map(({ id }) => id)).toEqual(["item-2", "item-3"]);
      expect(await store.datasets.countItems("project-a", ["set-1", "missing"])).toEqual([3, 0]);
      expect(await store.datasets.itemPage("project-b", "set-1", { first: 2, skip: 0 })).toEqual([]);
      expect(await store.datasets.countItems("project-b", ["set-1"])).toEqual([0]);
      await store.close();
    });

    test("an update of an item keeps absent fields, and clears null ones", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await store.datasets.createItems("project-a", [makeItem()], { at: 12 });
      const changed = { ...makeItem(), input: [1], expectedOutput: null };
      const change = { id: "item-1", input: [1], expectedOutput: null, metadata: undefined };
      expect(await store.datasets.updateItems("project-a", [change], 13)).toMatchObject([changed]);
      expect(await store.datasets.getItem("project-a", "item-1")).toMatchObject(changed);
      expect(await store.datasets.updateItems("project-b", [change], 13)).toEqual([null]);
      await store.close();
    });

    test("deleting a dataset deletes its items and frees its name", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await store.datasets.createItems("project-a", [makeItem()], { at: 12 });
      expect(await store.datasets.delete("project-b", "set-1")).toBeNull();
      expect(await store.datasets.delete("project-a", "set-1")).toEqual(makeDataset({ version: 1, itemsAdded: 1 }));
      expect(await store.datasets.getItem("project-a", "item-1")).toBeNull();
      expect(await store.datasets.findByName("project-a", "Questions")).toBeNull();
      await store.datasets.create("project-a", makeDataset({ id: "set-2" }));
      await store.close();
    });

    test("datasets are listed newest first, filtered and counted", async () => {
      const store = await openWithProjects(openStore);
      await store.datasets.create("project-a", makeDataset());
      await store.datasets.create(
        "project-a",
        makeDataset({ id: "set-2", name: "Answers", createdAt: 20, type: "generation" }),
      );
      const all = await store.datasets.list("project-a", { first: 10 });
      expect(all.edges.map(({ node }) => node.id)).toEqual(["set-2", "set-1"]);
      const filters = [{ field: "name", operator: "ilike", value: "quest" }] as const;
      const page = await store.datasets.list("project-a", { first: 10, filters });
      expect(page.edges.map(({ node }) => node.id)).toEqual(["set-1"]);
      expect(await store.datasets.count("project-a", { filters })).toBe(1);
      expect(await store.datasets.count("project-b", {})).toBe(0);
      await store.close();
    });
  });
}
