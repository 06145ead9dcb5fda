import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

export function describeSamples(openStore: OpenStore): void {
  test("facets count the values of every kind of field", () =>
    withStore(openStore, async (store) => {
      await seed(store);
      const facets = await store.analytics.facets(project, {
        resource: "steps",
        filters: [],
        limit: 10,
        facets: [
          { field: "type" },
          { field: "tags" },
          { field: "model" },
          { field: "error" },
          { field: "participant" },
          { field: "scoreName" },
          { field: "metadata", path: "user.plan" },
          { field: "name", search: "SEAR" },
        ],
      });
      const { recordCount, isEstimate, sampledCount } = facets;
      expect({ recordCount, isEstimate, sampledCount }).toEqual({ recordCount: 4, isEstimate: false, sampledCount: 4 });
      const found = facets.facets.map(({ values, missingCount, valueCount }) => [
        values.map(({ json, count }) => [json, count]),
        missingCount,
        valueCount,
      ]);
      expect(found).toEqual([
        [
          [
            ["llm", 3],
            ["run", 1],
          ],
          0,
          2,
        ],
        [
          [
            ["x", 2],
            ["y", 1],
          ],
          2,
          2,
        ],
        [[["gpt-4o", 2]], 2, 1],
        [
          [
            [false, 3],
            [true, 1],
          ],
          0,
          2,
        ],
        [[["ann", 2]], 2, 1],
        [[["good", 1]], 3, 1],
        [
          [
            ["pro", 1],
            [7, 1],
          ].toReversed(),
          2,
          2,
        ],
        [[["search", 2]], 1, 1],
      ]);
    }));

  test("facets and statistics use the filters of the list", () =>
    withStore(openStore, async (store) => {
      await seed(store);
      const filters = [{ field: "output", operator: "ilike", value: "NEEDLE" }] as const;
      const query = { resource: "steps", filters } as const;
      const { facets, recordCount } = await store.analytics.facets(project, {
        ...query,
        facets: [{ field: "name" }],
        limit: 1,
      });
      expect([recordCount, facets[0]?.values[0]?.json]).toEqual([1, "search"]);
      const ofGenerations = {
        resource: "generations",
        filters: [],
        facets: [{ field: "stepType" }],
        limit: 5,
      } as const;
      const [stepType] = (await store.analytics.facets(project, ofGenerations)).facets;
      expect(stepType?.values).toEqual([{ value: "llm", json: "llm", count: 2 }]);
      expect(await store.analytics.statistics(project, query)).toMatchObject({ recordCount: 1, tokenCount: 30 });
      const runs = { resource: "runs", filters: [] } as const;
      expect((await store.analytics.statistics(project, runs)).recordCount).toBe(1);
      const ofOther = await store.analytics.statistics(otherProject, { resource: "steps", filters: [] });
      expect(ofOther).toMatchObject({ recordCount: 0, cost: null, latencyP50: null, scores: [] });
    }));

  test("statistics sum the values of the records", () =>
    withStore(openStore, async (store) => {
      await seed(store);
      const measured = {
        recordCount: 4,
        isEstimate: false,
        errorCount: 1,
        inputTokenCount: 110,
        outputTokenCount: 25,
        tokenCount: 135,
        cost: (110 * 2.5 + 25 * 10) / 1e6,
        latencyP50: 1,
        latencyP95: 4,
        latencyP99: 4,
        ttFirstTokenP50: 100,
        ttFirstTokenP95: 300,
        scores: [{ name: "good", count: 1, average: 0.5 }],
      };
      const statistics = (resource: "steps" | "threads" | "generations" | "scores"): Promise<unknown> =>
        store.analytics.statistics(project, { resource, filters: [] });
      expect(await statistics("steps")).toMatchObject(measured);
      expect(await statistics("threads")).toMatchObject({
        recordCount: 1,
        errorCount: 1,
        tokenCount: 30,
        latencyP50: 4,
      });
      expect(await statistics("generations")).toMatchObject({
        recordCount: 2,
        errorCount: 0,
        tokenCount: 135,
        latencyP50: 2,
      });
      expect(await statistics("scores")).toMatchObject({ recordCount: 1, scores: measured.scores, tokenCount: 0 });
    }));

  test("statistics of runs also sum the usage of their descendants", () =>
    withStore(openStore, async (store) => {
      const createdAt = Date.UTC(2026, 2, 1, 10);
      const call = (inputTokenCount: number) => ({ model: "gpt-4o", inputTokenCount });
      await store.steps.ingest(project, [
        { id: "run", createdAt, type: "run" },
        { id: "inner", createdAt, type: "run", parentId: "run", rootRunId: "run" },
        { id: "1", createdAt, type: "llm", parentId: "run", generation: call(100) },
        { id: "2", createdAt, type: "llm", parentId: "inner", generation: call(20) },
        { id: "unpriced", createdAt, type: "run" },
        { id: "3", createdAt, type: "llm", parentId: "unpriced", generation: { ...call(7), model: "own" } },
      ]);
      const dollars = (tokens: number): number => (tokens * 2.5) / 1e6;
      const totals = async (resource: "steps" | "runs" | "threads" | "generations" | "scores", id?: string) => {
        const filters = id === undefined ? [] : [{ field: "id", operator: "eq", value: id } as const];
        const { totalTokenCount, totalCost } = await store.analytics.statistics(project, { resource, filters });
        return [totalTokenCount, totalCost];
      };
      expect(await totals("runs", "run")).toEqual([120, dollars(120)]);
      expect(await totals("runs", "unpriced")).toEqual([7, null]);
      expect(await totals("runs")).toEqual([147, dollars(140)]);
      expect(await totals("runs", "none")).toEqual([null, null]);
      for (const resource of ["steps", "threads", "generations", "scores"] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one query at a time
        expect(await totals(resource)).toEqual([null, null]);
      }
    }));

  test("a long list is estimated from a sample, a short part of it is exact", { timeout: 60_000 }, () =>
    withStore(openStore, async (store) => {
      const steps = Array.from({ length: 12_000 }, (_, index) => ({
        id: `${index}`,
        createdAt: index,
        name: index < 9_000 ? "common" : "rare",
        error: index % 4 === 0 ? "Boom" : null,
        ...(index % 2 === 0 && { generation: { outputTokenCount: 10 } }),
      }));
      await store.steps.ingest(project, steps);
      const facets = (filters: Parameters<typeof store.analytics.facets>[1]["filters"]) =>
        store.analytics.facets(project, { resource: "steps", filters, facets: [{ field: "name" }], limit: 5 });
      const all = await facets([]);
      expect(all).toMatchObject({ recordCount: 12_000, isEstimate: true, sampledCount: 5_000 });
      expect(Math.abs((all.facets[0]?.values[0]?.count ?? 0) - 9_000)).toBeLessThan(200);
      expect(await facets([{ field: "name", operator: "eq", value: "rare" }])).toMatchObject({
        recordCount: 3_000,
        isEstimate: false,
      });
      const failed = await facets([
        { field: "name", operator: "eq", value: "common" },
        { field: "error", operator: "eq", value: "Boom" },
      ]);
      expect(failed).toMatchObject({ recordCount: 2_250, isEstimate: false });
      const late = await facets([{ field: "createdAt", operator: "gte", value: 11_000 }]);
      expect(late).toMatchObject({ recordCount: 1_000, isEstimate: false });
      const half = await facets([{ field: "createdAt", operator: "lt", value: 6_000 }]);
      expect(half).toMatchObject({
        recordCount: 6_000,
        isEstimate: false,
        facets: [{ values: [{ json: "common", count: 6_000 }] }],
      });
      const most = await facets([{ field: "createdAt", operator: "lt", value: 11_000 }]);
      expect(most).toMatchObject({ recordCount: 11_000, isEstimate: true, sampledCount: 5_000 });
      const series = await store.analytics.timeSeries(project, {
        from: 0,
        to: 60_000,
        bucketLength: 60_000,
        offset: 0,
        maxPoints: 1,
        groupLimit: 5,
        metrics: ["stepCount"],
        matching: { resource: "steps", filters: [{ field: "name", operator: "in", value: ["common", "rare"] }] },
      });
      expect(series).toMatchObject({ isEstimate: true, lines: [{ total: 12_000 }] });
      const generations = await store.analytics.statistics(project, { resource: "generations", filters: [] });
      const sums = {
        recordCount: 6_000,
        isEstimate: false,
        sampledCount: 6_000,
        errorCount: 3_000,
        outputTokenCount: 60_000,
      };
      expect(generations).toMatchObject(sums);
      const present = await facets([{ field: "error", operator: "nis", value: null }]);
      expect(present).toMatchObject({ recordCount: 3_000, isEstimate: false });
    }),
  );

  test("new metadata paths are listed immediately", () =>
    withStore(openStore, async (store) => {
      await seed(store);
      const paths = (resource: "steps" | "threads" | "generations" | "scores", search?: string): Promise<string[]> =>
        store.analytics.metadataPaths(project, { resource, search, first: 10 });
      expect(await paths("steps")).toEqual(["user", "user.plan"]);
      expect(await paths("steps", "PLAN")).toEqual(["user.plan"]);
      expect(await paths("generations")).toEqual(["seed"]);
      expect(await paths("threads")).toEqual([]);
      expect(await paths("scores")).toEqual([]);
    }));
}

async function seed({ steps, threads }: Store): Promise<void> {
  await threads.upsert(project, { id: "t", createdAt: 1, participant: "ann", newUserId: "u" });
  await steps.ingest(project, [
    { id: "1", createdAt: 1, type: "run", name: "agent", startTime: 0, endTime: 4_000, error: "Boom", threadId: "t" },
    {
      id: "2",
      createdAt: 2,
      type: "llm",
      name: "search",
      threadId: "t",
      startTime: 1_000,
      endTime: 2_000,
      tags: ["x", "y"],
      output: "a Needle",
      metadata: { user: { plan: "pro" } },
      generation: {
        provider: "openai",
        model: "gpt-4o",
        inputTokenCount: 20,
        outputTokenCount: 10,
        duration: 2,
        ttFirstToken: 100,
        metadata: { seed: 1 },
      },
      scores: [{ id: "c", at: 2, name: "good", type: "AI", value: 0.5, stepId: "2" }],
    },
    {
      id: "3",
      createdAt: 3,
      type: "llm",
      name: "search",
      tags: ["x"],
      metadata: { user: { plan: 7 } },
      generation: { provider: "openai", model: "gpt-4o", inputTokenCount: 90, outputTokenCount: 15, ttFirstToken: 300 },
      threadId: null,
    },
    { id: "4", createdAt: 4, type: "llm" },
  ]);
  await steps.ingest(otherProject, []);
}
