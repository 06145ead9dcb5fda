import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { ScoreSchemaRecord } from "../score-schemas.ts";
import { iterate } from "./iterate.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const helpful: ScoreSchemaRecord = {
  id: "schema-1",
  createdAt: 10,
  updatedAt: 10,
  name: "helpful",
  description: null,
  type: "CATEGORICAL",
  categories: [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ],
  minimum: null,
  maximum: null,
  direction: "HIGHER_IS_BETTER",
};
const accuracy: ScoreSchemaRecord = {
  ...helpful,
  id: "schema-2",
  name: "accuracy",
  type: "CONTINUOUS",
  categories: null,
  minimum: 0,
  maximum: 0.5,
  direction: "LOWER_IS_BETTER",
};

export function describeScoreSchemas(openStore: OpenStore): void {
  describe("score schemas", () => {
    test("schemas are returned unchanged, by name, only in their project", () =>
      withStore(openStore, async (store) => {
        expect(await store.scoreSchemas.create(project, helpful, 2)).toEqual(helpful);
        await store.scoreSchemas.create(project, accuracy, 2);
        expect(await store.scoreSchemas.all(project)).toEqual([accuracy, helpful]);
        expect(await store.scoreSchemas.findByName(project, "helpful")).toEqual(helpful);
        expect(await store.scoreSchemas.all(otherProject)).toEqual([]);
        expect(await store.scoreSchemas.findByName(otherProject, "helpful")).toBeNull();
      }));

    test("facets count the labels of scores, and the category of a score without a label", () =>
      withStore(openStore, async (store) => {
        await store.scoreSchemas.create(project, helpful, 2);
        const write = { at: 1, createdAt: 1, name: "helpful", type: "HUMAN", value: 1 } as const;
        await store.steps.ingest(project, [
          { id: "a", createdAt: 1, threadId: "t", type: "llm", generation: { model: "m" } },
          { id: "b", createdAt: 2, threadId: "t", type: "llm", generation: { model: "m" } },
          { id: "c", createdAt: 3, threadId: "u", type: "llm", generation: { model: "m" } },
        ]);
        await store.scores.upsertMany(project, [
          { ...write, id: "1", stepId: "a" },
          { ...write, id: "2", stepId: "a", label: "yes" },
          { ...write, id: "3", stepId: "a", label: "very" },
          { ...write, id: "4", generationId: "b", value: 0 },
          { ...write, id: "5", stepId: "b", value: 0.5 },
          { ...write, id: "6", stepId: "c", name: "other" },
          { ...write, id: "7", stepId: "c", name: "other", label: "yes" },
          { ...write, id: "8", threadId: "u", label: "yes" },
        ]);
        const count = async (resource: "steps" | "generations" | "threads") => {
          const facets = ["helpful", "other", "unknown"].map((path) => ({ field: "scoreLabel" as const, path }));
          const query = { resource, filters: [], facets: [...facets, { field: "scoreName" as const }], limit: 9 };
          return (await store.analytics.facets(project, query)).facets.map(({ values, missingCount }) => [
            ...values.map((each) => `${each.value} ${each.count}`),
            missingCount,
          ]);
        };
        const ofSteps = [["no 1", "very 1", "yes 1", 1], ["yes 1", 2], [3], ["helpful 2", "other 1", 0]];
        expect(await count("steps")).toEqual(ofSteps);
        expect(await count("generations")).toEqual(ofSteps);
        expect(await count("threads")).toEqual([
          ["yes 2", "no 1", "very 1", 0],
          ["yes 1", 1],
          [2],
          ["helpful 2", "other 1", 0],
        ]);
      }));

    test("a taken name and a schema beyond the limit are conflicts", () =>
      withStore(openStore, async (store) => {
        await store.scoreSchemas.create(project, helpful, 2);
        await expect(store.scoreSchemas.create(project, { ...helpful, id: "other" }, 2)).rejects.toThrow(ConflictError);
        await store.scoreSchemas.create(project, accuracy, 2);
        const third = { ...helpful, id: "schema-3", name: "third" };
        await expect(store.scoreSchemas.create(project, third, 2)).rejects.toThrow("at most 2");
        await store.scoreSchemas.create(otherProject, helpful, 2);
      }));

    test("an update replaces all but id and creation time, and cannot take the name of another schema", () =>
      withStore(openStore, async (store) => {
        await store.scoreSchemas.create(project, helpful, 9);
        await store.scoreSchemas.create(project, accuracy, 9);
        const { id: _id, createdAt: _createdAt, ...change } = { ...accuracy, name: "useful", updatedAt: 20 };
        const changed = { ...change, id: "schema-1", createdAt: 10 };
        expect(await store.scoreSchemas.update(project, "schema-1", change)).toEqual(changed);
        expect(await store.scoreSchemas.findByName(project, "useful")).toEqual(changed);
        const taken = store.scoreSchemas.update(project, "schema-1", { ...change, name: "accuracy" });
        await expect(taken).rejects.toThrow(ConflictError);
        expect(await store.scoreSchemas.update(otherProject, "schema-1", change)).toBeNull();
      }));

    test("a deleted schema is gone, and another project cannot delete it", () =>
      withStore(openStore, async (store) => {
        await store.scoreSchemas.create(project, helpful, 9);
        expect(await store.scoreSchemas.delete(otherProject, "schema-1")).toBeNull();
        expect(await store.scoreSchemas.delete(project, "schema-1")).toEqual(helpful);
        expect(await store.scoreSchemas.all(project)).toEqual([]);
        expect(await store.scoreSchemas.delete(project, "schema-1")).toBeNull();
      }));

    test("schemas are exported with their direction; those of earlier versions get the default", () =>
      withStore(openStore, async (store) => {
        await store.scoreSchemas.create(project, accuracy, 9);
        const exported = [];
        for await (const each of store.exportRecords(project)) exported.push(each);
        await store.importRecords(otherProject, iterate(exported));
        expect(await store.scoreSchemas.all(otherProject)).toEqual([accuracy]);
        await store.scoreSchemas.delete(otherProject, accuracy.id);
        const earlier = exported.map(({ kind, record: { direction: _later, ...record } }) => ({ kind, record }));
        await store.importRecords(otherProject, iterate(earlier));
        expect(await store.scoreSchemas.all(otherProject)).toEqual([{ ...accuracy, direction: "HIGHER_IS_BETTER" }]);
      }));
  });
}
