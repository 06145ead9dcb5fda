import { beforeAll, expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

function yearsFromNow(years: number): string {
  return new Date(Date.now() + years * 365 * 86_400_000).toISOString().slice(0, 10);
}

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.run(`mutation {
    upsertThread(id: "t", participantId: "ann") { id }
    ingestSteps(steps: [
      { id: "run", threadId: "t", type: run, startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T00:00:02Z" }
      { id: "call", threadId: "t", type: llm, error: "Boom", metadata: { plan: "pro" }, generation: {
        provider: "openai", model: "gpt-4o", inputTokenCount: 1000000, outputTokenCount: 100000, ttFirstToken: 120, duration: 1.5
        metadata: { cachedTokenCount: 200000 }
      } }
    ]) { ok message }
  }`);
});

test("facets, statistics and time series include records that just arrived", async () => {
  const { facets, statistics, timeSeries, metadataPaths } = await api.run(`{
    facets(resource: steps, filters: [{ field: "threadId", operator: eq, value: "t" }], fields: [
      { field: type } { field: metadata, path: "plan" }
    ]) { recordCount isEstimate sampledCount facets { field path valueCount missingCount values { value json count } } }
    statistics(resource: threads) { recordCount errorCount tokenCount inputTokenCount cost latencyP50 ttFirstTokenP99 }
    timeSeries(metrics: [stepCount, cost], from: "${yearsFromNow(-1)}", maxPoints: 30, groupBy: participant) {
      bucketSeconds pendingCount times lines { metric group isOther values total }
    }
    metadataPaths(resource: steps) { path }
  }`);
  expect(facets).toEqual({
    recordCount: 2,
    isEstimate: false,
    sampledCount: 2,
    facets: [
      {
        field: "type",
        path: null,
        valueCount: 2,
        missingCount: 0,
        values: [
          { value: "llm", json: "llm", count: 1 },
          { value: "run", json: "run", count: 1 },
        ],
      },
      {
        field: "metadata",
        path: "plan",
        valueCount: 1,
        missingCount: 1,
        values: [{ value: "pro", json: "pro", count: 1 }],
      },
    ],
  });
  expect(statistics).toEqual({
    recordCount: 1,
    errorCount: 1,
    tokenCount: 1_100_000,
    inputTokenCount: 1_000_000,
    cost: 2 + 0.25 + 1,
    latencyP50: 2,
    ttFirstTokenP99: 120,
  });
  expect(timeSeries.lines.map(({ metric, group, isOther, total }) => [metric, group, isOther, total])).toEqual([
    ["stepCount", "ann", false, 2],
    ["cost", "ann", false, 3.25],
  ]);
  expect(timeSeries.times).toHaveLength(timeSeries.lines[0]?.values.length ?? 0);
  expect(timeSeries.pendingCount).toBe(0);
  expect(metadataPaths).toEqual([{ path: "plan" }]);
});

test.each([
  ["metrics: [stepCount], resource: steps", [2]],
  ['metrics: [stepCount, errorCount, cost], resource: steps, query: "metadata.plan:pro -type:run"', [1, 1, 3.25]],
  [
    'metrics: [generationErrorCount], resource: generations, filters: [{ field: "model", operator: eq, value: "gpt-4o" }]',
    [1],
  ],
  ['metrics: [threadCount], resource: threads, query: "status:error"', [1]],
  ['metrics: [threadCount], resource: threads, query: "-status:error"', [0]],
  ["metrics: [runCount, errorCount], resource: runs", [1, 0]],
])("a time series counts the matching records of a list: %s", async (series, totals) => {
  const { timeSeries } = await api.run(
    `{ timeSeries(from: "${yearsFromNow(-1)}", ${series}) { isEstimate lines { total } } }`,
  );
  expect(timeSeries.lines.map(({ total }) => total)).toEqual(totals);
  expect(timeSeries.isEstimate).toBe(false);
});

test("other projects are not affected", async () => {
  const other = await api.inProject("analytics of another");
  const { facets, statistics, timeSeries, metadataPaths } = await other.run(`{
    facets(resource: steps, fields: [{ field: type }]) { recordCount facets { values { value } } }
    statistics(resource: generations) { recordCount cost }
    timeSeries(metrics: [stepCount, activeUserCount, threadCount], from: "${yearsFromNow(-1)}") { lines { total } }
    metadataPaths(resource: steps) { path }
  }`);
  expect(facets).toEqual({ recordCount: 0, facets: [{ values: [] }] });
  expect(statistics).toEqual({ recordCount: 0, cost: null });
  expect(timeSeries.lines.map(({ total }) => total)).toEqual([0, 0, 0]);
  expect(metadataPaths).toEqual([]);
});

test.each([
  ["facets(resource: scores, fields: [{ field: model }]) { recordCount }", "fields[0].field"],
  ["facets(resource: steps, fields: [{ field: metadata }]) { recordCount }", "fields[0].path"],
  ['facets(resource: steps, fields: [{ field: name, path: "x" }]) { recordCount }', "fields[0].path"],
  ["facets(resource: steps, fields: []) { recordCount }", "fields"],
  [
    'statistics(resource: runs, filters: [{ field: "settings", operator: eq, value: "x" }]) { recordCount }',
    "filters[0].field",
  ],
  ['timeSeries(metrics: [], from: "2026-01-01") { bucketSeconds }', "metrics"],
  ['timeSeries(metrics: [stepCount], from: "2026-01-02", to: "2026-01-01") { bucketSeconds }', "to"],
  ['timeSeries(metrics: [stepCount], from: "1970-01-01", to: "2040-01-01") { bucketSeconds }', "to"],
  ['timeSeries(metrics: [stepCount], from: "2026-01-01", bucketSeconds: 90) { bucketSeconds }', "bucketSeconds"],
  ['timeSeries(metrics: [stepCount], from: "2026-01-01", bucketSeconds: 25200) { bucketSeconds }', "bucketSeconds"],
  ['timeSeries(metrics: [stepCount], from: "2026-01-01", offsetMinutes: 900) { bucketSeconds }', "offsetMinutes"],
  ['timeSeries(metrics: [scoreCount], from: "2026-01-01", groupBy: model) { bucketSeconds }', "groupBy"],
  ['timeSeries(metrics: [scoreAverage], from: "2026-01-01", environment: "prod") { bucketSeconds }', "environment"],
  ['timeSeries(metrics: [stepCount], from: "2026-01-01", query: "a") { bucketSeconds }', "query"],
  [
    'timeSeries(metrics: [stepCount], from: "2026-01-01", filters: [{ field: "name", operator: eq, value: "x" }]) { bucketSeconds }',
    "filters",
  ],
  ['timeSeries(metrics: [stepCount], from: "2026-01-01", resource: threads) { bucketSeconds }', "metrics"],
  ['timeSeries(metrics: [stepCount], from: "2026-01-01", resource: steps, tags: ["a"]) { bucketSeconds }', "tags"],
])("%s is rejected with an error that names the field", async (field, named) => {
  const { errors } = await api.execute(`{ ${field} }`);
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: named });
});

test("a range of decades has at most the requested number of buckets", async () => {
  const { timeSeries } = await api.run(
    `{ timeSeries(metrics: [stepCount], from: "${yearsFromNow(-50)}", to: "${yearsFromNow(1)}", maxPoints: 7) { times lines { total } } }`,
  );
  expect(timeSeries.times.length).toBeLessThanOrEqual(7);
  expect(timeSeries.lines[0]?.total).toBe(2);
});
