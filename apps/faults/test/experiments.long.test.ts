import { expect, test } from "vitest";
import { killExperiment } from "../src/experiment-kills.ts";

test("an experiment of a service that is killed has each item and score once", { timeout: 300_000 }, async () => {
  const report = await killExperiment({ items: 40, kills: 3, from: "sources" });
  expect(report).toMatchObject({ state: "DONE", lost: [], doubled: [], failures: [] });
  expect(report.modelCalls).toBeGreaterThanOrEqual(80);
});
