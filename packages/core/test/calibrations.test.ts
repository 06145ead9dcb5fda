import { createServer } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { setUp, valueOf } from "../../server/test/accounts/browser.ts";
import { sendOpenAI, startModelServer } from "../../server/test/models/model-server.ts";
import { Threadline } from "../src/index.ts";

/** Starts a service with a judge of experiment items that passes texts with `yes`. */
async function start() {
  const provider = await startModelServer();
  provider.reply((response, { body }) => {
    const label = JSON.stringify(body["messages"]).includes("yes") ? "kind" : "rude";
    sendOpenAI(response, [JSON.stringify({ reasoning: "Because.", label })]);
  });
  const apiKey = "tl_test_key";
  const server = createServer({ apiKey, modelHosts: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const connection = { name: "local", kind: "openaiCompatible", baseUrl: `${provider.origin}/v1` };
  const { data } = await owner.graphql(
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { project: "default", variables: { connection } },
  );
  const { id: connectionId } = valueOf(data ?? {}, "createModelConnection") as { id: string };
  const client = new Threadline({ apiKey, url: "http://threadline.test", fetch: server.fetch });
  const { latestVersion } = await client.api.createEvaluator(
    { name: "tone" },
    {
      kind: "LLM",
      target: "EXPERIMENT_ITEM",
      scoreName: "tone",
      judge: {
        messages: [{ role: "user", content: "{{output}}" }],
        inputs: [{ name: "output", path: "output" }],
        labels: [
          { label: "kind", value: 1 },
          { label: "rude", value: 0 },
        ],
        connectionId,
        model: "m",
      },
    },
  );
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
  return { api: client.api, evaluate, versionId: latestVersion.id };
}

test("a judge is compared with labels, and an evaluation can require a measured one", async () => {
  const { api, evaluate, versionId } = await start();
  expect(await api.getCalibration("unknown")).toBeNull();
  await expect(evaluate(2, true)).rejects.toThrow('the judge is not measured: "tone v1"');
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
