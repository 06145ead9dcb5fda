import { expect, test } from "vitest";
import type { NewEvaluationRule } from "../src/index.ts";
import { startService } from "./start-service.ts";

test("a rule is created, estimated, judges what arrives, is backfilled, and is deleted", async () => {
  const { api } = startService().client;
  const { latestVersion } = await api.createEvaluator(
    { name: "Capital" },
    {
      kind: "BUILT_IN",
      target: "STEP",
      scoreName: "capital",
      builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
    },
  );
  await api.sendSteps([{ id: "past", type: "run", name: "answer", output: { content: "Paris" } }]);
  const rule: NewEvaluationRule = {
    name: "Capitals",
    evaluatorVersionId: latestVersion.id,
    filters: [{ field: "name", operator: "eq", value: "answer" }],
    quietSeconds: 0,
    mode: "ON",
  };
  const period = { from: 0 };
  expect(await api.estimateEvaluationRule(rule, period)).toEqual({ matchedCount: 1, judgmentCount: 1, cost: 0 });
  const { id, ...created } = await api.createEvaluationRule(rule);
  expect(created).toMatchObject({
    ...rule,
    filters: [{ ...rule.filters?.[0], path: null }],
    target: "STEP",
    sampleRate: 1,
  });
  await api.sendSteps([{ id: "new", type: "run", name: "answer", output: { content: "Rome" } }]);
  await api.backfillEvaluationRule(id, period);
  await expect
    .poll(async () => (await api.getScores()).data.map(({ stepId, value }) => `${stepId} ${value}`).toSorted(), {
      timeout: 60_000,
    })
    .toEqual(["new 0", "past 1"]);
  // The judgment leaves the queue shortly after its score is stored.
  await expect
    .poll(() => api.getEvaluationRule(id), { timeout: 60_000 })
    .toMatchObject({ queuedCount: 0, days: [{ judged: 2, superseded: 0 }] });
  expect(await api.getEvaluationRuleFailures(id)).toEqual([]);
  expect(await api.retryEvaluationRule(id)).toMatchObject({ failedCount: 0 });
  expect(await api.updateEvaluationRule(id, { ...rule, mode: "OFF" })).toMatchObject({ mode: "OFF" });
  expect(await api.getEvaluationRules()).toHaveLength(1);
  expect(await api.deleteEvaluationRule(id)).toBe(id);
  expect(await api.getEvaluationRule(id)).toBeNull();
});
