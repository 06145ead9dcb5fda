import { describe, expect, test } from "vitest";
import type { ScoreRecord, ScoreWrite } from "../scores.ts";
import type { Filter } from "../list.ts";
import { expectFilters, type FilterCase } from "./filters.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const write: ScoreWrite = {
  id: "c",
  at: 10,
  name: "ok",
  type: "HUMAN",
  value: 1,
  comment: "good",
  tags: ["x"],
  stepId: "s",
};
const record: ScoreRecord = {
  id: "c",
  createdAt: 10,
  updatedAt: 10,
  name: "ok",
  type: "HUMAN",
  value: 1,
  label: null,
  scorer: null,
  comment: "good",
  tags: ["x"],
  stepId: "s",
  generationId: null,
  threadId: null,
  datasetExperimentItemId: null,
  evaluatorVersionId: null,
  evaluationRuleId: null,
  labeledBy: null,
  supersededJudgments: null,
};

export function describeScores(openStore: OpenStore): void {
  describe("scores", () => {
    test("a score is merged by id, and its subject need not exist", () =>
      withStore(openStore, async ({ scores }) => {
        expect(await scores.upsertMany(project, [write])).toEqual([record]);
        const again = { id: "c", at: 20, name: "ok", type: "HUMAN", value: 0, comment: null } as const;
        const merged = { ...record, updatedAt: 20, value: 0, comment: null };
        expect(await scores.upsertMany(project, [again])).toEqual([merged]);
        expect(await scores.getMany(project, ["c", "d"])).toEqual([merged, null]);
        expect(await scores.getMany(otherProject, ["c"])).toEqual([null]);
      }));

    test("a given creation time applies only to a new score", () =>
      withStore(openStore, async ({ scores }) => {
        const old = { ...record, createdAt: 5 };
        expect(await scores.upsertMany(project, [{ ...write, createdAt: 5 }])).toEqual([old]);
        const again = { ...write, at: 20, createdAt: 7 };
        expect(await scores.upsertMany(project, [again])).toEqual([{ ...old, updatedAt: 20 }]);
      }));

    test("a judgment supersedes the one before, and moves the score to its time", () =>
      withStore(openStore, async ({ scores, analytics }) => {
        const judge = async (at: number, value: number, given: Partial<ScoreWrite> = {}) =>
          (await scores.upsertMany(project, [{ ...write, ...given, at, value, isJudgment: true }]))[0];
        expect(await judge(10, 1, { label: "yes" })).toEqual({ ...record, label: "yes" });
        const first = { value: 1, label: "yes", comment: "good", createdAt: 10 };
        const again = { ...record, value: 0, label: "no", comment: null, createdAt: later, updatedAt: later };
        const second = { ...again, supersededJudgments: [first] };
        expect(await judge(later, 0, { label: "no", comment: null })).toEqual(second);
        // Stores the same judgment again, which changes nothing.
        expect(await judge(later, 0, { label: "no", comment: null })).toEqual(second);
        // An update corrects the current judgment. Unlike a new judgment, it does not supersede the current judgment.
        const corrected = { ...second, value: 3, updatedAt: later + 1 };
        expect(await scores.update(project, "c", { value: 3, updatedAt: later + 1 })).toEqual(corrected);
        expect(await scores.getMany(project, ["c"])).toEqual([corrected]);
        expect(await judge(later + 2, 5)).toMatchObject({
          supersededJudgments: [{ value: 3, label: "no", comment: null, createdAt: later }, first],
        });
        const idsOf = async (filter: Filter): Promise<string[]> =>
          (await scores.list(project, { first: 9, filters: [filter] })).edges.map(({ node }) => node.id);
        expect(await idsOf({ field: "tags", operator: "in", value: ["x"] })).toEqual(["c"]);
        expect(await idsOf({ field: "value", operator: "lt", value: 5 })).toEqual([]);
        const metrics = ["scoreCount", "scoreAverage"] as const;
        const hours = { from: 0, to: 2 * later, maxPoints: 2, bucketLength: later, offset: 0, groupLimit: 1 };
        const valuesOf = async () => (await analytics.timeSeries(project, { metrics, ...hours })).lines;
        const inSecondHour = [{ values: [0, 1] }, { values: [null, 5] }];
        expect(await valuesOf()).toMatchObject(inSecondHour);
        await analytics.settle();
        expect(await valuesOf()).toMatchObject(inSecondHour);
      }));

    test("a judgment that is stored after a newer one is an earlier judgment, and the score stays at its time", () =>
      withStore(openStore, async ({ scores, analytics }) => {
        const judge = async (at: number, value: number) =>
          (await scores.upsertMany(project, [{ ...write, at, value, isJudgment: true }]))[0];
        const superseded = (...values: readonly number[]) =>
          values.map((value) => ({ value, label: null, comment: "good", createdAt: value }));
        await judge(later, 5);
        await judge(later + 20, 7);
        const newest = { value: 7, createdAt: later + 20, updatedAt: later + 20 };
        expect(await judge(10, 10)).toMatchObject({
          ...newest,
          supersededJudgments: [{ value: 5, createdAt: later }, ...superseded(10)],
        });
        // The same judgment, stored again.
        expect((await judge(10, 10))?.supersededJudgments).toHaveLength(2);
        expect((await judge(later, 5))?.supersededJudgments).toHaveLength(2);
        expect(await judge(20, 20)).toMatchObject({
          ...newest,
          supersededJudgments: [{ value: 5, createdAt: later }, ...superseded(20, 10)],
        });
        const metrics = ["scoreCount", "scoreAverage"] as const;
        const hours = { from: 0, to: 2 * later, maxPoints: 2, bucketLength: later, offset: 0, groupLimit: 1 };
        const valuesOf = async () => (await analytics.timeSeries(project, { metrics, ...hours })).lines;
        const inSecondHour = [{ values: [0, 1] }, { values: [null, 7] }];
        expect(await valuesOf()).toMatchObject(inSecondHour);
        await analytics.settle();
        expect(await valuesOf()).toMatchObject(inSecondHour);
      }));

    test("a score has the rule that made its newest judgment", () =>
      withStore(openStore, async ({ scores }) => {
        const judge = async (at: number, evaluationRuleId: string | null) =>
          (await scores.upsertMany(project, [{ ...write, at, evaluationRuleId, isJudgment: true }]))[0];
        const ofRule = async (value: string): Promise<string[]> => {
          const filters: Filter[] = [{ field: "evaluationRuleId", operator: "eq", value }];
          return (await scores.list(project, { first: 9, filters })).edges.map(({ node }) => node.id);
        };
        expect(await judge(10, "r1")).toMatchObject({ evaluationRuleId: "r1" });
        expect([await ofRule("r1"), await ofRule("r2")]).toEqual([["c"], []]);
        expect(await judge(later, "r2")).toMatchObject({ evaluationRuleId: "r2" });
        // An older judgment that is stored later.
        expect(await judge(20, "r1")).toMatchObject({ evaluationRuleId: "r2" });
        expect([await ofRule("r1"), await ofRule("r2")]).toEqual([[], ["c"]]);
        expect(await judge(later + 1, null)).toMatchObject({ evaluationRuleId: null });
        expect(await ofRule("r2")).toEqual([]);
      }));

    test("the newest 20 earlier judgments are kept, with comments of at most 100,000 characters", () =>
      withStore(openStore, async ({ scores }) => {
        const judge = async (at: number, comment: string): Promise<readonly number[] | undefined> => {
          const [score] = await scores.upsertMany(project, [{ ...write, at, comment, isJudgment: true }]);
          return score?.supersededJudgments?.map(({ createdAt }) => createdAt);
        };
        for (let at = 1; at <= 22; at++) {
          // oxlint-disable-next-line no-await-in-loop -- one judgment after the other
          await judge(at, "");
        }
        expect(await judge(23, "x".repeat(99_999))).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index));
        expect((await judge(24, "yy"))?.length).toBe(20);
        expect(await judge(25, "z")).toEqual([24]);
        expect(await judge(26, "z".repeat(100_000))).toEqual([25, 24]);
        expect(await judge(27, "")).toEqual([26]);
      }));

    test("updating changes the value and its time, and the comment if given", () =>
      withStore(openStore, async ({ scores }) => {
        await scores.upsertMany(project, [write]);
        expect(await scores.update(project, "c", { value: 3, updatedAt: 30 })).toEqual({
          ...record,
          value: 3,
          updatedAt: 30,
        });
        expect((await scores.update(project, "c", { value: 3, comment: null, updatedAt: 31 }))?.comment).toBeNull();
        expect(await scores.update(otherProject, "c", { value: 9, updatedAt: 30 })).toBeNull();
      }));

    test("the scores of a step include the scores of its generation, oldest first", () =>
      withStore(openStore, async ({ scores }) => {
        await scores.upsertMany(project, [
          { ...write, id: "late", at: 30 },
          { ...write, id: "generation", at: 20, stepId: null, generationId: "s" },
          { ...write, id: "experiment", at: 10, stepId: null, datasetExperimentItemId: "i" },
        ]);
        const ids = (found: readonly ScoreRecord[][]): string[][] => found.map((each) => each.map((score) => score.id));
        expect(ids(await scores.ofSteps(project, ["s", "t"]))).toEqual([["generation", "late"], []]);
        expect(ids(await scores.ofExperimentItems(project, ["i", "s"]))).toEqual([["experiment"], []]);
        expect(ids(await scores.ofSteps(otherProject, ["s"]))).toEqual([[]]);
      }));

    test("a score of one step and the generation of another belongs to both", () =>
      withStore(openStore, async ({ scores }) => {
        await scores.upsertMany(project, [{ ...write, generationId: "t" }]);
        expect(await scores.ofSteps(project, ["t"])).toMatchObject([[{ id: "c" }]]);
        expect(await scores.ofSteps(project, ["s", "t"])).toMatchObject([[{ id: "c" }], [{ id: "c" }]]);
      }));

    test("a batch merges new, known and deleted scores in its order", () =>
      withStore(openStore, async ({ scores }) => {
        await scores.upsertMany(project, [write, { ...write, id: "gone" }]);
        await scores.delete(project, "gone", 15);
        const batch: ScoreWrite[] = [
          { ...write, id: "z", at: 20, value: 1 },
          { ...write, id: "gone", at: 20 },
          { ...write, at: 20, value: 2 },
          { ...write, id: "a", at: 20, value: 3 },
          { ...write, id: "z", at: 21, value: 4, comment: undefined },
        ];
        const results = await scores.upsertMany(project, batch);
        expect(results.map((score) => score?.value ?? null)).toEqual([1, null, 2, 3, 4]);
        expect(results.at(-1)).toEqual({ ...record, id: "z", createdAt: 20, updatedAt: 21, value: 4 });
        // Scores with the same time keep the order of the batch.
        expect((await scores.ofSteps(project, ["s"]))[0]?.map(({ id }) => id)).toEqual(["c", "z", "a"]);
      }));

    test("batches with the same new scores in opposite orders are all stored", () =>
      withStore(openStore, async ({ scores }) => {
        const batch = Array.from({ length: 40 }, (_, index) => ({ ...write, id: `c${index}` }));
        const batches = [batch, batch.toReversed(), batch, batch.toReversed()];
        const results = await Promise.all(batches.map((each) => scores.upsertMany(project, each)));
        expect(results.flat().every((score) => score !== null)).toBe(true);
        expect(await scores.count(project, {})).toBe(40);
      }));

    test("the newest scores of the steps of threads, all or those with some names", () =>
      withStore(openStore, async ({ scores, steps }) => {
        await steps.ingest(project, [
          { id: "s", createdAt: 1, threadId: "t" },
          { id: "s2", createdAt: 2, threadId: "t" },
          { id: "s3", createdAt: 3, threadId: "u" },
        ]);
        await scores.upsertMany(project, [
          write,
          { ...write, id: "newest", at: 30, stepId: "s2", generationId: "s2" },
          { ...write, id: "of generation", at: 20, name: "tone", stepId: null, generationId: "s" },
          { ...write, id: "of thread", at: 40, stepId: null, threadId: "t" },
          { ...write, id: "other", at: 5, stepId: "s3" },
        ]);
        const newest = async (options: { readonly first: number; readonly names?: readonly string[] }) =>
          (await scores.ofStepsOfThreads(project, ["unknown", "u", "t"], options)).map((each) =>
            each.map(({ id }) => id),
          );
        const expectNewest = async (): Promise<void> => {
          expect(await newest({ first: 9 })).toEqual([[], ["other"], ["newest", "of generation", "c"]]);
          expect(await newest({ first: 1 })).toEqual([[], ["other"], ["newest"]]);
          expect(await newest({ first: 9, names: ["tone", "unknown"] })).toEqual([[], [], ["of generation"]]);
        };
        await expectNewest();
        // The store may find the scores in another way if the threads have many more steps than the project has scores.
        const more = Array.from({ length: 60 }, (_, index) => ({ id: `more ${index}`, createdAt: 4, threadId: "t" }));
        await steps.ingest(project, more);
        await expectNewest();
        expect(await scores.ofStepsOfThreads(otherProject, ["t"], { first: 9 })).toEqual([[]]);
      }));

    test("a thread can have scores of its own, besides those of its steps", () =>
      withStore(openStore, async ({ scores, steps, threads, analytics }) => {
        for (const [id, participant] of [
          ["t", "ann"],
          ["u", "bob"],
          ["v", null],
        ] as const) {
          await threads.upsert(project, { id, createdAt: 1, participant, newUserId: `user ${id}` });
        }
        await steps.ingest(project, [{ id: "s", createdAt: 2, threadId: "u" }]);
        const ofThread = { ...write, stepId: null, threadId: "t" };
        expect(await scores.upsertMany(project, [ofThread])).toEqual([{ ...record, stepId: null, threadId: "t" }]);
        await scores.upsertMany(project, [
          { ...ofThread, id: "later", at: 20, value: 0.5, name: "tone" },
          { ...write, id: "of step", value: 0.5 },
          { ...ofThread, id: "to come", threadId: "unknown" },
        ]);
        const found = await scores.ofThreads(project, ["t", "u", "unknown"]);
        expect(found.map((each) => each.map(({ id }) => id))).toEqual([["c", "later"], [], ["to come"]]);
        expect(await scores.ofThreads(otherProject, ["t"])).toEqual([[]]);
        expect(await scores.ofSteps(project, ["s", "t"])).toMatchObject([[{ id: "of step" }], []]);

        const listed = async (filters: readonly Filter[]) =>
          (await scores.list(project, { filters, first: 9 })).edges.map(({ node }) => node.id).toSorted();
        expect(await listed([{ field: "threadId", operator: "eq", value: "t" }])).toEqual(["c", "later"]);
        expect(await listed([{ field: "threadId", operator: "is", value: null }])).toEqual(["of step"]);
        expect(await listed([{ field: "participant", operator: "in", value: ["ann"] }])).toEqual(["c", "later"]);

        const scored = async (filter: Omit<Filter, "field">) => {
          const filters = [{ field: "scoreValue", ...filter }];
          return (await threads.list(project, { filters, first: 9 })).edges.map(({ node }) => node.id).toSorted();
        };
        expect(await scored({ operator: "eq", value: 1, path: "ok" })).toEqual(["t"]);
        expect(await scored({ operator: "eq", value: 0.5 })).toEqual(["t", "u"]);
        expect(await scored({ operator: "eq", value: 0.5, path: "tone" })).toEqual(["t"]);
        expect(await scored({ operator: "is", value: null })).toEqual(["v"]);
        const facets = [{ field: "scoreName" as const }];
        const counted = await analytics.facets(project, { resource: "threads", filters: [], facets, limit: 9 });
        expect(counted.facets[0]?.values).toMatchObject([
          { value: "ok", count: 2 },
          { value: "tone", count: 1 },
        ]);
        const values = { resource: "scores", filters: [], facets: [{ field: "value" as const }], limit: 9 } as const;
        expect((await analytics.facets(project, values)).facets[0]).toEqual({
          field: "value",
          path: null,
          values: [
            { value: "0.5", json: 0.5, count: 2 },
            { value: "1", json: 1, count: 2 },
          ],
          valueCount: 2,
          missingCount: 0,
        });
        const statistics = await analytics.statistics(project, { resource: "threads", filters: [] });
        expect(statistics.scores).toEqual([
          { name: "ok", count: 2, average: 0.75 },
          { name: "tone", count: 1, average: 0.5 },
        ]);
        const averages = async () => {
          const range = { from: 0, to: 60_000, maxPoints: 1, offset: 0, groupLimit: 9 };
          const metrics = ["scoreCount", "scoreAverage"] as const;
          const series = await analytics.timeSeries(project, { ...range, metrics, groupBy: "scoreName" });
          return series.lines.flatMap(({ group, total }) => (group === "ok" ? [total] : []));
        };
        expect(await averages()).toEqual([3, 2.5 / 3]);

        await threads.delete(project, "t", 50);
        expect(await averages()).toEqual([2, 0.75]);
        expect((await scores.getMany(project, ["c", "later", "of step"])).map((each) => each?.id)).toEqual([
          undefined,
          undefined,
          "of step",
        ]);
        expect(await scores.upsertMany(project, [ofThread])).toEqual([null]);
      }));

    test("scores are ordered by value, also with filters and across pages", () =>
      withStore(openStore, async ({ scores }) => {
        const values = [0.5, -1, 3.25, 0, 0.5, 1e300, 0.1, -2.5];
        await scores.upsertMany(
          project,
          values.map((value, index) => ({
            ...write,
            id: `${index}`,
            value,
            name: index % 2 === 0 ? "even" : "odd",
            type: index < 4 ? "AI" : "CODE",
          })),
        );
        await scores.upsertMany(otherProject, [{ ...write, id: "z", value: 2 }]);
        const read = async (direction: "ASC" | "DESC", ...filters: readonly Filter[]): Promise<string> => {
          const ids: string[] = [];
          for (let after: string | undefined; ;) {
            const orderBy = { column: "value", direction };
            // oxlint-disable-next-line no-await-in-loop -- one page after the other
            const page = await scores.list(project, { first: 2, after, orderBy, filters });
            ids.push(...page.edges.map(({ node }) => node.id));
            after = page.edges.at(-1)?.cursor;
            if (!page.hasNextPage) return ids.join(" ");
          }
        };
        expect(await read("ASC")).toBe("7 1 3 6 0 4 2 5");
        expect(await read("DESC")).toBe("5 2 4 0 6 3 1 7");
        const even: Filter = { field: "name", operator: "eq", value: "even" };
        expect(await read("ASC", even)).toBe("6 0 4 2");
        expect(await read("DESC", even, { field: "type", operator: "eq", value: "CODE" })).toBe("4 6");
        expect(await read("DESC", { ...even, operator: "in", value: ["even"] })).toBe("2 4 0 6");
        expect(await read("DESC", { ...even, operator: "in", value: ["odd", "even"] })).toBe("5 2 4 0 6 3 1 7");
        expect(await read("ASC", { ...even, operator: "ilike", value: "D" })).toBe("7 1 3 5");
        expect(await read("ASC", { field: "value", operator: "gte", value: 0.5 }, even)).toBe("0 4 2");
        expect(await read("DESC", { field: "value", operator: "lt", value: 0.5 })).toBe("6 3 1 7");
        await scores.update(project, "4", { value: -7, updatedAt: 60 });
        expect(await read("ASC", even)).toBe("4 6 0 2");
      }));

    test("a deleted score is not restored", () =>
      withStore(openStore, async ({ scores }) => {
        await scores.upsertMany(project, [write]);
        expect(await scores.delete(project, "c", 40)).toEqual(record);
        expect(await scores.delete(project, "c", 41)).toBeNull();
        expect(await scores.upsertMany(project, [write, { ...write, id: "d" }])).toMatchObject([null, { id: "d" }]);
      }));

    test("a score is not stored for a deleted step or thread, or if it was deleted itself", () =>
      withStore(openStore, async ({ scores, steps, threads }) => {
        await threads.upsert(project, { id: "t", createdAt: 1, newUserId: "u" });
        await steps.ingest(project, [
          { id: "s", createdAt: 1 },
          { id: "in thread", createdAt: 1, threadId: "t" },
        ]);
        const store = (change: Partial<ScoreWrite>) => scores.upsertUnlessDeleted(project, { ...write, ...change });
        expect(await store({})).toEqual(record);
        expect(await store({ at: 20, value: 0, comment: null })).toMatchObject({
          value: 0,
          comment: null,
          updatedAt: 20,
        });
        expect(await store({ id: "of thread", stepId: null, threadId: "t" })).toMatchObject({ threadId: "t" });
        expect(await store({ id: "early", stepId: "to come" })).toMatchObject({ stepId: "to come" });
        await scores.delete(project, "c", 30);
        expect(await store({})).toBeNull();
        await steps.delete(project, "s", 30);
        await threads.delete(project, "t", 30);
        expect(await store({ id: "later" })).toBeNull();
        expect(await store({ id: "in thread", stepId: "in thread" })).toBeNull();
        expect(await store({ id: "of thread 2", stepId: null, threadId: "t" })).toBeNull();
        expect(await scores.upsertUnlessDeleted(otherProject, write)).toEqual(record);
        expect(await scores.count(project, {})).toBe(1);
      }));

    test("every filter finds its scores", () =>
      withStore(openStore, async ({ scores, steps, threads }) => {
        await threads.upsert(project, { id: "t", createdAt: 1, participant: "ann", newUserId: "u1" });
        await steps.ingest(project, [{ id: "s", createdAt: 1, threadId: "t" }]);
        await scores.upsertMany(project, [
          { ...write, id: "a" },
          {
            id: "b",
            at: 20,
            name: "tone",
            type: "AI",
            value: 0.5,
            tags: ["y"],
            label: "calm",
            scorer: "judge",
            evaluatorVersionId: "v1",
            evaluationRuleId: "r1",
            datasetExperimentItemId: "i",
          },
        ]);
        await scores.upsertMany(otherProject, [{ ...write, id: "z" }]);
        await expectFilters("scores", scores, filterCases);
      }));
  });
}

/** Start of the second hour of 1970, in epoch milliseconds. */
const later = 3_600_000;

const filterCases: readonly FilterCase[] = [
  [["id", "eq", "a"], "a"],
  [["createdAt", "gt", 10], "b"],
  [["name", "eq", "ok"], "a"],
  [["name", "ilike", "TON"], "b"],
  [["value", "lt", 1], "b"],
  [["value", "eq", 1], "a"],
  [["type", "eq", "AI"], "b"],
  [["type", "neq", "AI"], "a"],
  [["label", "eq", "calm"], "b"],
  [["label", "neq", "calm"], "a"],
  [["scorer", "in", ["judge"]], "b"],
  [["evaluatorVersionId", "eq", "v1"], "b"],
  [["evaluatorVersionId", "in", ["v1", "v2"]], "b"],
  [["evaluatorVersionId", "is", null], "a"],
  [["evaluationRuleId", "eq", "r1"], "b"],
  [["evaluationRuleId", "in", ["r1", "r2"]], "b"],
  [["evaluationRuleId", "is", null], "a"],
  [["datasetExperimentItemId", "eq", "i"], "b"],
  [["datasetExperimentItemId", "is", null], "a"],
  [["comment", "ilike", "GOOD"], "a"],
  [["comment", "is", null], "b"],
  [["tags", "in", ["x", "y"]], "a b"],
  [["tags", "nin", ["x"]], "b"],
  [["participant", "in", ["ann"]], "a"],
  [["participant", "in", ["u1"]], "a"],
  [["participant", "is", null], "b"],
  [["stepId", "eq", "s"], "a"],
  [["stepId", "is", null], "b"],
  [["threadId", "eq", "t"], ""],
  [["threadId", "is", null], "a b"],
];
