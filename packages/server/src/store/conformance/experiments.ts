import { describe, expect, test } from "vitest";
import type { OpenStore } from "./open-store.ts";
import { openWithProjects } from "./open-store.ts";

/** Experiments and their items. */
export function describeExperiments(openStore: OpenStore): void {
  describe("experiments", () => {
    test("an experiment comes back equal, in its project alone", async () => {
      const store = await openWithProjects(openStore);
      const experiment = {
        id: "experiment-1",
        createdAt: 10,
        name: "shorter prompt",
        datasetId: "not-there",
        promptExperimentId: "variant-1",
        promptId: null,
        params: [{ temperature: 0 }],
      };
      expect(await store.experiments.create("project-a", experiment)).toEqual(experiment);
      expect(await store.experiments.get("project-a", "experiment-1")).toEqual(experiment);
      expect(await store.experiments.get("project-b", "experiment-1")).toBeNull();
      await store.close();
    });

    test("params stay null when they were not given", async () => {
      const store = await openWithProjects(openStore);
      const bare = {
        id: "experiment-1",
        createdAt: 10,
        name: "bare",
        datasetId: null,
        promptExperimentId: null,
        promptId: null,
        params: null,
      };
      await store.experiments.create("project-a", bare);
      expect(await store.experiments.get("project-a", "experiment-1")).toEqual(bare);
      await store.close();
    });

    test("an item may name a run that is not there yet", async () => {
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
      expect(await store.experiments.getItem("project-a", "item-1")).toEqual(item);
      expect(await store.experiments.getItem("project-b", "item-1")).toBeNull();
      await store.close();
    });
  });
}
