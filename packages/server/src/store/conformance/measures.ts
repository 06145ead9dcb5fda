import { array, assert as assertProperty, asyncProperty, constantFrom, integer, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { byInputs } from "../../../test/test-inputs.ts";
import type { TimeSeriesMetric } from "../analytics.ts";
import type { GenerationRecord } from "../generation-record.ts";
import type { StepRecord, StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { project, withStore } from "./with-store.ts";

const at = Date.UTC(2026, 2, 1, 10);
const hasError = [{ field: "error", operator: "nis", value: null }] as const;

async function generationOf({ generations }: Store, id: string): Promise<GenerationRecord | null | undefined> {
  return (await generations.get(project, id))?.generation;
}

async function allSteps({ steps }: Store): Promise<StepRecord[]> {
  return (await steps.list(project, { first: 100 })).edges.map(({ node }) => node);
}

async function chart({ analytics }: Store, metric: TimeSeriesMetric): Promise<number | null | undefined> {
  const query = { metrics: [metric], from: at - 3_600_000, to: at + 3_600_000, offset: 0 };
  const series = await analytics.timeSeries(project, { ...query, maxPoints: 10, groupLimit: 5 });
  return series.lines[0]?.total;
}

async function failedOf({ analytics }: Store, resource: "steps" | "generations" | "threads"): Promise<number> {
  const query = { resource, filters: [], facets: [{ field: "error" as const }], limit: 5 };
  const { facets } = await analytics.facets(project, query);
  return facets[0]?.values.find(({ value }) => value === "true")?.count ?? 0;
}

const write = record(
  {
    id: constantFrom("1", "2", "3"),
    createdAt: constantFrom(at),
    threadId: constantFrom("t", "u"),
    type: constantFrom("llm" as const, "run" as const),
    startTime: constantFrom(at, at + 500),
    endTime: constantFrom(at + 100, at + 2_500, null),
    error: constantFrom("HTTP 400", null),
    generation: record(
      {
        model: constantFrom("gpt-4o"),
        error: constantFrom("refused", null),
        inputTokenEstimate: integer({ min: 1, max: 1_000 }),
        outputTokenEstimate: integer({ min: 1, max: 1_000 }),
        inputTokenCount: constantFrom(10, null),
        tokenCount: constantFrom(70, null),
        duration: constantFrom(3, null),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["id", "createdAt"] },
);

/**
 * Conformance tests of errors, durations, usage and cost, which must be the same in steps, threads, lists and charts.
 */
export function describeMeasures(openStore: OpenStore): void {
  describe("measures", () => {
    test("the generation of a step with an error counts as failed in lists, facets, statistics and charts", () =>
      withStore(openStore, async (store) => {
        const failed: StepWrite = { id: "s", createdAt: at, threadId: "t", type: "llm", error: "Boom", generation: {} };
        await store.steps.ingest(project, [failed, { id: "fine", createdAt: at, generation: {} }]);
        expect(await generationOf(store, "s")).toMatchObject({ error: "Boom" });
        expect(await store.generations.count(project, { filters: hasError })).toBe(1);
        expect(await failedOf(store, "generations")).toBe(1);
        const statistics = await store.analytics.statistics(project, { resource: "generations", filters: [] });
        expect(statistics.errorCount).toBe(1);
        expect(await chart(store, "generationErrorCount")).toBe(1);

        await store.steps.ingest(project, [{ id: "s", createdAt: at, error: null }]);
        expect(await generationOf(store, "s")).toMatchObject({ error: null });
        expect(await store.generations.count(project, { filters: hasError })).toBe(0);
        expect(await chart(store, "generationErrorCount")).toBe(0);
      }));

    test("a failed generation is a failed step, and its thread has an error", () =>
      withStore(openStore, async (store) => {
        const failed: StepWrite = { id: "s", createdAt: at, threadId: "t", generation: { error: "refused" } };
        await store.steps.ingest(project, [failed]);
        const [step] = await store.steps.getMany(project, ["s"]);
        expect(step).toMatchObject({ error: "refused", generation: { error: "refused" } });
        expect(await store.threads.count(project, { filters: hasError })).toBe(1);
        expect(await store.steps.errorsOfThreads(project, ["t"])).toMatchObject([{ count: 1 }]);
        expect(await failedOf(store, "steps")).toBe(1);
        expect(await failedOf(store, "threads")).toBe(1);
        expect(await chart(store, "errorCount")).toBe(1);
        // The step's own error takes precedence over the error of its generation, until the step's error is cleared.
        await store.steps.ingest(project, [{ id: "s", createdAt: at, error: "gave up" }]);
        expect((await store.steps.getMany(project, ["s"]))[0]).toMatchObject({
          error: "gave up",
          generation: { error: "refused" },
        });
        await store.steps.ingest(project, [{ id: "s", createdAt: at, error: null }]);
        expect((await store.steps.getMany(project, ["s"]))[0]).toMatchObject({ error: "refused" });
      }));

    test("a generation without a duration takes the duration of its step, whichever arrives first", () =>
      withStore(openStore, async (store) => {
        await store.steps.ingest(project, [
          { id: "s", createdAt: at, generation: { model: "gpt-4o" } },
          { id: "s", createdAt: at, startTime: at, endTime: at + 1_500 },
          { id: "given", createdAt: at, startTime: at, endTime: at + 1_500, generation: { duration: 1 } },
          { id: "backward", createdAt: at, startTime: at, endTime: at - 5, generation: {} },
        ]);
        expect(await generationOf(store, "s")).toMatchObject({ duration: 1.5 });
        expect(await generationOf(store, "given")).toMatchObject({ duration: 1 });
        expect(await generationOf(store, "backward")).toMatchObject({ duration: 0 });
        const filters = [{ field: "duration", operator: "gt", value: 1.2 }] as const;
        const { edges } = await store.generations.list(project, { filters, first: 5 });
        expect(edges.map(({ node }) => node.id)).toEqual(["s"]);
        const statistics = await store.analytics.statistics(project, { resource: "generations", filters });
        expect(statistics.latencyP50).toBe(1.5);
        await store.steps.ingest(project, [{ id: "s", createdAt: at, endTime: null }]);
        expect(await generationOf(store, "s")).toMatchObject({ duration: null });
      }));

    test("a failed call that reported no usage has no tokens and no cost", () =>
      withStore(openStore, async (store) => {
        const generation = { model: "gpt-4o", inputTokenEstimate: 1_000_000 };
        const failed: StepWrite = { id: "s", createdAt: at, threadId: "t", type: "llm", error: "HTTP 400", generation };
        await store.steps.ingest(project, [failed]);
        const nothing = { tokenCount: null, inputTokenCount: null, cost: null, tokenCountEstimated: false };
        expect(await generationOf(store, "s")).toMatchObject(nothing);
        expect((await store.threads.getMany(project, ["t"]))[0]).toMatchObject({ tokenCount: null });
        expect([await chart(store, "tokenCount"), await chart(store, "cost")]).toEqual([0, null]);
        // The error is cleared: the step did not fail.
        await store.steps.ingest(project, [{ id: "s", createdAt: at, error: null }]);
        expect(await generationOf(store, "s")).toMatchObject({ inputTokenCount: 1_000_000, cost: 2.5 });
        expect((await store.threads.getMany(project, ["t"]))[0]).toMatchObject({ tokenCount: 1_000_000 });
        expect([await chart(store, "tokenCount"), await chart(store, "cost")]).toEqual([1_000_000, 2.5]);
        // The step failed in the middle of its response, which was charged.
        const charged = { id: "s", createdAt: at, error: "aborted", generation: { outputTokenCount: 100_000 } };
        await store.steps.ingest(project, [charged]);
        expect(await generationOf(store, "s")).toMatchObject({ tokenCount: 1_100_000, cost: 3.5 });
      }));

    test("step, generation, thread, list, facet and chart agree after any writes in any order", () =>
      assertProperty(
        asyncProperty(array(write, { minLength: 1, maxLength: 8 }), (writes) =>
          withStore(openStore, async (store) => {
            await store.steps.ingest(project, writes.slice(0, 3));
            await store.analytics.settle();
            await store.steps.ingest(project, writes.slice(3));
            const steps = await allSteps(store);
            const calls = steps.flatMap(({ generation }) => generation ?? []);
            const failed = steps.filter(({ error }) => error !== null);
            const found = await Promise.all(steps.map(({ id }) => generationOf(store, id)));
            expect(found).toEqual(steps.map(({ generation }) => generation ?? undefined));
            const disagreeing = steps.filter(
              ({ error, startTime, endTime, generation }) =>
                generation !== null &&
                ((generation.error === null) !== (error === null) ||
                  (startTime !== null && endTime !== null && generation.duration === null)),
            );
            expect(disagreeing).toEqual([]);
            const failedCalls = calls.filter(({ error }) => error !== null).length;
            const tokens = sum(calls.map(({ tokenCount }) => tokenCount));
            expect(await store.steps.count(project, { filters: hasError })).toBe(failed.length);
            expect(await store.generations.count(project, { filters: hasError })).toBe(failedCalls);
            expect(await failedOf(store, "steps")).toBe(failed.length);
            expect(await failedOf(store, "generations")).toBe(failedCalls);
            for (const resource of ["steps", "generations"] as const) {
              const statistics = await store.analytics.statistics(project, { resource, filters: [] });
              expect(statistics.errorCount).toBe(resource === "steps" ? failed.length : failedCalls);
              expect(statistics.tokenCount).toBe(tokens);
              expect(statistics.cost ?? 0).toBeCloseTo(sum(calls.map(({ cost }) => cost)), 9);
            }
            expect(await chart(store, "errorCount")).toBe(failed.length);
            expect(await chart(store, "generationErrorCount")).toBe(failedCalls);
            expect(await chart(store, "tokenCount")).toBe(tokens);
            expect((await chart(store, "cost")) ?? 0).toBeCloseTo(sum(calls.map(({ cost }) => cost)), 9);
            for (const id of ["t", "u"]) {
              const own = steps.filter(({ threadId }) => threadId === id);
              const thread = (await store.threads.getMany(project, [id]))[0];
              if (own.length === 0) continue;
              expect(thread?.tokenCount ?? 0).toBe(sum(own.map(({ generation }) => generation?.tokenCount ?? null)));
              const [errors] = await store.steps.errorsOfThreads(project, [id]);
              expect(errors?.count).toBe(own.filter(({ error }) => error !== null).length);
            }
          }),
        ),
        // A fixed seed makes every run test the same inputs.
        { numRuns: byInputs({ few: 6, some: 8, many: 15, all: 15 }), seed: 20_261_123 },
      ));
  });
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
