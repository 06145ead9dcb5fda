import { expect, test } from "vitest";
import { recordsOf, recordsOfGroup } from "./alert-records.ts";

const end = Date.parse("2026-03-01T00:00:00.000Z");
const errors = { metric: "errorCount", includesExperiments: false, search: { query: "name:answer" } } as const;

test("the records of a period match the conditions of the alert and of its metric", () => {
  expect(recordsOf({ ...errors, period: "SIX_HOURS" }, end)).toEqual({
    resource: "steps",
    search: {
      filters: [
        { field: "error", operator: "nis", value: null },
        { field: "environment", operator: "neq", value: "experiment" },
      ],
      query: "name:answer",
      from: "2026-02-28T18:00:00.000Z",
      to: "2026-03-01T00:00:00.000Z",
    },
  });
});

test("a calendar period starts at midnight UTC, also if it ends at midnight", () => {
  expect(recordsOf({ ...errors, period: "CALENDAR_DAY" }, end).search.from).toBe("2026-02-28T00:00:00.000Z");
  expect(recordsOf({ ...errors, period: "CALENDAR_MONTH" }, end).search.from).toBe("2026-02-01T00:00:00.000Z");
});

test("scores have no environment, but those of experiments are excluded", () => {
  const scores = { metric: "scoreAverage", period: "DAY", search: {} } as const;
  expect(recordsOf({ ...scores, includesExperiments: true }, end).search.filters).toBeUndefined();
  expect(recordsOf({ ...scores, includesExperiments: false }, end).search.filters).toEqual([
    { field: "datasetExperimentItemId", operator: "is", value: null },
  ]);
});

test("the records of a prompt version are selected by its name and number, and cannot be selected without them", () => {
  const records = {
    metric: "generationCount",
    period: "HOUR",
    includesExperiments: true,
    groupBy: "promptId",
    search: {},
  } as const;
  const prompts = new Map([["v1", { name: "greeting", version: 3 }]]);
  expect(recordsOfGroup(records, end, { group: "v1", prompts })?.search.filters).toEqual([
    { field: "promptLineage", operator: "eq", value: "greeting" },
    { field: "promptVersion", operator: "eq", value: 3 },
  ]);
  expect(recordsOfGroup(records, end, { group: "deleted", prompts })).toBeNull();
});
