import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { Filter } from "../list.ts";
import type { OpenStore } from "./open-store.ts";
import { openWithProjects } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

export function describeExperiments(openStore: OpenStore): void {
  describe("experiments", () => {
    test("an experiment is returned unchanged, only in its project", async () => {
      const store = await openWithProjects(openStore);
      const experiment = {
        id: "experiment-1",
        createdAt: 10,
        name: "shorter prompt",
        datasetId: "not-there",
        datasetVersion: null,
        promptExperimentId: "variant-1",
        promptId: null,
        params: [{ temperature: 0 }],
      };
      expect(await store.experiments.create("project-a", experiment)).toEqual(experiment);
      expect(await store.experiments.get("project-a", "experiment-1")).toEqual(experiment);
      expect(await store.experiments.get("project-b", "experiment-1")).toBeNull();
      await store.close();
    });

    test("experiments are listed newest first, filtered by dataset and counted", async () => {
      const store = await openWithProjects(openStore);
      const shared = { promptExperimentId: null, promptId: null, params: null };
      await store.experiments.create("project-a", {
        id: "e1",
        createdAt: 1,
        name: "one",
        datasetId: "d1",
        datasetVersion: null,
        ...shared,
      });
      await store.experiments.create("project-a", {
        id: "e2",
        createdAt: 2,
        name: "two",
        datasetId: null,
        datasetVersion: null,
        ...shared,
      });
      const all = await store.experiments.list("project-a", { first: 10 });
      expect(all.edges.map(({ node }) => node.id)).toEqual(["e2", "e1"]);
      const filters = [{ field: "datasetId", operator: "eq", value: "d1" }] as const;
      const page = await store.experiments.list("project-a", { first: 10, filters });
      expect(page.edges.map(({ node }) => node.id)).toEqual(["e1"]);
      expect(await store.experiments.count("project-a", { filters })).toBe(1);
      expect(await store.experiments.count("project-b", {})).toBe(0);
      await store.close();
    });

    test("items are paged and counted, and their scores averaged by name, only in their project", async () => {
      const store = await openWithProjects(openStore);
      const { scores, experiments } = store;
      const shared = { datasetItemId: null, experimentRunId: null, input: null, output: null };
      for (const id of ["i1", "i2", "i3"]) {
        const datasetExperimentId = id === "i3" ? "e2" : "e1";
        await experiments.createItem("project-a", { id, createdAt: 1, datasetExperimentId, ...shared });
      }
      const judge = { type: "CODE", at: 5 } as const;
      await scores.upsertMany("project-a", [
        { ...judge, id: "s1", name: "exact", value: 1, datasetExperimentItemId: "i1" },
        { ...judge, id: "s2", name: "exact", value: 0, datasetExperimentItemId: "i2" },
        { ...judge, id: "s3", name: "close", value: 0.5, datasetExperimentItemId: "i2" },
        { ...judge, id: "s4", name: "exact", value: 9, datasetExperimentItemId: "i3" },
      ]);
      const page = await experiments.itemPage("project-a", "e1", { first: 5, skip: 1 });
      expect(page.map(({ id }) => id)).toEqual(["i2"]);
      expect(await experiments.countItems("project-a", ["e1", "e2", "missing"])).toEqual([2, 1, 0]);
      expect(await experiments.scoresOf("project-a", ["e1", "missing"])).toEqual([
        [
          { name: "close", count: 1, average: 0.5 },
          { name: "exact", count: 2, average: 0.5 },
        ],
        [],
      ]);
      expect(await experiments.itemPage("project-b", "e1", { first: 5, skip: 0 })).toEqual([]);
      expect(await experiments.scoresOf("project-b", ["e1"])).toEqual([[]]);
      await store.close();
    });

    test("deleting an experiment deletes its items and their scores, but not the dataset and the runs", () =>
      withStore(openStore, async (store) => {
        const { experiments, scores, steps, datasets } = store;
        const bare = { promptExperimentId: null, promptId: null, params: null };
        await datasets.create(project, {
          id: "d",
          createdAt: 1,
          name: "d",
          description: null,
          metadata: null,
          type: "key_value",
        });
        await steps.ingest(project, [{ id: "run", createdAt: 1, type: "run" }]);
        const items = { datasetItemId: null, experimentRunId: "run", input: null, output: null };
        const score = { type: "CODE", at: 5, value: 1, name: "exact", tags: ["t"] } as const;
        for (const id of ["e1", "e2"]) {
          await experiments.create(project, {
            id,
            createdAt: 1,
            name: id,
            datasetId: "d",
            datasetVersion: null,
            ...bare,
          });
          await experiments.createItem(project, { id: `${id}-i`, createdAt: 1, datasetExperimentId: id, ...items });
          await scores.upsertMany(project, [{ ...score, id: `${id}-s`, datasetExperimentItemId: `${id}-i` }]);
        }
        await scores.upsertMany(project, [{ ...score, id: "of run", stepId: "run" }]);
        expect(await experiments.delete(otherProject, "e1", 9)).toBeNull();
        expect(await experiments.delete(project, "e1", 9)).toMatchObject({ id: "e1", datasetId: "d" });
        expect(await experiments.delete(project, "e1", 9)).toBeNull();
        expect([await experiments.get(project, "e1"), await experiments.get(project, "e2")]).toMatchObject([
          null,
          { id: "e2" },
        ]);
        expect(await experiments.getItems(project, ["e1-i", "e2-i"])).toMatchObject([null, { id: "e2-i" }]);
        const ofTag: Filter = { field: "tags", operator: "in", value: ["t"] };
        const left = await scores.list(project, { first: 10, filters: [ofTag] });
        expect(left.edges.map(({ node }) => node.id).toSorted()).toEqual(["e2-s", "of run"]);
        // The same score, sent again, does not restore the deleted one.
        expect(await scores.upsertMany(project, [{ ...score, id: "e1-s", stepId: "run" }])).toEqual([null]);
        expect(await steps.getMany(project, ["run"])).toMatchObject([{ id: "run" }]);
        expect(await datasets.getMany(project, ["d"])).toMatchObject([{ id: "d" }]);
        const scoreCount = { resource: "scores", filters: [] } as const;
        expect(await store.analytics.statistics(project, scoreCount)).toMatchObject({ recordCount: 2 });
      }));

    test("params stay null if not given", async () => {
      const store = await openWithProjects(openStore);
      const bare = {
        id: "experiment-1",
        createdAt: 10,
        name: "bare",
        datasetId: null,
        datasetVersion: null,
        promptExperimentId: null,
        promptId: null,
        params: null,
      };
      await store.experiments.create("project-a", bare);
      expect(await store.experiments.get("project-a", "experiment-1")).toEqual(bare);
      await store.close();
    });

    test("an experiment or item with a known id is not changed, and an item belongs to one experiment", () =>
      withStore(openStore, async ({ experiments }) => {
        const bare = { datasetId: null, datasetVersion: null, promptExperimentId: null, promptId: null, params: null };
        const experiment = { id: "e", createdAt: 1, name: "first", ...bare };
        await experiments.create(project, experiment);
        expect(await experiments.create(project, { ...experiment, createdAt: 2, name: "second" })).toEqual(experiment);
        expect(await experiments.get(project, "e")).toEqual(experiment);
        const shared = { datasetItemId: null, experimentRunId: null, input: 1, output: null };
        const item = { id: "i", createdAt: 1, datasetExperimentId: "e", ...shared };
        await experiments.createItem(project, item);
        expect(await experiments.createItem(project, { ...item, input: 2 })).toEqual(item);
        await expect(experiments.createItem(project, { ...item, datasetExperimentId: "f" })).rejects.toThrow(
          ConflictError,
        );
        expect(await experiments.countItems(project, ["e", "f"])).toEqual([1, 0]);
      }));

    test("an item may refer to a run that has not arrived, and is read by its id among others", async () => {
      const store = await openWithProjects(openStore);
      const item = {
        id: "item-1",
        createdAt: 11,
        datasetExperimentId: "experiment-1",
        datasetItemId: null,
        experimentRunId: "run-to-come",
        input: { question: "Why?" },
        output: "because",
      };
      expect(await store.experiments.createItem("project-a", item)).toEqual(item);
      const other = { ...item, id: "item-2", createdAt: 12 };
      await store.experiments.createItem("project-a", other);
      expect(await store.experiments.getItems("project-a", ["item-2", "missing", "item-1"])).toEqual([
        other,
        null,
        item,
      ]);
      expect(await store.experiments.getItems("project-b", ["item-1", "item-2"])).toEqual([null, null]);
      await store.close();
    });
  });
}
