import { expect, test } from "vitest";
import { content, day, hour, midnight, minute, project, start } from "./alert-fixture.ts";

const budget = { period: "CALENDAR_DAY", threshold: 10, warnsEarly: true } as const;

test("a budget notifies at 50, 80 and 100% of its threshold, each once a day", async () => {
  const { store, ingest, evaluate, levels } = await start(budget);
  await ingest(midnight + hour, 5);
  await evaluate(midnight + 2 * hour);
  expect(await levels()).toEqual([]);
  await ingest(midnight + 2 * hour, 1);
  await evaluate(midnight + 3 * hour);
  await evaluate(midnight + 4 * hour);
  expect(await levels()).toEqual([50]);
  await ingest(midnight + 4 * hour, 3);
  await evaluate(midnight + 5 * hour);
  expect(await levels()).toEqual([50, 80]);
  await ingest(midnight + 5 * hour, 2);
  await evaluate(midnight + 6 * hour);
  expect(await levels()).toEqual([50, 80, 100]);
  // The sum falls below the threshold, and exceeds it again.
  await store.steps.delete(project, `${midnight + 2 * hour}-0`, midnight + 6 * hour);
  await evaluate(midnight + 7 * hour);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "OK", value: 10 });
  await ingest(midnight + 7 * hour, 4);
  await evaluate(midnight + 8 * hour);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "FIRING", value: 14 });
  expect(await levels()).toEqual([50, 80, 100]);
  // The first evaluation of a day ends the alert. Levels that are exceeded together cause one notification.
  await ingest(midnight + day + hour, 9);
  await evaluate(midnight + day + 2 * hour);
  expect(await levels()).toEqual([50, 80, 100]);
  await evaluate(midnight + day + 3 * hour);
  expect(await levels()).toEqual([50, 80, 100, 80]);
  const history = await store.alerts.history(project, "a", { first: 9, skip: 0 });
  expect(history.map(({ fromState, toState, level }) => [fromState, toState, level])).toEqual([
    ["OK", "OK", 80],
    ["FIRING", "OK", null],
    ["OK", "FIRING", null],
    ["FIRING", "OK", null],
    ["OK", "FIRING", null],
    ["OK", "OK", 80],
    ["OK", "OK", 50],
  ]);
});

test("a level that a budget reaches while it is silenced is notified afterwards", async () => {
  const { store, ingest, evaluate, levels } = await start(budget);
  await store.alerts.silence(project, "a", midnight + 3 * hour);
  await ingest(midnight + hour, 6);
  await evaluate(midnight + 2 * hour);
  expect(await levels()).toEqual([]);
  await evaluate(midnight + 4 * hour);
  expect(await levels()).toEqual([50]);
});

test("levels start again if the threshold changes, and stay if the name changes", async () => {
  const { store, ingest, evaluate, levels } = await start(budget);
  await ingest(midnight + hour, 11);
  await evaluate(midnight + 2 * hour);
  await store.alerts.replace(project, "a", { ...content, ...budget, name: "other" }, midnight + 3 * hour);
  await evaluate(midnight + 3 * hour + minute);
  expect(await levels()).toEqual([100]);
  await store.alerts.replace(project, "a", { ...content, ...budget, threshold: 20 }, midnight + 4 * hour);
  await evaluate(midnight + 4 * hour + minute);
  await evaluate(midnight + 5 * hour);
  expect(await levels()).toEqual([100, 50]);
});

test("a budget without early levels notifies only at its threshold", async () => {
  const { ingest, evaluate, levels } = await start({ ...budget, warnsEarly: false });
  await ingest(midnight + hour, 9);
  await evaluate(midnight + 2 * hour);
  await ingest(midnight + 2 * hour, 2);
  await evaluate(midnight + 3 * hour);
  expect(await levels()).toEqual([100]);
});

test("a budget of an API key counts only the steps that the key recorded", async () => {
  const filters = [{ field: "apiKey", operator: "in" as const, value: ["mobile"], path: null }];
  const { store, ingest, evaluate, levels } = await start({ ...budget, resource: "steps", filters });
  const name = {
    hash: "h",
    prefix: "tl_",
    last4: "wxyz",
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
    name: "mobile",
  };
  await store.projects.createKey({
    ...name,
    id: "k",
    projectId: project,
    scopes: ["ingest"],
    origins: null,
    createdAt: 1,
    revokedAt: null,
  });
  await ingest(midnight + hour, 20);
  await evaluate(midnight + 2 * hour);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "OK", value: 0 });
  const steps = Array.from({ length: 11 }, (_, index) => ({
    id: `of the key ${index}`,
    createdAt: midnight + 2 * hour,
    apiKeyId: "k",
  }));
  await store.steps.ingest(project, steps);
  await evaluate(midnight + 3 * hour);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "FIRING", value: 11 });
  expect(await levels()).toEqual([100]);
});
