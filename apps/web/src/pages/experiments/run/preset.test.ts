import { expect, test } from "vitest";
import { fitOf, suggestRun } from "./preset.ts";

const asking = (content: string) => [{ role: "user", content }];
const datasets = [
  { id: "empty", input: null },
  { id: "support", input: { question: "Why?" } },
  { id: "capitals", input: { country: "Chad" } },
  { id: "texts", input: "Hello" },
];
const prompts = [
  { name: "fixed", messages: asking("Hi") },
  { name: "summary", messages: asking("Summarize {{pages}}") },
  { name: "partly", messages: asking("{{country}} in {{language}}") },
  { name: "capital", messages: asking("Capital of {{country}}{{#hints}}{{text}}{{/hints}}") },
  { name: "city", messages: asking("City of {{country}}") },
];

test("messages fit an input that has values for their variables", () => {
  expect(fitOf(asking("{{country}} in {{language}}"), { country: "Chad" })).toBe(0.5);
  expect(fitOf(asking("{{#rows}}{{cell}}{{/rows}}"), { rows: [] })).toBe(1);
  expect(fitOf(asking("Say {{text}}"), "Hello")).toBe(1);
  expect(fitOf(asking("Say {{text}} in {{tone}}"), "Hello")).toBe(0);
  expect(fitOf(asking("Hi"), { country: "Chad" })).toBe(0);
  expect(fitOf(asking("{{#open}}"), { open: 1 })).toBe(0);
  expect(fitOf(null, { country: "Chad" })).toBe(0);
});

test("the suggested prompt fits the dataset, and the suggested dataset fits the prompt", () => {
  const suggest = (datasetId?: string, messages?: (typeof prompts)[number]["messages"]) =>
    suggestRun({ datasets, prompts, datasetId, messages });
  expect(suggest("capitals")).toEqual({ datasetId: "capitals", promptName: "city" });
  expect(suggest("support")).toEqual({ datasetId: "support", promptName: undefined });
  expect(suggest("beyond the list")).toEqual({ datasetId: "beyond the list", promptName: undefined });
  expect(suggest()).toEqual({ datasetId: "capitals", promptName: "city" });
  expect(suggest(undefined, asking("Weather in {{country}}"))).toEqual({
    datasetId: "capitals",
    promptName: undefined,
  });
  expect(suggest("support", asking("Weather in {{country}}")).datasetId).toBe("support");
  expect(suggest(undefined, asking("{{pages}} {{tone}}")).datasetId).toBe("empty");
  expect(suggestRun({ datasets: [], prompts, datasetId: undefined, messages: undefined })).toEqual({
    datasetId: undefined,
    promptName: undefined,
  });
});
