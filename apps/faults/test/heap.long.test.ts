import { expect, test } from "vitest";
import { pressHeap } from "../src/small-heap.ts";
import { isHonest } from "../src/suites/heap-suite.ts";

const timeout = 300_000;
const pressure = { from: "sources", heap: 64, of: "values", size: 4_000_000, together: 8, requests: 12 } as const;

test("a service with a small heap rejects excess load, and loses nothing", { timeout }, async () => {
  const { findings, damages, answers, lost, outlived } = await pressHeap(pressure);
  expect({ outlived, lost, damages }).toEqual({ outlived: true, lost: [], damages: [] });
  expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
  expect(findings.acknowledged).toBeGreaterThan(0);
  expect(Object.keys(answers).filter((answer) => !isHonest(answer))).toEqual([]);
  expect(answers["200"]).toBeGreaterThan(0);
  expect(answers["429"]).toBeGreaterThan(0);
});

test(
  "planted bug: a service that keeps all parsed JSON in memory is caught, and loses nothing",
  { timeout },
  async () => {
    const { findings, answers, lost, outlived, end } = await pressHeap({
      ...pressure,
      requests: 200,
      plants: ["remembered-requests"],
    });
    expect(outlived).toBe(false);
    expect(end).toContain("heap");
    expect(answers["no answer"]).toBeGreaterThan(0);
    expect({ lost, lostSmall: findings.lost }).toEqual({ lost: [], lostSmall: [] });
  },
);
