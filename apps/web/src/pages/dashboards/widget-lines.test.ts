import { expect, test } from "vitest";
import type { DrawnLine } from "../dashboard/series.ts";
import { inVersionOrder } from "./widget-lines.ts";

test("the versions of a prompt are in their order, and the prompts in the order of their first lines", () => {
  const prompts = new Map([
    ["a1", { name: "a", version: 1 }],
    ["a2", { name: "a", version: 2 }],
    ["a10", { name: "a", version: 10 }],
    ["b1", { name: "b", version: 1 }],
  ]);
  const definition = { metric: "generationCount", color: "", resource: "generations" } as const;
  const line = (group: string | null, color: string): DrawnLine => ({
    definition,
    group,
    isOther: false,
    color,
    values: [],
    total: null,
  });
  const lines = ["a10", null, "b1", "a2", "deleted", "a1"].map((group, index) => line(group, `--color-${index}`));
  expect(inVersionOrder(lines, prompts).map(({ group, color }) => [group, color])).toEqual([
    ["a1", "--color-0"],
    [null, "--color-1"],
    ["b1", "--color-2"],
    ["a2", "--color-3"],
    ["deleted", "--color-4"],
    ["a10", "--color-5"],
  ]);
});
