import { array, assert, asyncProperty } from "fast-check";
import { describe, expect, test } from "vitest";
import { byInputs } from "../../../test/test-inputs.ts";
import {
  type AnalysisQuery,
  countsRecordsOf,
  metricDimensions,
  type TimeSeriesMetric,
  type TimeSeriesQuery,
} from "../analytics.ts";
import type { ListFilter } from "../list.ts";
import type { Store } from "../store.ts";
import { expectRecount } from "./expect-recount.ts";
import type { OpenStore } from "./open-store.ts";
import { randomAction } from "./random-action.ts";
import { type RecountedRecords, readRecords } from "./recount.ts";
import { describeSamples } from "./samples.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const metrics = Object.keys(metricDimensions) as TimeSeriesMetric[]; // its keys are all metrics

const hasError = { field: "error", operator: "nis", value: null } as const;
const ofModel = { any: [[{ field: "model", operator: "eq", value: "gpt-4o" }], [hasError]] } as const;
const listsOfSeries: readonly AnalysisQuery[] = [
  { resource: "threads", filters: [{ field: "tags", operator: "in", value: ["vip"] }] },
  { resource: "threads", filters: [hasError] },
  { resource: "steps", filters: [hasError, { field: "environment", operator: "nis", value: null }] },
  { resource: "steps", filters: [ofModel] },
  { resource: "runs", filters: [] },
  { resource: "generations", filters: [{ field: "duration", operator: "gt", value: 0.1 }] },
  { resource: "scores", filters: [{ field: "value", operator: "gte", value: 0 }] },
];

async function matchingRecords(
  store: Store,
  { threads, steps, scores }: RecountedRecords,
  { resource, filters }: AnalysisQuery,
): Promise<RecountedRecords> {
  const onlyRuns: ListFilter = { field: "type", operator: "eq", value: "run" };
  const lister = resource === "runs" ? store.steps : store[resource];
  const matching = { filters: resource === "runs" ? [...filters, onlyRuns] : filters, first: 100 };
  const found = (await lister.list(project, matching)).edges;
  const ids = new Set(found.map(({ node }) => node.id));
  const isMatch = ({ id }: { readonly id: string }): boolean => ids.has(id);
  return { threads: threads.filter(isMatch), steps: steps.filter(isMatch), scores: scores.filter(isMatch) };
}

/** Returns the range from after the oldest record to before the newest one; undefined if this range is empty. */
function exactRange({ threads, steps, scores }: RecountedRecords) {
  const times = [...threads, ...steps, ...scores]
    .map(({ createdAt }) => createdAt)
    .toSorted((one, other) => one - other);
  const [from, to] = [(times[0] ?? 0) + 1, times.at(-1) ?? 0];
  return from < to ? { from, to, isExact: true } : undefined;
}

export function describeAnalytics(openStore: OpenStore): void {
  describe("analytics", () => {
    test("a time series equals a recount after any changes of the records", { timeout: 120_000 }, async () => {
      const property = asyncProperty(array(randomAction, { minLength: 1, maxLength: 40 }), (actions) =>
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
          const exceptEnvironments = ["prod", "none", "experiment"];
          await expectRecount(store, records, { ...range, metrics, exceptEnvironments, bucketLength: hour });
          const tags = ["vip", "eu"];
          await expectRecount(store, records, { ...range, metrics, tags, bucketLength: 6 * hour });
          const exact = exactRange(records);
          for (const bucketLength of exact ? [minute, 6 * hour, day] : []) {
            await expectRecount(store, records, { ...range, ...exact, metrics, bucketLength });
            await expectRecount(store, records, { ...range, ...exact, metrics, tags, bucketLength });
            const halfHours = { offset: 330 * minute, groupBy: "name" } as const;
            await expectRecount(store, records, { ...range, ...exact, metrics: ofSteps, bucketLength, ...halfHours });
          }
          await expectRecount(store, records, { ...range, metrics: ofSteps, tags: ["eu"], groupBy: "model" });
          await expectRecount(store, records, { ...range, metrics: ofSteps, tags, environment: "prod" });
          for (const groupBy of [
            "model",
            "provider",
            "promptId",
            "name",
            "type",
            "environment",
            "apiKey",
            "participant",
          ] as const) {
            const known = metrics.filter((metric) => metricDimensions[metric].includes(groupBy));
            await expectRecount(store, records, { ...range, metrics: known, groupBy, bucketLength: day });
          }
          for (const matching of listsOfSeries) {
            const known = metrics.filter((metric) => countsRecordsOf(matching.resource, metric));
            // oxlint-disable-next-line no-await-in-loop -- one list after the other
            const expected = await matchingRecords(store, records, matching);
            await expectRecount(store, expected, { ...range, metrics: known, matching, bucketLength: 6 * hour });
            await expectRecount(store, expected, {
              ...range,
              ...exact,
              metrics: known,
              matching,
              bucketLength: 6 * hour,
            });
          }
          const failed: AnalysisQuery = { resource: "steps", filters: [hasError] };
          const ofFailed = { ...range, metrics: ofSteps, matching: failed };
          const failures = await matchingRecords(store, records, failed);
          await expectRecount(store, failures, { ...ofFailed, groupBy: "model", bucketLength: day });
          await expectRecount(store, failures, { ...ofFailed, environment: "prod", bucketLength: hour });
          const judged = { metrics: ["scoreCount", "scoreAverage"], groupBy: "scoreName" } as const;
          await expectRecount(store, records, { ...range, ...judged, bucketLength: day });
          await expectRecount(store, records, { ...range, ...judged, exceptEnvironments, bucketLength: day });
        }),
      );
      // A fixed seed makes every run test the same inputs.
      await assert(property, { numRuns: byInputs({ few: 6, some: 10, many: 20, all: 20 }), seed: 20_261_121 });
    });

    test("an acknowledged record counts immediately, and a record of another project never counts", () =>
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
        // The store may reuse the key of the deleted record.
        await store.steps.ingest(project, [{ id: "d", createdAt: now - 1 }]);
        expect(await count()).toBe(2);
      }));

    test("scores of experiment items are excluded with the environment `experiment`", () =>
      withStore(openStore, async (store) => {
        const now = Date.now();
        const read = async (exceptEnvironments: readonly string[]): Promise<unknown> => {
          const range = { from: now - hour, to: now + 1, maxPoints: 60, offset: 0, groupLimit: 5 };
          const judged = { metrics: ["scoreCount", "scoreAverage"], groupBy: "scoreName" } as const;
          const matching: AnalysisQuery = { resource: "scores", filters: [] };
          const all = await Promise.all(
            [{}, { tags: ["eu"] }, { matching }].map((more) =>
              store.analytics.timeSeries(project, { ...range, ...judged, exceptEnvironments, ...more }),
            ),
          );
          return all.map(({ lines }) => lines.map(({ group, total }) => [group, total]));
        };
        const score = { name: "ok", type: "AI", at: now - 1, tags: ["eu"] } as const;
        await store.scores.upsertMany(project, [
          { ...score, id: "live", value: 1, stepId: "s" },
          { ...score, id: "tried", value: 0, datasetExperimentItemId: "item" },
          { ...score, id: "only tried", name: "same", value: 0, datasetExperimentItemId: "item" },
        ]);
        const live = [
          ["ok", 1],
          ["ok", 1],
        ];
        for (const settle of [async () => {}, () => store.analytics.settle()]) {
          // oxlint-disable-next-line no-await-in-loop -- first pending, then stored
          await settle();
          expect(await read(["experiment"])).toEqual([live, live, live]);
          expect(await read([])).toEqual(
            Array.from({ length: 3 }, () => [
              ["ok", 2],
              ["same", 1],
              ["ok", 0.5],
              ["same", 0],
            ]),
          );
        }
        await store.scores.delete(project, "tried", now);
        await store.analytics.settle();
        expect(await read(["experiment"])).toEqual([live, live, live]);
        await store.scores.delete(project, "live", now);
        await store.analytics.settle();
        expect(await read(["experiment"])).toEqual([[], [], []]);
      }));

    test.each([
      { name: "recent minutes", ago: 0 },
      { name: "hours without minute rollups", ago: 10 },
    ])("an exact range counts the records from its start to its end: $name", ({ ago }) =>
      withStore(openStore, async (store) => {
        const start = Math.floor(Date.now() / day) * day - (ago + 1) * day;
        const times = [0, 1, 59_999, minute, 20 * minute, 5 * hour, 5 * hour + 1_500, 5 * hour + 1_501, 6 * hour];
        await store.steps.ingest(
          project,
          times.map((time) => ({ id: `${time}`, createdAt: start + time, tags: ["eu"] })),
        );
        const count = async (from: number, to: number, more: Partial<TimeSeriesQuery> = {}): Promise<unknown> => {
          const range = { from: start + from, to: start + to, offset: 0, maxPoints: 60, groupLimit: 1, isExact: true };
          const query = { metrics: ["stepCount"] as const, bucketLength: hour, ...range, ...more };
          const { lines, countedFrom, countedTo } = await store.analytics.timeSeries(project, query);
          expect([countedFrom, countedTo]).toEqual([start + from, start + to]);
          const [line] = lines;
          expect(line?.values.reduce((sum: number, value) => sum + (value ?? 0), 0)).toBe(line?.total);
          return line?.total;
        };
        for (const settle of [async () => {}, () => store.analytics.settle()]) {
          // oxlint-disable-next-line no-await-in-loop -- first pending, then stored
          await settle();
          expect(await count(1, 5 * hour + 1_501)).toBe(6);
          expect(await count(2, 5 * hour + 1_501)).toBe(5);
          expect(await count(1, 5 * hour + 1_500, { bucketLength: minute, maxPoints: 400 })).toBe(5);
          expect(await count(2, 50_000)).toBe(0);
          expect(await count(1, 60_000)).toBe(2);
          expect(await count(1, 5 * hour + 1_501, { tags: ["eu"] })).toBe(6);
          const matching: AnalysisQuery = { resource: "steps", filters: [] };
          expect(await count(1, 5 * hour + 1_501, { matching })).toBe(6);
        }
      }),
    );

    test("a bucket that ends within an hour counts only the records before its end", () =>
      withStore(openStore, async (store) => {
        const from = Math.floor(Date.now() / day) * day - day;
        await store.steps.ingest(
          project,
          [75, 100].map((minutes) => ({ id: `${minutes}`, createdAt: from + minutes * minute })),
        );
        await store.analytics.settle();
        const range = {
          from,
          to: from + 180 * minute,
          bucketLength: 90 * minute,
          maxPoints: 9,
          offset: 0,
          groupLimit: 1,
        };
        const { lines } = await store.analytics.timeSeries(project, { metrics: ["stepCount"], ...range });
        expect(lines).toMatchObject([{ values: [1, 1] }]);
      }));

    test("many records with a tag are estimated from a sample, and up to 10,000 records of a list are exact", () =>
      withStore(openStore, async (store) => {
        const start = Math.floor(Date.now() / day) * day - 2 * day;
        // The second day has ten times as many steps as the first.
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

        const list = async (filters: readonly ListFilter[]) => {
          const matching: AnalysisQuery = { resource: "steps", filters };
          return store.analytics.timeSeries(project, { ...query, matching, metrics: ["stepCount", "tokenCount"] });
        };
        const called = await list([{ field: "model", operator: "nis", value: null }]);
        expect(called.isEstimate).toBe(false);
        expect(called.lines.map(({ total }) => total)).toEqual([8_800, 880_000]);
        expect(called.lines[0]?.values).toEqual([800, 8_000]);
        const runs = await list([{ field: "type", operator: "eq", value: "run" }]);
        expect(runs.lines[0]?.total).toBe(Math.ceil(8_800 / 7));
      }));

    test("the largest groups are returned, and the other groups as one sum", () =>
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

    test("the store chooses the shortest buckets that do not exceed the maximum number of points", () =>
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
