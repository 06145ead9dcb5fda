import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoTag } from "../demo-mark.ts";
import type { HistoryThread } from "./history-thread.ts";
import { costlyHours, planHistory } from "./plan-history.ts";
import { type RecordedHistory, recordHistory } from "./record-history.ts";
import { releaseDaysAgo, travelReleases } from "./travel-history.ts";

const day = 24 * 3_600_000;
const anchor = Date.now();
const apiKey = "tl_demo_0123456789abcdef";
const server = createServer({ apiKey });
const problems: unknown[] = [];
const client = new Threadline({
  apiKey,
  url: "http://threadline.test",
  fetch: (input, init) => server.fetch(new Request(input, init)),
  onError: (error) => problems.push(error),
});
const promptIds = ["v0", "v1", "v2"];
const plan = planHistory({ edition: 0, anchor, promptIds });
let recorded: RecordedHistory;

beforeAll(async () => {
  recorded = await recordHistory({ client, anchor });
}, 300_000);
afterAll(() => server.close());

const daysAgo = (days: number): string => new Date(anchor - days * day).toISOString();

/** Replaces each time by its distance to the anchor. */
function relative(threads: HistoryThread[], to: number): unknown {
  return JSON.parse(JSON.stringify(threads), (_key, value: unknown) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(value) ? Date.parse(value) - to : value,
  );
}

test("the history is the same each time, except that its times follow the anchor", () => {
  const later = anchor + 40 * day + 12_345;
  expect(relative(planHistory({ edition: 0, anchor: later, promptIds }), later)).toEqual(relative(plan, anchor));
  const ids = plan.flatMap(({ id, steps }) => [id, ...steps.map((step) => step.id)]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("all records are within the last 14 days", () => {
  for (const { endTime, startTime } of plan.flatMap(({ steps }) => steps)) {
    expect(Date.parse(startTime ?? "")).toBeGreaterThan(anchor - 14.1 * day);
    expect(Date.parse(endTime ?? "")).toBeLessThan(anchor);
  }
});

test("recording again changes nothing", async () => {
  const counts = async () => [
    (await client.api.getThreads({ first: 1 })).totalCount,
    (await client.api.getSteps({ first: 1 })).totalCount,
    (await client.api.getScores({ first: 1 })).totalCount,
    (await client.api.getExperiments({ first: 1 })).totalCount,
    (await client.api.getPromptLineages({ first: 10 })).totalCount,
  ];
  const before = await counts();
  const read = async () => {
    const threads = await Promise.all(plan.slice(0, 20).map(({ id }) => client.api.getThread(id)));
    // The URL of a photo is signed at each read.
    return JSON.stringify(threads.map((thread) => thread?.steps?.map((step) => step.serialize()))).replaceAll(
      /"url":"[^"]*"/gu,
      "",
    );
  };
  const stored = await read();
  expect(await recordHistory({ client, anchor: anchor + day })).toEqual(recorded);
  expect(await counts()).toEqual(before);
  expect(await read()).toBe(stored);
}, 300_000);

test("all its records are complete", async () => {
  expect(problems).toEqual([]);
  expect((await client.api.getThreads({ first: 1 })).totalCount).toBe(500);
  expect((await client.api.getUsers({ first: 1 })).totalCount).toBe(20);
  const { facets } = await client.api.getFacets({ resource: "generations", fields: [{ field: "model" }] });
  expect(facets[0]?.values.map(({ value }) => value).toSorted()).toEqual([
    "claude-sonnet-4-5",
    "gpt-4.1",
    "gpt-4o-mini",
  ]);
  expect((await client.api.getPromptLineages({ first: 10 })).data.map(({ name }) => name)).toEqual(["support-reply"]);
  expect((await client.api.getPrompt("support-reply", 2))?.versionDesc).toContain("next step");
  expect((await client.api.getDatasets()).map(({ name }) => name).toSorted()).toEqual([
    "support-cases",
    "trip-requests",
  ]);
  const { data } = await client.api.getGenerations({ first: 50 });
  for (const { cost, tokenCountEstimated } of data) {
    expect(cost).toBeGreaterThan(0);
    expect(tokenCountEstimated).not.toBe(true);
  }
});

test("each thread has the tag of the demo", async () => {
  const filters = [{ field: "tags" as const, operator: "in" as const, value: [demoTag] }];
  expect((await client.api.getThreads({ first: 1, filters })).totalCount).toBe(500);
  expect((await client.api.getSteps({ first: 1, filters })).totalCount).toBe(recorded.stepCount);
});

test("German and Arabic texts and photos are stored unchanged", async () => {
  for (const language of ["de", "ar"] as const) {
    const planned = plan.find(({ person, photos }) => person.language === language && photos.length > 0);
    const stored = await client.api.getThread(planned?.id ?? "");
    expect(stored?.name).toBe(planned?.name);
    const texts = (steps: { type: string; output?: unknown }[] | null | undefined) =>
      steps?.filter(({ type }) => type.endsWith("message")).map(({ output }) => JSON.stringify(output));
    expect(texts(stored?.steps)).toEqual(texts(planned?.steps));
    const [attachment] = stored?.steps?.flatMap(({ attachments }) => attachments ?? []) ?? [];
    const response = await server.fetch(new Request(String(attachment?.url)));
    expect(response.headers.get("content-type")).toBe("image/png");
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500);
  }
});

test("since its release the travel planner is slower, fails more often and is liked less", async () => {
  const figures = async (release: string) => {
    const filters = [
      { field: "name" as const, operator: "eq" as const, value: "travel-planner" },
      { field: "metadata" as const, path: "release", operator: "eq" as const, value: release },
    ];
    const { recordCount, errorCount, latencyP50 } = await client.api.getStatistics({ resource: "runs", filters });
    return { errorShare: errorCount / recordCount, latencyP50: Number(latencyP50) };
  };
  const [good, worse] = [await figures(travelReleases.good), await figures(travelReleases.worse)];
  expect(worse.latencyP50).toBeGreaterThan(1.5 * good.latencyP50);
  expect(worse.errorShare).toBeGreaterThan(2 * good.errorShare);

  const liked = async (from: string, to: string) => {
    const runs = new Set(
      plan
        .filter(({ metadata }) => metadata["agent"] === "travel-planner")
        .flatMap(({ steps }) => steps.map(({ id }) => id)),
    );
    const scores = [];
    for await (const { value, stepId } of client.api.getScores.all({
      filters: [
        { field: "name", operator: "eq", value: "user-feedback" },
        { field: "createdAt", operator: "gte", value: from },
        { field: "createdAt", operator: "lt", value: to },
      ],
    }))
      if (runs.has(stepId)) scores.push(value);
    return scores.reduce((sum, value) => sum + value, 0) / scores.length;
  };
  expect(await liked(daysAgo(releaseDaysAgo), daysAgo(0))).toBeLessThan(
    0.75 * (await liked(daysAgo(15), daysAgo(releaseDaysAgo))),
  );
});

test("one day costs more than all others together", async () => {
  const query = {
    metrics: ["cost" as const],
    from: daysAgo(14),
    to: daysAgo(0),
    bucketSeconds: 6 * 3600,
    maxPoints: 100,
  };
  const { lines, times } = await client.api.getTimeSeries(query);
  const values = lines[0]?.values.map(Number) ?? [];
  const top = values.indexOf(Math.max(...values));
  const hoursAgo = (anchor - Date.parse(times[top] ?? "")) / 3_600_000;
  expect(hoursAgo).toBeGreaterThan(costlyHours.to - 6);
  expect(hoursAgo).toBeLessThan(costlyHours.from + 6);
  const near = values.slice(top - 2, top + 3).reduce((sum, value) => sum + value, 0);
  expect(near).toBeGreaterThan(0.5 * values.reduce((sum, value) => sum + value, 0));
});

test("the tracking tool fails in most calls of the last three days, and rarely before", async () => {
  const share = async (time: "gte" | "lt") => {
    const filters = [
      { field: "name" as const, operator: "eq" as const, value: "track_parcel" },
      { field: "startTime" as const, operator: time, value: daysAgo(3.2) },
    ];
    const { recordCount, errorCount } = await client.api.getStatistics({ resource: "steps", filters });
    return errorCount / recordCount;
  };
  expect(await share("gte")).toBeGreaterThan(0.4);
  expect(await share("lt")).toBeLessThan(0.1);
});

test("each prompt version has better scores than the previous one", async () => {
  const averages: number[] = [];
  for (const version of [0, 1, 2]) {
    const runs = new Set<string | null | undefined>();
    const steps = new Map(plan.flatMap((thread) => thread.steps).map((step) => [step.id, step]));
    for await (const { id } of client.api.getGenerations.all({
      filters: [
        { field: "promptLineage", operator: "eq", value: "support-reply" },
        { field: "promptVersion", operator: "eq", value: version },
      ],
    }))
      runs.add(steps.get(id)?.parentId);
    const values: number[] = [];
    for await (const { value, stepId } of client.api.getScores.all({
      filters: [{ field: "name", operator: "eq", value: "answer-quality" }],
    }))
      if (runs.has(stepId)) values.push(value);
    expect(values.length).toBeGreaterThan(20);
    averages.push(values.reduce((sum, value) => sum + value, 0) / values.length);
  }
  expect(averages).toEqual(averages.toSorted((a, b) => a - b));
  expect(Number(averages[2])).toBeGreaterThan(Number(averages[0]) + 0.2);
});

test("experiments show the better prompt and the worse release", async () => {
  const averages = new Map<string, number>();
  for await (const { id, name } of client.api.getExperiments.all()) {
    const experiment = await client.api.getExperiment(id);
    const values =
      experiment?.items.flatMap(({ scores }) => scores.filter((score) => score.name === "answer-quality")) ?? [];
    averages.set(name, values.reduce((sum, { value }) => sum + value, 0) / values.length);
  }
  const of = (name: string): number => averages.get(name) ?? Number.NaN;
  expect(of("support-reply v2")).toBeGreaterThan(of("support-reply v1"));
  expect(of("support-reply v1")).toBeGreaterThan(of("support-reply v0"));
  expect(of("travel-planner 2.4.0")).toBeLessThan(of("travel-planner 2.3.1"));
});

test("some reviews are long loops of tools", () => {
  const lengths = plan.map(({ steps }) => steps.length).toSorted((a, b) => b - a);
  expect(lengths[0]).toBeGreaterThan(200);
  expect(lengths[5]).toBeGreaterThan(40);
});
