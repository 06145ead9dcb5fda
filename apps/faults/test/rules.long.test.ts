import { expect, test } from "vitest";
import { killRules } from "../src/rule-kills.ts";

test("rules of a service that is killed judge each step and thread once", { timeout: 300_000 }, async () => {
  const report = await killRules({ targets: 200, kills: 3, maxLifeMs: 4_000, from: "sources" });
  expect(report).toMatchObject({ steps: 200, threads: 10, missed: [], doubled: [], failures: [] });
});
