import { expect, test } from "vitest";
import { usedModels } from "./used-models.ts";

const line = (metric: "cost" | "generationCount" | "tokenCount", group: string | null, total: number | null) => ({
  metric,
  group,
  isOther: group === null,
  total,
});

test("models without a price come first, then the most expensive ones; models without tokens need no price", () => {
  const models = usedModels([
    line("tokenCount", "cheap", 900),
    line("tokenCount", "dear", 100),
    line("tokenCount", "ours", 50),
    line("tokenCount", null, 5),
    line("generationCount", "cheap", 9),
    line("generationCount", "dear", 2),
    line("generationCount", "ours", 1),
    line("generationCount", "image", 1),
    line("cost", "cheap", 0.5),
    line("cost", "dear", 3),
    line("cost", "ours", null),
    line("cost", "image", null),
  ]);
  expect(models.map(({ model, isUnpriced }) => [model, isUnpriced])).toEqual([
    ["ours", true],
    ["dear", false],
    ["cheap", false],
    ["image", false],
  ]);
  expect(models[1]).toEqual({ model: "dear", generationCount: 2, tokenCount: 100, cost: 3, isUnpriced: false });
});
