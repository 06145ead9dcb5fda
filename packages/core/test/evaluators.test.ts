import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("an evaluator is created, versioned, run, archived and deleted", async () => {
  const { client } = startService();
  const { api } = client;
  const exact = { kind: "BUILT_IN", target: "STEP", scoreName: "exact" } as const;
  const version = { ...exact, builtIn: { scorer: "contains", options: { texts: ["Paris"] } } };
  const created = await api.createEvaluator({ name: "Capital" }, version);
  expect(created).toMatchObject({ name: "Capital", archivedAt: null, latestVersion: { number: 1, ...version } });
  expect(await api.getEvaluators()).toEqual([created]);
  expect(await api.getEvaluator({ name: "Capital" })).toEqual(created);

  await api.sendSteps([
    { id: "right", type: "run", name: "answer", output: { content: "Paris" } },
    { id: "wrong", type: "run", name: "answer", output: { content: "Rome" } },
  ]);
  const targets = ["right", "wrong", "missing"];
  const tested = await api.testEvaluator({ version }, targets);
  expect(tested.map(({ value, problem, score }) => [value, problem, score])).toEqual([
    [1, null, null],
    [0, null, null],
    [null, "targetNotFound", null],
  ]);
  expect(await api.getScores()).toMatchObject({ data: [] });

  const stored = await api.evaluate(created.latestVersion.id, targets);
  const again = await api.evaluate(created.latestVersion.id, targets);
  expect(again.map(({ score }) => score)).toEqual(stored.map(({ score }) => score));
  const { data } = await api.getScores();
  expect(data).toHaveLength(2);
  expect(data.find(({ stepId }) => stepId === "right")).toMatchObject({
    name: "exact",
    type: "CODE",
    value: 1,
    scorer: "Capital v1",
    evaluatorVersionId: created.latestVersion.id,
    supersededJudgments: [{ value: 1, label: null, createdAt: expect.any(String) }],
  });

  const second = await api.createEvaluatorVersion(created.id, { ...version, builtIn: { scorer: "validJson" } });
  expect(second.number).toBe(2);
  expect(await api.getEvaluatorVersions(created.id)).toEqual([second, created.latestVersion]);
  expect(await api.getEvaluatorVersion(second.id)).toEqual(second);
  await api.updateEvaluator(created.id, { name: "Capital", isArchived: true });
  expect(await api.getEvaluators()).toEqual([]);
  expect(await api.getEvaluators({ includesArchived: true })).toHaveLength(1);
  expect(await api.deleteEvaluator(created.id)).toBe(created.id);
  expect(await api.getEvaluator({ id: created.id })).toBeNull();
  await expect(api.deleteEvaluator(created.id)).rejects.toThrow("not found");
});
