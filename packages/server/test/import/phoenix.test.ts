import { expect, test } from "vitest";
import { expectKinds, readReport, startReplay, startTarget } from "./stand-in.ts";

const trace = "72cb365174774407b7b4b4705a3d8ae6";

test("every supported record of a real Phoenix server is imported, with its times", async () => {
  const source = await startReplay("phoenix");
  const { run, client } = await startTarget();
  const { api } = client;
  const { code, notices } = await run(["--from", "phoenix", source.url]);
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  const report = {
    "prompt versions": [2, 0],
    users: [2, 0],
    threads: [3, 0],
    steps: [26, 0],
    scores: [6, 0],
    datasets: [1, 0],
    "dataset items": [2, 0],
    experiments: [1, 0],
    "experiment items": [2, 0],
  };
  expect(readReport(notices)).toEqual(report);
  expectKinds("phoenix", "API", report);

  const steps = (await api.getThread("session-0"))?.steps?.filter(({ id }) => id?.startsWith(trace));
  const [agent, tool, chat] = ["agent", "look_up", "chat"].map((name) => steps?.find((step) => step.name === name));
  expect(agent).toMatchObject({
    id: `${trace}-4fbac27b4292b9f3`,
    type: "run",
    startTime: "2026-11-23T07:32:05.534Z",
    endTime: "2026-11-23T07:32:05.621Z",
    input: "question 0",
    output: "answer 0",
    tags: ["a", "b"],
    metadata: { n: 0, plan: "pro", importedFrom: { platform: "phoenix", project: "support" } },
    scores: [{ name: "resolved", type: "CODE", value: 0.5, createdAt: "2026-11-23T07:32:09.000Z" }],
  });
  expect(tool).toMatchObject({ type: "tool", parentId: agent?.id, rootRunId: agent?.id, input: { day: "monday" } });
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
      metadata: { cachedTokenCount: 3 },
    },
    scores: [{ name: "correct", type: "HUMAN", value: 1, label: "yes", comment: "fine" }],
  });
  const { data: failed } = await api.getSteps({ filters: [{ field: "error", operator: "ilike", value: "closed" }] });
  expect(failed).toMatchObject([{ name: "look_up" }]);
  const { data: ofSession } = await api.getScores({ filters: [{ field: "name", operator: "eq", value: "csat" }] });
  expect(ofSession).toMatchObject([{ threadId: "session-0", value: 4 }]);

  const dataset = await api.getDataset({ name: "hours" });
  expect(dataset).toMatchObject({ description: "Opening hours", createdAt: "2026-11-23T07:32:11.000Z" });
  expect(dataset?.items).toMatchObject([
    { input: { day: "monday" }, expectedOutput: { opens: 9 }, metadata: { k: 1 } },
    { input: { day: "sunday" }, expectedOutput: { opens: null } },
  ]);
  const { data: experiments } = await api.getExperiments();
  expect(experiments).toMatchObject([{ name: "try-1", datasetId: dataset?.id, createdAt: "2026-11-23T07:32:11.000Z" }]);
  const experiment = await api.getExperiment(experiments[0]!.id);
  expect(experiment?.items).toMatchObject([
    { datasetItemId: dataset?.items[0]?.id, output: { opens: 9 }, scores: [{ name: "exact", value: 1 }] },
    { datasetItemId: dataset?.items[1]?.id, output: { opens: 10 }, scores: [{ name: "exact", value: 0 }] },
  ]);
  const run1 = await api.getStep(experiment?.items[0]?.experimentRunId ?? "");
  expect(run1).toMatchObject({ environment: "experiment" });

  expect(await api.getPrompt("greet", 0)).toMatchObject({
    versionDesc: "one",
    templateMessages: [
      { role: "system", content: "Greet {{name}}." },
      { role: "user", content: "{{question}}" },
    ],
    settings: { model: "gpt-4o" },
    provider: "openai",
  });
  expect(await api.getPrompt("greet")).toMatchObject({
    version: 1,
    templateMessages: [{ role: "system", content: "Greet {{name}} well." }],
  });

  const again = await run(["--from", "phoenix", source.url]);
  expect(readReport(again.notices)).toEqual(
    Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]])),
  );
});
