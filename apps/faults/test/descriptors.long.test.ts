import { expect, test } from "vitest";
import { takeDescriptors } from "../src/descriptors.ts";
import { isHonest } from "../src/suites/descriptors-suite.ts";

const timeout = 300_000;

test(
  "a service without file descriptors rejects requests, loses nothing, and accepts connections again",
  { timeout },
  async () => {
    const { findings, damages, answers, taken, asked, endedConnections } = await takeDescriptors({ from: "sources" });
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect(damages).toEqual([]);
    expect(findings.acknowledged).toBeGreaterThan(0);
    expect(endedConnections).toBeGreaterThan(0);
    expect(answers.filter((answer) => !isHonest(answer))).toEqual([]);
    expect(answers).toContain("upload afterwards: 204");
    expect(taken).toBe(asked);
  },
);

test("planted bug: a service that leaves a file open for every connection is caught", { timeout }, async () => {
  const { taken, asked } = await takeDescriptors({ from: "sources", plants: ["leaked-descriptors"], patience: 1_000 });
  expect(taken).toBeLessThan(asked);
});
