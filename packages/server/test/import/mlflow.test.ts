import { expect, test } from "vitest";
import { expectKinds, readReport, startReplay, startTarget } from "./stand-in.ts";

const trace = "3afa3df5e2f9fad17737d0286bfc828c";

test("every supported record of a real MLflow server is imported, with its times", async () => {
  const source = await startReplay("mlflow");
  const { run, client } = await startTarget();
  const { api } = client;
  const { code, notices } = await run(["--from", "mlflow", source.url]);
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  const report = {
    "prompt versions": [2, 0],
    users: [3, 0],
    threads: [4, 0],
    steps: [20, 0],
    scores: [5, 0],
    datasets: [1, 0],
    "dataset items": [2, 0],
    experiments: [1, 0],
    "experiment items": [2, 0],
  };
  expect(readReport(notices)).toEqual(report);
  expectKinds("mlflow", "API", report);
  expect(notices).toContain("3 expectations of traces: expected outputs belong to dataset items");

  const steps = (await api.getThread("session-0"))?.steps?.filter(({ id }) => id?.startsWith(trace));
  const [agent, tool, chat] = ["agent", "look-up", "chat"].map((name) => steps?.find((step) => step.name === name));
  expect(agent).toMatchObject({
    type: "run",
    startTime: "2026-11-23T07:55:12.340Z",
    endTime: "2026-11-23T07:55:12.566Z",
    input: { question: "question 0" },
    output: "answer 0",
    metadata: { plan: "pro", tags: { team: "a" }, importedFrom: { platform: "mlflow", experiment: "support" } },
    scores: [{ name: "correct", type: "HUMAN", value: 1, comment: "fine", scorer: "amara" }],
  });
  expect(tool).toMatchObject({ type: "tool", parentId: agent?.id, input: { day: "monday" }, output: { opens: 9 } });
  expect(chat).toMatchObject({
    type: "llm",
    generation: {
      provider: "openai",
      model: "gpt-4o",
      settings: { temperature: 0.5 },
      messages: [{ role: "user", content: "question 0" }],
      messageCompletion: { role: "assistant", content: "answer 0" },
      inputTokenCount: 10,
      outputTokenCount: 5,
    },
  });
  const { data: tones } = await api.getScores({ filters: [{ field: "name", operator: "eq", value: "tone" }] });
  expect(tones).toMatchObject([
    { type: "AI", value: 1, label: "friendly", createdAt: expect.stringMatching(/^2026-11-23T07:55/u) as string },
  ]);
  const { data: failed } = await api.getSteps({ filters: [{ field: "error", operator: "ilike", value: "closed" }] });
  expect(failed).toMatchObject([{ name: "look-up" }]);

  const dataset = await api.getDataset({ name: "hours" });
  expect(dataset?.metadata).toMatchObject({ owner: "support" });
  expect(dataset?.items).toMatchObject([
    { input: { question: "sunday?" }, expectedOutput: { answer: "closed" } },
    { input: { question: "monday?" }, expectedOutput: { answer: "nine" }, metadata: { k: "1" } },
  ]);
  const { data: experiments } = await api.getExperiments();
  expect(experiments).toMatchObject([{ datasetId: dataset?.id, params: { metrics: { "exact/mean": 0.5 } } }]);
  const experiment = await api.getExperiment(experiments[0]!.id);
  expect(experiment?.items).toMatchObject([
    { datasetItemId: dataset?.items[0]?.id, output: "nine", scores: [{ name: "exact", value: 0 }] },
    { datasetItemId: dataset?.items[1]?.id, output: "nine", scores: [{ name: "exact", value: 1 }] },
  ]);
  expect(await api.getStep(experiment?.items[0]?.experimentRunId ?? "")).toMatchObject({ environment: "experiment" });

  // The alias `production` refers to the first version.
  expect(await api.getPrompt("greet")).toMatchObject({
    version: 0,
    versionDesc: "Version 1 in MLflow: one",
    createdAt: "2026-11-23T07:55:24.241Z",
    templateMessages: [{ role: "user", content: "Hello {{name}}." }],
  });
  expect((await api.getPrompt("greet", 1))?.templateMessages).toHaveLength(2);

  const again = await run(["--from", "mlflow", source.url]);
  expect(readReport(again.notices)).toEqual(
    Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]])),
  );
});
