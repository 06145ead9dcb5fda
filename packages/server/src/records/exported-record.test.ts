import { expect, test } from "vitest";
import type { JsonValue } from "../json/json-value.ts";
import { readExportedRecord } from "./exported-record.ts";

const step = { id: "s", createdAt: 1_795_234_338_183, type: "run", startTime: null, input: { a: 1 } };
const widget = {
  title: "Cost",
  chart: "line",
  metrics: ["cost"],
  groupBy: "model",
  groupLimit: 8,
  resource: null,
  query: null,
  column: 0,
  row: 0,
  width: 6,
  height: 4,
};
const dashboard = {
  id: "d",
  createdAt: 1,
  updatedAt: 1,
  name: "Costs",
  description: null,
  widgets: [widget],
  authorId: null,
  authorName: null,
};

const judgment = { value: 1, label: null, comment: "Polite.", createdAt: 1 };
const score = {
  id: "s",
  createdAt: 2,
  updatedAt: 2,
  name: "tone",
  type: "AI",
  value: 0,
  label: null,
  scorer: null,
  comment: null,
  tags: null,
  stepId: "a",
  generationId: null,
  threadId: null,
  datasetExperimentItemId: null,
  evaluatorVersionId: "v",
  labeledBy: null,
};

test("an exported record is accepted unchanged", () => {
  const judged = { kind: "score", record: { ...score, supersededJudgments: [judgment] } };
  expect(readExportedRecord(judged)).toEqual(judged);
  expect(readExportedRecord({ kind: "score", record: score })).toEqual({ kind: "score", record: score });
  expect(readExportedRecord({ kind: "step", record: step })).toEqual({ kind: "step", record: step });
  const rollout = { kind: "promptRollout", record: { lineageId: "l", version: 0, rollout: 100 } };
  expect(readExportedRecord(rollout)).toEqual(rollout);
  const exported = { kind: "dashboard", record: dashboard };
  expect(readExportedRecord(exported)).toEqual(exported);
});

test("the API key of a step is not read from an export", () => {
  const forged = { ...step, apiKeyId: "k" };
  expect(readExportedRecord({ kind: "step", record: forged })).toEqual({ kind: "step", record: step });
});

test.each<readonly [string, JsonValue, string]>([
  ["no object", null, "record: must be an exported record"],
  ["an unknown kind", { kind: "toString", record: {} }, "record: must be an exported record"],
  ["no record", { kind: "step" }, "record: must be an exported record"],
  [
    "an unknown type",
    { kind: "step", record: { ...step, type: "poem" } },
    "step.type: must be one of assistant_message",
  ],
  ["a type in a list", { kind: "step", record: { ...step, type: ["run"] } }, "step.type: must be one of"],
  [
    "an unknown type of a generation",
    { kind: "step", record: { ...step, generation: { type: "POEM" } } },
    "step.generation.type: must be one of CHAT, COMPLETION",
  ],
  ["a number as a text", { kind: "step", record: { ...step, name: 5 } }, "step.name: must be a string"],
  [
    "an object as a text",
    { kind: "step", record: { ...step, generation: { type: "CHAT", model: { a: 1 } } } },
    "step.generation.model: must be a string without NUL and lone surrogates, not an object",
  ],
  ["no id", { kind: "step", record: { createdAt: 1, type: "run" } }, "step.id: must be a string"],
  ["no time", { kind: "user", record: { id: "u" } }, "user.createdAt: must be milliseconds"],
  ["a time that is a text", { kind: "step", record: { ...step, startTime: "now" } }, "step.startTime: must be"],
  ["a time beyond all years", { kind: "step", record: { ...step, endTime: 1e300 } }, "step.endTime: must be"],
  [
    "a price with a broken pattern",
    { kind: "modelPrice", record: { id: "p", createdAt: 1, match: "(", inputPrice: 1, outputPrice: 1 } },
    "modelPrice.match: is not a valid RE2 regular expression",
  ],
  [
    "a price without a number",
    { kind: "modelPrice", record: { id: "p", createdAt: 1, match: "x", inputPrice: "1", outputPrice: 1 } },
    "modelPrice.inputPrice: must be a number",
  ],
  [
    "a dashboard of an unknown metric",
    { kind: "dashboard", record: { ...dashboard, widgets: [{ ...widget, metrics: ["mood"] }] } },
    "dashboard.widgets[0].metrics: must be a list of threadCount",
  ],
  [
    "a dashboard with a metric in a list",
    { kind: "dashboard", record: { ...dashboard, widgets: [{ ...widget, chart: "table", metrics: [["cost"]] }] } },
    "dashboard.widgets[0].metrics: must be a list of threadCount",
  ],
  [
    "a dashboard of an unknown dimension",
    { kind: "dashboard", record: { ...dashboard, widgets: [{ ...widget, groupBy: "weather" }] } },
    "dashboard.widgets[0].groupBy: cost cannot be split by weather",
  ],
  [
    "a dashboard with a wide widget",
    { kind: "dashboard", record: { ...dashboard, widgets: [{ ...widget, width: 13 }] } },
    "dashboard.widgets[0].width: must be between 2 and 12",
  ],
  [
    "an earlier judgment without a time",
    { kind: "score", record: { ...score, supersededJudgments: [{ ...judgment, createdAt: "now" }] } },
    'score.supersededJudgments: must be a list of {"value":1,',
  ],
  [
    "too many earlier judgments",
    { kind: "score", record: { ...score, supersededJudgments: Array.from({ length: 21 }, () => judgment) } },
    "score.supersededJudgments: at most 20",
  ],
  [
    "an infinite number",
    { kind: "step", record: { ...step, input: JSON.parse("1e400") } },
    "step: contains a number beyond",
  ],
])("a record with %s is rejected", (_name, value, message) => {
  expect(() => readExportedRecord(value)).toThrow(message);
});
