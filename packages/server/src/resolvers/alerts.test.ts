import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

const fields = `
  name metric perRecord resource filters { field operator value } query includesExperiments groupBy kind threshold
  recoverAt period forSeconds minimumCount requiresMeasuredJudge channelIds warnsEarly isOn`;
const create = `mutation ($alert: AlertInput!) { createAlert(alert: $alert) { id ${fields} } }`;
const update = `mutation ($id: String!, $alert: AlertInput!) { updateAlert(id: $id, alert: $alert) { id ${fields} } }`;
const required = { name: "Errors", metric: "errorCount", kind: "ABOVE", period: "HOUR" };
const full = {
  ...required,
  perRecord: true,
  resource: "steps",
  filters: [{ field: "name", operator: "eq", value: "answer" }],
  query: "model:gpt-4o",
  includesExperiments: true,
  groupBy: "model",
  threshold: 0.5,
  recoverAt: 0.25,
  forSeconds: 60,
  minimumCount: 3,
  requiresMeasuredJudge: true,
  channelIds: ["c"],
  isOn: true,
};

test("an update of an alert keeps the fields that are absent, and null removes a field", async () => {
  const { run } = await openTestApi();
  const { createAlert: created } = await run(create, { alert: full });
  const { id } = created;
  expect(created).toMatchObject(full);
  const renamed = await run(update, { id, alert: { ...required, name: "New" } });
  expect(renamed.updateAlert).toEqual({ ...created, name: "New" });
  const removed = Object.fromEntries(Object.keys(full).map((field) => [field, null]));
  const emptied = await run(update, { id, alert: { ...removed, ...required, threshold: 1 } });
  expect(emptied.updateAlert).toEqual({
    ...required,
    id,
    perRecord: false,
    resource: null,
    filters: [],
    query: null,
    includesExperiments: false,
    groupBy: null,
    threshold: 1,
    recoverAt: null,
    forSeconds: 0,
    minimumCount: 0,
    requiresMeasuredJudge: false,
    channelIds: [],
    warnsEarly: false,
    isOn: false,
  });
});

test("an update to another kind or period drops what only the previous one has", async () => {
  const { run } = await openTestApi();
  const budget = { name: "Day", metric: "cost", kind: "ABOVE", threshold: 5, recoverAt: 4, period: "CALENDAR_DAY" };
  const { createAlert: created } = await run(create, { alert: budget });
  expect(created).toMatchObject({ warnsEarly: true });
  const absence = { name: "Day", metric: "stepCount", kind: "ABSENCE", period: "HOUR" };
  const changed = await run(update, { id: created.id, alert: absence });
  expect(changed.updateAlert).toMatchObject({ ...absence, threshold: null, recoverAt: null, warnsEarly: false });
  const { threshold } = budget;
  const back = await run(update, {
    id: created.id,
    alert: { ...absence, kind: "ABOVE", period: "CALENDAR_DAY", threshold },
  });
  expect(back.updateAlert).toMatchObject({ threshold, warnsEarly: true });
});
