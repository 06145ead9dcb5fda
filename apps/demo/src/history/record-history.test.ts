import { afterAll, beforeAll, expect, test } from "vitest";
import { demoTag } from "../demo-mark.ts";
import { historyId } from "./history-id.ts";
import { startMemoryService } from "../memory-service.ts";
import type { HistoryThread } from "./history-thread.ts";
import { HistoryClock } from "./history-clock.ts";
import { planHistory } from "./plan-history.ts";
import { recordHistory } from "./record-history.ts";
import { travelReleases } from "./travel-history.ts";
import { turningPoints } from "./turning-points.ts";

const day = 24 * 3_600_000;
const anchor = Date.now();
const end = { anchor, utcOffset: 120 };
const clock = new HistoryClock(end);
const { server, client, problems } = startMemoryService();
const promptIds = ["v0", "v1", "v2"];
const plan = planHistory({ edition: 0, end, promptIds });

beforeAll(async () => {
  await recordHistory({ client, end });
}, 300_000);
afterAll(() => server.close());

const daysAgo = (days: number): string => new Date(anchor - days * day).toISOString();

/** Replaces each time by the time since the start of its thread. */
function relative(threads: HistoryThread[]): unknown {
  return threads.map((thread) => {
    const startsAt = Date.parse(thread.steps[0]?.startTime ?? "");
    return JSON.parse(JSON.stringify(thread), (_key, value: unknown) =>
      typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(value) ? Date.parse(value) - startsAt : value,
    ) as unknown;
  });
}

test("the history is the same each time, except for the times of its threads", () => {
  const later = { anchor: anchor + 40 * day + 12_345, utcOffset: -480 };
  expect(relative(planHistory({ edition: 0, end: later, promptIds }))).toEqual(relative(plan));
  const ids = plan.flatMap(({ id, steps }) => [id, ...steps.map((step) => step.id)]);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ["at noon of a workday in Berlin", "2026-06-10T10:00:00Z", 120],
  ["on a Sunday night in San Francisco", "2026-02-02T07:30:00Z", -480],
])("nights and weekends are quieter than workdays in a history that ends %s", (_when, time, utcOffset) => {
  const threads = planHistory({ edition: 0, end: { anchor: Date.parse(time), utcOffset }, promptIds });
  const hours = { night: 0, day: 0 };
  const days = { weekend: 0, workday: 0 };
  for (const { steps } of threads) {
    const local = new Date(Date.parse(steps[0]?.startTime ?? "") + utcOffset * 60_000);
    const hour = local.getUTCHours();
    if (hour < 6) hours.night += 1;
    if (hour >= 9 && hour < 15) hours.day += 1;
    days[[0, 6].includes(local.getUTCDay()) ? "weekend" : "workday"] += 1;
  }
  expect(hours.day).toBeGreaterThan(10 * hours.night);
  expect(days.workday / 10).toBeGreaterThan((2 * days.weekend) / 4);
});

test("all records are within the last 14 days", () => {
  for (const { endTime, startTime, scores } of plan.flatMap(({ steps }) => steps)) {
    for (const { createdAt } of scores ?? []) expect(Date.parse(createdAt ?? "")).toBeLessThan(anchor);
    expect(Date.parse(startTime ?? "")).toBeGreaterThan(anchor - 14.1 * day);
    expect(Date.parse(endTime ?? "")).toBeLessThan(anchor);
  }
});

test("all records of the history are complete", async () => {
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
  expect((await client.api.getPrompt("support-reply", { label: "production" }))?.version).toBe(2);
  expect((await client.api.getPrompt("support-reply", { label: "rollback" }))?.version).toBe(1);
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
  const { totalCount } = await client.api.getSteps({ first: 1 });
  expect((await client.api.getSteps({ first: 1, filters })).totalCount).toBe(totalCount);
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

test("from its new release on, the travel planner is slower, fails more often and has lower scores", async () => {
  const figures = async (release: string) => {
    const query = `name:travel-planner environment:prod tag:travel-planner-${release}`;
    const { recordCount, errorCount, latencyP50 } = await client.api.getStatistics({ resource: "runs", query });
    return { errorShare: errorCount / recordCount, latencyP50: Number(latencyP50) };
  };
  const [good, worse] = [await figures(travelReleases.good), await figures(travelReleases.worse)];
  expect(worse.latencyP50).toBeGreaterThan(1.5 * good.latencyP50);
  expect(worse.errorShare).toBeGreaterThan(2 * good.errorShare);

  const liked = async (release: string) => {
    const scores = [];
    for await (const { value } of client.api.getScores.all({
      filters: [
        { field: "name", operator: "eq", value: "user-feedback" },
        { field: "tags", operator: "in", value: [`travel-planner-${release}`] },
      ],
    }))
      scores.push(value);
    return scores.reduce((sum, value) => sum + value, 0) / scores.length;
  };
  expect(await liked(travelReleases.worse)).toBeLessThan(0.75 * (await liked(travelReleases.good)));
});

test("the tag of a release selects its figures in the charts", async () => {
  const latency = async (release: string) => {
    const query = { metrics: ["latencyP95" as const], from: daysAgo(14), to: daysAgo(0), maxPoints: 14 };
    const { lines } = await client.api.getTimeSeries({ ...query, tags: [`travel-planner-${release}`] });
    return Number(lines[0]?.total);
  };
  expect(await latency(travelReleases.worse)).toBeGreaterThan(1.5 * (await latency(travelReleases.good)));
});

test("one day costs several times as much as any other", async () => {
  const query = {
    metrics: ["cost" as const],
    from: daysAgo(14),
    to: daysAgo(0),
    bucketSeconds: 24 * 3600,
    offsetMinutes: end.utcOffset,
    maxPoints: 100,
  };
  const { lines, times } = await client.api.getTimeSeries(query);
  const values = lines[0]?.values.map(Number) ?? [];
  const top = values.indexOf(Math.max(...values));
  expect(Date.parse(times[top] ?? "")).toBe(clock.workday(3));
  const others = values.filter((_value, index) => index !== top);
  expect(values[top]).toBeGreaterThan(2.5 * Math.max(...others));
});

test("the tracking tool fails in most calls after the carrier's failure, and rarely before it", async () => {
  const share = async (time: "gte" | "lt") => {
    const filters = [
      { field: "name" as const, operator: "eq" as const, value: "track_parcel" },
      {
        field: "startTime" as const,
        operator: time,
        value: new Date(clock.at(turningPoints.carrierFailure)).toISOString(),
      },
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
    })) {
      // Skips generations of experiments: `steps` only contains the steps of the planned threads.
      const step = steps.get(id);
      if (step) runs.add(step.parentId);
    }
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

test("experiments have runs with the cost and latency of their release", async () => {
  for await (const { id } of client.api.getExperiments.all()) {
    const experiment = await client.api.getExperiment(id);
    const runIds = experiment?.items.flatMap(({ experimentRunId }) => experimentRunId ?? []) ?? [];
    const runs = await Promise.all(runIds.map((runId) => client.api.getStep(runId)));
    expect(runs.map((run) => run?.environment)).toEqual(experiment?.items.map(() => "experiment"));
  }
  const figures = async (release: string) => {
    const query = `environment:experiment tag:travel-planner-${release}`;
    const { cost, latencyP50 } = await client.api.getStatistics({ resource: "steps", query });
    return { cost: Number(cost), latencyP50: Number(latencyP50) };
  };
  const [good, worse] = [await figures(travelReleases.good), await figures(travelReleases.worse)];
  expect(worse.cost).toBeGreaterThan(good.cost);
  expect(worse.latencyP50).toBeGreaterThan(good.latencyP50);
});

test("a costly review has one comment, also after recording again", async () => {
  const { data, totalCount } = await client.api.getComments({ threadId: historyId(0, "costly/0") });
  expect(data.map(({ text }) => text)).toEqual([expect.stringContaining("lock file")]);
  expect(totalCount).toBe(1);
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
  expect(of("travel-planner 2.4.1-rc.1")).toBeGreaterThan(of("travel-planner 2.4.0"));
});

test("some code reviews call tools in long loops", () => {
  const lengths = plan.map(({ steps }) => steps.length).toSorted((a, b) => b - a);
  expect(lengths[0]).toBeGreaterThan(200);
  expect(lengths[5]).toBeGreaterThan(40);
});
