import { createServer } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { setUp } from "../../server/test/accounts/browser.ts";
import { connectJudgeModel, createJudge, seedDrift } from "../../server/test/eval/seed-judge.ts";
import { Threadline } from "../src/index.ts";

/** Starts a service with a judge that passes experiment items whose text contains `yes`. */
async function start() {
  const apiKey = "tl_test_key";
  let time = Date.now();
  const server = createServer({ apiKey, modelHosts: ["127.0.0.1"], now: () => time });
  onTestFinished(() => server.close());
  const connectionId = await connectJudgeModel(await setUp(server));
  const client = new Threadline({ apiKey, url: "http://threadline.test", fetch: server.fetch });
  const versionId = await createJudge(client.api, connectionId, {
    name: "tone",
    target: "EXPERIMENT_ITEM",
    scoreName: "tone",
  });
  const evaluate = (count: number, requireMeasuredJudges?: boolean) =>
    client.evaluate({
      name: "answers",
      resume: false,
      requireMeasuredJudges,
      progress: false,
      dataset: Array.from({ length: count }, (_, index) => ({ input: { text: index % 2 === 0 ? "yes" : "no" } })),
      task: ({ text }) => ({ text }),
      scorers: ["tone"],
    });
  const skipWeek = (): void => void (time += 8 * 86_400_000);
  return { api: client.api, connectionId, evaluate, skipWeek, versionId };
}

test("a judge is compared with labels, and an evaluation can require a measured one", async () => {
  const { api, evaluate, versionId } = await start();
  expect(await api.getCalibration("unknown")).toBeNull();
  await expect(evaluate(2, true)).rejects.toThrow('too few recent scores of the judge "tone v1" have human labels');
  const result = await evaluate(42);
  expect(await result.unmeasuredJudges("tone")).toEqual(["tone v1"]);
  expect(await result.unmeasuredJudges("other")).toEqual([]);

  const { nextTargets } = (await api.getCalibration(versionId, { nextTargets: 100 })) ?? {};
  expect(nextTargets).toHaveLength(42);
  await api.createScores(
    result.items.slice(0, 40).map(({ id, output }, index) => ({
      name: "tone",
      type: "HUMAN" as const,
      scorer: "Ada",
      value: index < 4 ? 0 : Number(output?.["text"] === "yes"),
      datasetExperimentItemId: id,
    })),
  );
  const calibration = await api.getCalibration(versionId, { from: 0, disagreements: 1 });
  expect(calibration).toMatchObject({
    measured: "MEASURED",
    judgedCount: 42,
    labeledCount: 40,
    labelerCount: 1,
    passed: { judgedCount: 21, labeledCount: 20, passedCount: 18 },
    failed: { judgedCount: 21, labeledCount: 20, passedCount: 0 },
    disagreementCount: 2,
    disagreements: [{ peopleValue: 0, judgeScore: { value: 1, label: "kind" }, labels: [{ scorer: "Ada" }] }],
  });
  expect(calibration?.passRate?.rate).toBeCloseTo(0.45, 9);
  expect(await api.getCalibration(versionId, { until: 0 })).toMatchObject({ judgedCount: 0, passRate: null });
  const state = { scoreName: "tone", evaluatorName: "tone", versionId, versionNumber: 1, measured: "MEASURED" };
  expect(await api.getJudgeStates()).toMatchObject([state]);
  expect(await result.unmeasuredJudges("tone")).toEqual([]);
  await evaluate(1, true);
});

test("a judge of the same score that drifts is named", async () => {
  const { api, connectionId, evaluate, skipWeek, versionId } = await start();
  const live = await createJudge(api, connectionId, { name: "Live tone", target: "STEP", scoreName: "tone" });
  const result = await evaluate(2);
  expect(await result.driftingJudges("tone")).toEqual([]);
  expect(await api.getScoreDrift(live)).toBeNull();
  await seedDrift(api, live, { skipWeek });
  expect(await api.getScoreDrift(live)).toEqual({
    before: { count: 30, average: 1 },
    after: { count: 30, average: 0 },
    drifts: true,
  });
  expect(await result.driftingJudges("tone")).toEqual(["Live tone v1"]);
  expect(await result.driftingJudges("other")).toEqual([]);
  expect(await api.getScoreDrift(versionId)).toBeNull();
  expect(await api.getScoreDrift("unknown")).toBeNull();
});
