import type * as Wire from "@threadline/schema/sdk";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import { startService } from "../../test/start-service.ts";
import { Threadline } from "../threadline.ts";
import type {
  FacetField,
  Facets,
  Statistics,
  TimeSeries,
  TimeSeriesDimension,
  TimeSeriesMetric,
} from "../types/analytics.ts";
import type { ModelPrice, NewModelPrice } from "../types/prices.ts";

const { client } = startService({}, afterAll);
const { api } = client;
const now = Date.now();
const at = (offsetMs: number): string => new Date(now + offsetMs).toISOString();
beforeAll(() =>
  api.sendSteps([
    { id: "run", name: "agent", type: "run", startTime: at(-60_000), endTime: at(-57_000) },
    {
      id: "call",
      name: "answer",
      type: "llm",
      metadata: { plan: "pro" },
      tags: ["vip"],
      generation: {
        provider: "openai",
        model: "gpt-4o",
        inputTokenCount: 1_000_000,
        outputTokenCount: 0,
        messages: [],
      },
    },
  ]),
);

test("getFacets counts the values of fields", async () => {
  const filters = [{ field: "type", operator: "eq", value: "llm" }] as const;
  const facets = await api.getFacets({
    resource: "steps",
    filters: [...filters],
    fields: [{ field: "name" }, { field: "metadata", path: "plan" }],
  });
  expect(facets).toMatchObject({ recordCount: 1, isEstimate: false });
  expect(facets.facets.map(({ values }) => values)).toEqual([
    [{ value: "answer", json: "answer", count: 1 }],
    [{ value: "pro", json: "pro", count: 1 }],
  ]);
});

test("getStatistics sums the records", async () => {
  expect(await api.getStatistics({ resource: "steps" })).toMatchObject({ recordCount: 2, cost: 2.5, latencyP50: 3 });
  expect((await api.getGenerations()).data[0]?.cost).toBe(2.5);
});

test("getTimeSeries counts records that were just sent", async () => {
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const series = await api.getTimeSeries({ metrics: ["stepCount"], from, groupBy: "type", bucketSeconds: 3_600 });
  expect(series.lines.map(({ group, total }) => [group, total])).toEqual([
    ["llm", 1],
    ["run", 1],
  ]);
  expect(series).toMatchObject({ bucketSeconds: 3_600, pendingCount: 0, isEstimate: false });
  const tagged = await api.getTimeSeries({ metrics: ["stepCount", "cost"], from, tags: ["vip"] });
  expect(tagged.lines.map(({ total }) => total)).toEqual([1, 2.5]);
  const called = { metrics: ["stepCount" as const], from, resource: "steps" as const, query: "model:gpt-4o" };
  expect((await api.getTimeSeries(called)).lines.map(({ total }) => total)).toEqual([1]);
  const exact = await api.getTimeSeries({ metrics: ["stepCount"], from, bucketSeconds: 3_600, wholeBuckets: false });
  expect([exact.countedFrom, exact.lines[0]?.total]).toEqual([from, 2]);
  const filters = [{ field: "model", operator: "eq", value: "gpt-4o" }] as const;
  expect((await api.getSteps({ filters: [...filters] })).data.map(({ id }) => id)).toEqual(["call"]);
});

test("getMetadataPaths lists the known paths", async () => {
  expect(await api.getMetadataPaths({ resource: "steps", search: "PLA" })).toEqual(["plan"]);
});

test("prices are created, changed, listed and deleted", async () => {
  const price = { match: "house-.*", inputPrice: 1, outputPrice: 2 };
  const created = await api.createModelPrice(price);
  expect(created).toMatchObject({ ...price, source: "PROJECT", provider: null });
  expect(await api.updateModelPrice(created.id, { ...price, inputPrice: 3 })).toMatchObject({ inputPrice: 3 });
  const { data, totalCount } = await api.getModelPrices({ first: 1 });
  expect([data[0]?.id, totalCount > 1_000]).toEqual([created.id, true]);
  expect(await api.deleteModelPrice(created.id)).toMatchObject({ id: created.id });
  await expect(api.deleteModelPrice(created.id)).rejects.toThrow("deleteModelPrice");
  expect((await api.getModelPrices({ source: "PROJECT" })).totalCount).toBe(0);
});

test("a disabled client finds nothing", async () => {
  const { api: silent } = new Threadline({ disabled: true });
  expect((await silent.getFacets({ resource: "steps", fields: [{ field: "name" }] })).facets).toEqual([]);
  expect((await silent.getStatistics({ resource: "steps" })).recordCount).toBe(0);
  expect((await silent.getTimeSeries({ metrics: ["stepCount"], from: "2026-01-01" })).lines).toEqual([]);
  expect(await silent.getMetadataPaths({ resource: "steps" })).toEqual([]);
  expect(await silent.getModelPrices()).toEqual({ data: [], totalCount: 0 });
});

test("analytics types agree with the schema", () => {
  expectTypeOf<FacetField>().toEqualTypeOf<Wire.FacetField>();
  expectTypeOf<TimeSeriesMetric>().toEqualTypeOf<Wire.TimeSeriesMetric>();
  expectTypeOf<TimeSeriesDimension>().toEqualTypeOf<Wire.TimeSeriesDimension>();
  expectTypeOf<keyof Facets>().toEqualTypeOf<keyof Wire.Facets>();
  expectTypeOf<keyof Statistics>().toEqualTypeOf<keyof Wire.Statistics>();
  expectTypeOf<keyof TimeSeries>().toEqualTypeOf<keyof Wire.TimeSeries>();
  expectTypeOf<keyof ModelPrice>().toEqualTypeOf<keyof Wire.ModelPrice>();
  expectTypeOf<keyof NewModelPrice>().toEqualTypeOf<keyof Wire.ModelPriceInput>();
});
