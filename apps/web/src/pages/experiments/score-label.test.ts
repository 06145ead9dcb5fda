import { expect, test } from "vitest";
import { changedLabel, labelIn } from "./score-label.ts";

const labels = ["none", "partly", "all"];
const labelOf = (_name: string, value: number): string | null => labels[value * 2] ?? null;
const cell = (value: number, trials = 1) => ({ trials, scores: new Map([["covered", value]]) });

test("a score has the label of its value, but the average of several trials has none", () => {
  expect(labelIn(labelOf, { name: "covered", cell: cell(0.5) })).toBe("partly");
  expect(labelIn(labelOf, { name: "covered", cell: cell(0.7) })).toBeNull();
  expect(labelIn(labelOf, { name: "covered", cell: cell(0.5, 2) })).toBeNull();
});

test("a label follows that of the baseline if both differ", () => {
  const label = (base: ReturnType<typeof cell> | undefined, value: number) =>
    changedLabel(labelOf, { name: "covered", cell: cell(value), base });
  expect(label(undefined, 1)).toBe("all");
  expect(label(cell(1), 1)).toBe("all");
  expect(label(cell(0.5), 1)).toBe("partly → all");
  expect(label(cell(0.5, 2), 1)).toBeNull();
  expect(changedLabel(labelOf, { name: "covered", cell: cell(1), base: { trials: 2, scores: new Map() } })).toBe("all");
});
