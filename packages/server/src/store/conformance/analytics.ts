import { array, assert, asyncProperty, constantFrom, integer, oneof, option, record } from "fast-check";
import type { Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { metricDimensions, type TimeSeriesMetric, type TimeSeriesQuery } from "../analytics.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { readRecords, recount, type RecountedRecords } from "./recount.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Action = (store: Store, now: number) => Promise<unknown>;

/** Records lie minutes to days back, so that they meet sums of minutes and of hours alike. */
const age = oneof(integer({ min: 0, max: 90 * minute }), integer({ min: 0, max: 5 * day }));
const id = constantFrom("1", "2", "3", "4", "5", "6");
const maybe = <Value>(value: Arbitrary<Value>): Arbitrary<Value | null | undefined> =>
  oneof(option(value), constantFrom(undefined));

const ingest = record({
  id,
  age,
  threadId: maybe(constantFrom("a", "b")),
  type: maybe(constantFrom("run" as const, "llm" as const)),
  name: maybe(constantFrom("x", "", "y")),
  environment: maybe(constantFrom("prod", "dev")),
  tags: maybe(constantFrom<string[]>(["vip"], ["vip", "eu"], ["us"])),
  error: maybe(constantFrom("Boom")),
  startTime: maybe(integer({ min: 0, max: 1_000 })),
  endTime: maybe(integer({ min: 0, max: 100_000 })),
  generation: maybe(
    record({
      model: maybe(constantFrom("gpt-4o", "unknown")),
      provider: maybe(constantFrom("openai")),
      promptId: maybe(constantFrom("p1")),
      error: maybe(constantFrom("Boom")),
      inputTokenCount: maybe(integer({ min: 0, max: 1_000 })),
      outputTokenCount: maybe(integer({ min: 0, max: 1_000 })),
      duration: maybe(constantFrom(0, 0.25, 3)),
      ttFirstToken: maybe(constantFrom(12, 900)),
    }),
  ),
}).map(
  ({ age: back, ...write }): Action =>
    ({ steps }, now) =>
      steps.ingest(project, [{ ...write, createdAt: now - back }]),
);
const upsertThread = record({
  id: constantFrom("a", "b"),
  age,
  participant: maybe(constantFrom("ann", "bob")),
  environment: maybe(constantFrom("prod", "dev")),
  tags: maybe(constantFrom<string[]>(["vip"], ["eu"])),
}).map(
  ({ age: back, ...write }): Action =>
    ({ threads }, now) =>
      threads.update(project, { ...write, createdAt: now - back, newUserId: `user of ${write.participant}` }),
);
const judge = record({ id, age, name: constantFrom("good", "fast"), value: integer({ min: -5, max: 5 }) }).map(
  ({ age: back, ...write }): Action =>
    ({ scores }, now) =>
      scores.upsertMany(project, [{ ...write, type: "AI", stepId: "1", at: now - back }]),
);
const action: Arbitrary<Action> = oneof(
  { weight: 6, arbitrary: ingest },
  { weight: 2, arbitrary: upsertThread },
  { weight: 2, arbitrary: judge },
  id.map(
    (step): Action =>
      ({ steps }, now) =>
        steps.delete(project, step, now),
  ),
  id.map(
    (score): Action =>
      ({ scores }, now) =>
        scores.delete(project, score, now),
  ),
  constantFrom<Action>(({ threads }, now) => threads.delete(project, "b", now)),
  constantFrom<Action>(({ users }) => users.delete(project, "user of ann")),
  { weight: 3, arbitrary: constantFrom<Action>(({ analytics }) => analytics.settle()) },
);

const metrics = Object.keys(metricDimensions) as TimeSeriesMetric[]; // the table's own keys

/** Compares every line of a series with a plain count. */
async function expectRecount(
  store: Store,
  records: RecountedRecords,
  query: Omit<TimeSeriesQuery, "groupLimit" | "maxPoints">,
): Promise<void> {
  const series = await store.analytics.timeSeries(project, { ...query, groupLimit: 50, maxPoints: 1_000 });
  expect(series.pendingCount).toBe(0);
  expect(series.isEstimate).toBe(false);
  const { groupBy, environment, exceptEnvironments, tags } = query;
  expect(series.lines.filter(({ isOther }) => isOther)).toEqual([]);
  for (const { metric, group, values, total } of series.lines) {
    const by = { groupBy, environment, exceptEnvironments, tags, group: groupBy === undefined ? undefined : group };
    const name = JSON.stringify([metric, by]);
    const expected = series.times.map((from) =>
      recount(records, metric, { from, to: from + series.bucketLength, ...by }),
    );
    expectClose(name, values, expected);
    expectClose(`${name} in total`, [total], [recount(records, metric, { from: series.from, to: series.to, ...by })]);
  }
}

/** Percentiles are within 1 %, sums differ by rounding alone. */
function expectClose(name: string, values: readonly (number | null)[], expected: readonly (number | null)[]): void {
  const isClose = (value: number | null | undefined, wanted: number | null): boolean =>
    value === wanted ||
    (value != null &&
      wanted !== null &&
      Math.abs(value - wanted) <= Math.abs(wanted) * (name.includes("P") ? 0.0101 : 1e-9) + 1e-9);
  const wrong = expected.flatMap((wanted, place) =>
    isClose(values[place], wanted) ? [] : [`${place}: ${values[place]} instead of ${wanted}`],
  );
  expect({ name, wrong, length: values.length }).toEqual({ name, wrong: [], length: expected.length });
}

export function describeAnalytics(openStore: OpenStore): void {
  describe("analytics", () => {
    test("a time series is what a recount gives, whatever happened to the records", { timeout: 120_000 }, async () => {
      const property = asyncProperty(array(action, { minLength: 1, maxLength: 40 }), (actions) =>
        withStore(openStore, async (store) => {
          const now = Date.now();
          for (const act of actions) await act(store, now);
          const records = await readRecords(store);
          const ofSteps = metrics.filter((metric) => metricDimensions[metric].includes("model"));
          const range = { from: now - 6 * day, to: now + 1, offset: 0 };
          await expectRecount(store, records, { ...range, metrics, bucketLength: 6 * hour });
          await expectRecount(store, records, { ...range, metrics, bucketLength: day, offset: 330 * minute });
          await expectRecount(store, records, { ...range, from: now - hour, metrics, bucketLength: minute });
          await expectRecount(store, records, { ...range, metrics: ofSteps, environment: "prod", bucketLength: hour });
          const exceptEnvironments = ["prod", "none"];
          await expectRecount(store, records, { ...range, metrics, exceptEnvironments, bucketLength: hour });
          const tags = ["vip", "eu"];
          await expectRecount(store, records, { ...range, metrics, tags, bucketLength: 6 * hour });
          await expectRecount(store, records, { ...range, metrics: ofSteps, tags: ["eu"], groupBy: "model" });
          await expectRecount(store, records, { ...range, metrics: ofSteps, tags, environment: "prod" });
          for (const groupBy of [
            "model",
            "provider",
            "promptId",
            "name",
            "type",
            "environment",
            "participant",
          ] as const) {
            const known = metrics.filter((metric) => metricDimensions[metric].includes(groupBy));
            await expectRecount(store, records, { ...range, metrics: known, groupBy, bucketLength: day });
          }
          const judged = { metrics: ["scoreCount", "scoreAverage"], groupBy: "scoreName" } as const;
          await expectRecount(store, records, { ...range, ...judged, bucketLength: day });
        }),
      );
      await assert(property, { numRuns: 20 });
    });

    test("an acknowledged record counts at once, one of another project never", () =>
      withStore(openStore, async (store) => {
        const now = Date.now();
        const count = async (): Promise<number | null | undefined> => {
          const range = { from: now - hour, to: now + 1, maxPoints: 60, offset: 0, groupLimit: 1 };
          return (await store.analytics.timeSeries(project, { metrics: ["stepCount"], ...range })).lines[0]?.total;
        };
        await store.steps.ingest(otherProject, [{ id: "z", createdAt: now - 1 }]);
        expect(await count()).toBe(0);
        await store.steps.ingest(project, [{ id: "a", createdAt: now - 1 }]);
        expect(await count()).toBe(1);
        await store.analytics.settle();
        await store.steps.ingest(project, [{ id: "b", createdAt: now - 1 }]);
        expect(await count()).toBe(2);
        await store.steps.delete(project, "b", now);
        await store.steps.ingest(project, [{ id: "c", createdAt: now - 1 }]);
        expect(await count()).toBe(2);
        await store.analytics.settle();
        await store.steps.delete(project, "c", now);
        await store.analytics.settle();
        expect(await count()).toBe(1);
        // The store may give it the place of the deleted one.
        await store.steps.ingest(project, [{ id: "d", createdAt: now - 1 }]);
        expect(await count()).toBe(2);
      }));

    test("many records with a tag are estimated from a sample of every bucket", () =>
      withStore(openStore, async (store) => {
        const start = Math.floor(Date.now() / day) * day - 2 * day;
        // The second day has ten times as many as the first; a seventh are runs, half of them of another model.
        const steps = Array.from({ length: 8_800 }, (_, index) => ({
          id: `${index}`,
          createdAt: start + (index < 800 ? 0 : day) + index,
          type: index % 7 === 0 ? ("run" as const) : ("llm" as const),
          tags: index % 2 === 0 ? ["vip", "eu"] : ["eu"],
          generation: { model: index % 4 === 0 ? "a" : "b", outputTokenCount: 100 },
        }));
        for (let from = 0; from < steps.length; from += 1_000) {
          await store.steps.ingest(project, steps.slice(from, from + 1_000));
        }
        await store.steps.ingest(otherProject, [{ id: "z", createdAt: start, tags: ["eu"] }]);
        const query = { from: start, to: start + 2 * day, bucketLength: day, offset: 0, maxPoints: 60, groupLimit: 5 };
        const read = (tags: string[], more: Partial<TimeSeriesQuery> = {}) =>
          store.analytics.timeSeries(project, {
            ...query,
            tags,
            metrics: ["stepCount", "runCount", "tokenCount"],
            ...more,
          });
        const all = await read(["eu", "vip", "eu"]);
        expect(all.isEstimate).toBe(true);
        expect(all.lines[0]).toMatchObject({ values: [800, 8_000], total: 8_800 });
        const isNear = (value: number | null | undefined, wanted: number): boolean =>
          Math.abs((value ?? 0) - wanted) < 0.15 * wanted;
        expect(isNear(all.lines[1]?.total, 8_800 / 7)).toBe(true);
        expect(all.lines[2]?.total).toBe(880_000);
        const some = await read(["vip"]);
        expect(some.isEstimate).toBe(false);
        expect(some.lines[0]?.total).toBe(4_400);
        const { lines } = await read(["eu"], { groupBy: "model", metrics: ["stepCount"] });
        expect(lines.map(({ group, total }) => [group, isNear(total, group === "a" ? 2_200 : 6_600)])).toEqual([
          ["b", true],
          ["a", true],
        ]);
        expect((await read(["none"])).lines.map(({ total }) => total)).toEqual([0, 0, 0]);
      }));

    test("the largest groups are shown and the rest is told together", () =>
      withStore(openStore, async (store) => {
        const names = ["a", "a", "a", "b", "b", "c", "d"];
        await store.steps.ingest(
          project,
          names.map((name, index) => ({ id: `${index}`, createdAt: day, name })),
        );
        const query = { metrics: ["stepCount"], groupBy: "name", groupLimit: 2, maxPoints: 1 } as const;
        const lines = async (): Promise<unknown> => {
          const series = await store.analytics.timeSeries(project, { ...query, from: day, to: 2 * day, offset: 0 });
          return series.lines.map(({ group, isOther, total }) => [group, isOther, total]);
        };
        const expected = [
          ["a", false, 3],
          ["b", false, 2],
          [null, true, 2],
        ];
        expect(await lines()).toEqual(expected);
        await store.analytics.settle();
        expect(await lines()).toEqual(expected);
      }));

    test("the store chooses the shortest bucket that keeps to the number of points", () =>
      withStore(openStore, async (store) => {
        const chosen = async (length: number, maxPoints: number, offset = 0): Promise<unknown> => {
          const from = Date.UTC(2026, 2, 1, 10, 20);
          const range = { metrics: ["stepCount"] as const, groupLimit: 1, from, to: from + length, maxPoints, offset };
          const series = await store.analytics.timeSeries(project, range);
          return [series.bucketLength / minute, new Date(series.from).toISOString(), series.times.length];
        };
        expect(await chosen(hour, 60)).toEqual([1, "2026-03-01T10:20:00.000Z", 60]);
        expect(await chosen(day, 60)).toEqual([30, "2026-03-01T10:00:00.000Z", 49]);
        expect(await chosen(30 * day, 61)).toEqual([720, "2026-03-01T00:00:00.000Z", 61]);
        expect(await chosen(30 * day, 31, 60 * minute)).toEqual([1_440, "2026-02-28T23:00:00.000Z", 31]);
        expect(await chosen(90 * day, 15)).toEqual([7 * 1_440, "2026-02-23T00:00:00.000Z", 14]);
      }));
    describeSamples(openStore);
  });
}

function describeSamples(openStore: OpenStore): void {
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

  test("facets and statistics take the filters of the list", () =>
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
      expect(await store.analytics.statistics(project, query)).toMatchObject({ recordCount: 1, tokenCount: 30 });
      const runs = { resource: "runs", filters: [] } as const;
      expect((await store.analytics.statistics(project, runs)).recordCount).toBe(1);
      const ofOther = await store.analytics.statistics(otherProject, { resource: "steps", filters: [] });
      expect(ofOther).toMatchObject({ recordCount: 0, cost: null, latencyP50: null, scores: [] });
    }));

  test("statistics add up what the records hold", () =>
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

  test("a long list is estimated from a sample, a short part of it is exact", { timeout: 60_000 }, () =>
    withStore(openStore, async (store) => {
      const steps = Array.from({ length: 12_000 }, (_, index) => ({
        id: `${index}`,
        createdAt: index,
        name: index < 9_000 ? "common" : "rare",
        error: index % 4 === 0 ? "Boom" : null,
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
      expect(Math.abs(failed.recordCount - 2_250)).toBeLessThan(200);
      const late = await facets([{ field: "createdAt", operator: "gte", value: 11_000 }]);
      expect(late).toMatchObject({ recordCount: 1_000, isEstimate: false });
      const half = await facets([{ field: "createdAt", operator: "lt", value: 6_000 }]);
      expect(half).toMatchObject({ recordCount: 6_000, isEstimate: true, facets: [{ values: [{ json: "common" }] }] });
    }),
  );

  test("metadata paths are known at once", () =>
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
