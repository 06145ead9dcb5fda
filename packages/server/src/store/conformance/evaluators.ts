import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { EvaluatorRecord, EvaluatorVersionRecord } from "../evaluators.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const given = { id: "e1", createdAt: 10, updatedAt: 10, name: "faithful", description: null, archivedAt: null };
const evaluator: EvaluatorRecord = { ...given, latestVersionId: "v1" };
const first = {
  id: "v1",
  createdAt: 10,
  description: "first",
  kind: "LLM",
  target: "STEP",
  scoreName: "faithfulness",
  definition: {
    promptId: null,
    messages: [{ role: "user", content: "Is {{output}} faithful?" }],
    inputs: [{ name: "output", path: "output" }],
    labels: [
      { label: "yes", value: 1 },
      { label: "no", value: 0 },
    ],
    minimum: null,
    maximum: null,
    connectionId: "c",
    model: "m",
    settings: { temperature: 0 },
  },
} as const;
const version: EvaluatorVersionRecord = { ...first, evaluatorId: "e1", number: 1 };
const code = {
  ...first,
  id: "v2",
  createdAt: 20,
  evaluatorId: "e1",
  kind: "CODE",
  definition: { language: "TYPESCRIPT", source: "export default () => ({ value: 1 })" },
} as const;

const create = (store: Store, id = "e1", name = "faithful"): Promise<EvaluatorRecord> =>
  store.evaluators.create(project, { ...given, id, name }, { ...first, id: `${id}-v1` }, 2);

export function describeEvaluators(openStore: OpenStore): void {
  describe("evaluators", () => {
    test("an evaluator and its version are returned unchanged, only in their project", () =>
      withStore(openStore, async ({ evaluators }) => {
        expect(await evaluators.create(project, given, first, 9)).toEqual(evaluator);
        expect(await evaluators.all(project)).toEqual([evaluator]);
        expect(await evaluators.get(project, "e1")).toEqual(evaluator);
        expect(await evaluators.findByName(project, "faithful")).toEqual(evaluator);
        expect(await evaluators.getVersions(project, ["v1", "none"])).toEqual([version, null]);
        expect(await evaluators.all(otherProject)).toEqual([]);
        expect(await evaluators.get(otherProject, "e1")).toBeNull();
        expect(await evaluators.findByName(otherProject, "faithful")).toBeNull();
        expect(await evaluators.getVersions(otherProject, ["v1"])).toEqual([null]);
        expect(await evaluators.newestVersions(otherProject, "e1", { first: 9, skip: 0 })).toEqual([]);
      }));

    test("versions are numbered, listed newest first, and not repeated for the same content", () =>
      withStore(openStore, async ({ evaluators }) => {
        await evaluators.create(project, given, first, 9);
        const second = { ...code, number: 2 };
        expect(await evaluators.addVersion(project, { ...first, id: "same", evaluatorId: "e1" }, 9)).toEqual(version);
        expect(await evaluators.addVersion(project, code, 9)).toEqual(second);
        expect(await evaluators.addVersion(project, { ...code, id: "same", description: "other" }, 9)).toEqual(second);
        expect(await evaluators.addVersion(project, { ...first, id: "v3", evaluatorId: "e1" }, 9)).toMatchObject({
          number: 3,
        });
        expect(await evaluators.get(project, "e1")).toEqual({ ...evaluator, latestVersionId: "v3", updatedAt: 20 });
        const page = await evaluators.newestVersions(project, "e1", { first: 2, skip: 1 });
        expect(page).toEqual([second, version]);
        await expect(evaluators.addVersion(project, { ...code, id: "v4" }, 9, second.id)).rejects.toThrow(
          "newer version",
        );
        await expect(evaluators.addVersion(project, { ...code, id: "v4" }, 3)).rejects.toThrow(ConflictError);
        expect(await evaluators.addVersion(otherProject, { ...code, id: "v4" }, 9)).toBeNull();
      }));

    test("versions added concurrently have different numbers", () =>
      withStore(openStore, async ({ evaluators }) => {
        await evaluators.create(project, given, first, 9);
        const ids = ["a", "b", "c", "d"];
        const added = await Promise.all(
          ids.map((id) => evaluators.addVersion(project, { ...code, id, scoreName: id }, 9)),
        );
        expect(added.map((each) => each?.number).toSorted()).toEqual([2, 3, 4, 5]);
        const [newest] = await evaluators.newestVersions(project, "e1", { first: 1, skip: 0 });
        expect((await evaluators.get(project, "e1"))?.latestVersionId).toBe(newest?.id);
        const based = await Promise.allSettled(
          ["e", "f"].map((id) => evaluators.addVersion(project, { ...code, id, scoreName: id }, 9, newest?.id)),
        );
        expect(based.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      }));

    test("a taken name and an evaluator beyond the limit are conflicts", () =>
      withStore(openStore, async (store) => {
        await create(store);
        await expect(create(store, "e2")).rejects.toThrow(ConflictError);
        await create(store, "e2", "other");
        await expect(create(store, "e3", "third")).rejects.toThrow("at most 2");
        const change = { name: "faithful", description: null, archivedAt: null, updatedAt: 20 };
        await expect(store.evaluators.update(project, "e2", change)).rejects.toThrow(ConflictError);
        await store.evaluators.create(otherProject, given, first, 2);
      }));

    test("an update changes name, description and archiving", () =>
      withStore(openStore, async ({ evaluators }) => {
        await evaluators.create(project, given, first, 9);
        const change = { name: "true", description: "d", archivedAt: 20, updatedAt: 20 };
        expect(await evaluators.update(otherProject, "e1", change)).toBeNull();
        expect(await evaluators.update(project, "e1", change)).toEqual({ ...evaluator, ...change });
        expect(await evaluators.findByName(project, "true")).toEqual({ ...evaluator, ...change });
      }));

    test("a deleted evaluator is gone with its versions; its scores stay", () =>
      withStore(openStore, async ({ evaluators, scores }) => {
        await evaluators.create(project, given, first, 9);
        const score = { name: "faithfulness", type: "AI", value: 1, stepId: "s", evaluatorVersionId: "v1" } as const;
        await scores.upsertMany(project, [
          { ...score, id: "a", at: 10 },
          { ...score, id: "b", at: 20 },
          { ...score, id: "c", at: 30, evaluatorVersionId: "other" },
        ]);
        const idsOf = async (ids: readonly string[], count: number, of = project): Promise<string[][]> =>
          (await scores.ofEvaluators(of, ids, count)).map((list) => list.map(({ id }) => id));
        expect(await idsOf(["unknown", "e1"], 9)).toEqual([[], ["b", "a"]]);
        expect(await idsOf(["e1"], 1)).toEqual([["b"]]);
        expect(await idsOf(["e1"], 9, otherProject)).toEqual([[]]);
        expect(await evaluators.delete(otherProject, "e1")).toBeNull();
        expect(await evaluators.delete(project, "e1")).toEqual(evaluator);
        expect(await evaluators.all(project)).toEqual([]);
        expect(await evaluators.getVersions(project, ["v1"])).toEqual([null]);
        expect(await idsOf(["e1"], 9)).toEqual([[]]);
        expect(await scores.getMany(project, ["a"])).toMatchObject([{ evaluatorVersionId: "v1" }]);
        expect(await evaluators.delete(project, "e1")).toBeNull();
      }));
  });
}
