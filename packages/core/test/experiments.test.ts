import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { Score } from "../src/index.ts";
import { startService } from "./start-service.ts";

test("an experiment logs an item with its scores, linked to its run", async () => {
  const { client } = startService({ environment: "staging" });
  const dataset = await client.api.createDataset({ name: "capitals" });
  const item = await dataset.createItem({ input: { country: "France" }, expectedOutput: { city: "Paris" } });
  const experiment = await dataset.createExperiment({ name: "baseline", params: [{ temperature: 0 }] });
  expect(experiment).toMatchObject({ name: "baseline", datasetId: dataset.id, params: [{ temperature: 0 }] });

  const run = client.experimentItemRun({ input: { country: "France" } });
  const logged = await run.wrap(async () => {
    await client.step({ name: "model", type: "llm" }).wrap(() => "Paris");
    return experiment.log({
      datasetItemId: item.id,
      input: item.input,
      output: { city: "Paris" },
      scores: [{ name: "correct", type: "CODE", value: 1 }],
    });
  });
  await client.flush();

  expect(logged).toMatchObject({ datasetItemId: item.id, experimentRunId: run.id, output: { city: "Paris" } });
  expect(logged.scores).toMatchObject([{ name: "correct", value: 1 }]);
  expect(experiment.items).toStrictEqual([logged]);
  await expect(client.api.getStep(run.id)).resolves.toMatchObject({
    name: "Experiment Run",
    type: "run",
    environment: "experiment",
  });
  const { data: scores } = await client.api.getScores({});
  expect(scores).toMatchObject([{ name: "correct", datasetExperimentItemId: logged.id }]);
});

test.each([[[]], [undefined], [null]])("an experiment logs an item with %j for scores", async (scores) => {
  const { client } = startService();
  const dataset = await client.api.createDataset({ name: "d" });
  const experiment = await dataset.createExperiment({ name: "e" });
  await expect(experiment.log({ output: { ok: true }, scores })).resolves.toMatchObject({
    output: { ok: true },
    scores: [],
  });
});

test("only records inside an experiment run have the environment experiment", async () => {
  const { client } = startService({ environment: "prod" });
  const inside = client.experimentItemRun();
  const other = client.run({ name: "other" });
  const [child, thread] = await Promise.all([
    inside.wrap(async () => {
      await setTimeout(3);
      const conversation = await client.thread().upsert();
      return [client.step({ name: "child", type: "tool" }), conversation] as const;
    }),
    other.wrap(() => setTimeout(1)),
  ]).then(([made]) => made);
  await child.send();
  const after = await client.step({ name: "after", type: "tool" }).send();
  await client.flush();

  const environment = async (id: string) => (await client.api.getStep(id))?.environment;
  await expect(environment(inside.id)).resolves.toBe("experiment");
  await expect(environment(child.id)).resolves.toBe("experiment");
  expect((await client.api.getThread(thread.id))?.environment).toBe("experiment");
  await expect(environment(other.id)).resolves.toBe("prod");
  await expect(environment(after.id)).resolves.toBe("prod");
});

test("the environment of an experiment run ends with it when it fails", async () => {
  const { client } = startService({ environment: "dev" });
  const run = client.experimentItemRun();
  await expect(run.wrap(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  const after = await client.step({ name: "after", type: "tool" }).send();
  await client.flush();
  await expect(client.api.getStep(after.id)).resolves.toMatchObject({ environment: "dev" });
  await expect(client.api.getStep(run.id)).resolves.toMatchObject({
    environment: "experiment",
    error: "Error: failed",
  });
});

test("runs in one tick keep their environments in one batch", async () => {
  const { client } = startService();
  const runs = [
    client.experimentItemRun(),
    client.run({ name: "plain", environment: "staging" }),
    client.run({ name: "none" }),
  ];
  await Promise.all(runs.map((run) => run.wrap(() => undefined)));
  await client.flush();
  const stored = await Promise.all(runs.map(({ id }) => client.api.getStep(id)));
  expect(stored.map((step) => step?.environment)).toStrictEqual(["experiment", "staging", null]);
});

test("createScores takes plain objects and Score instances alike", async () => {
  const { client } = startService();
  const { id: stepId } = await client.step({ name: "answer", type: "run" }).send();
  const plain = { stepId, name: "plain", type: "AI", value: 0.5 } as const;
  const scores = await client.api.createScores([plain, new Score({ stepId })]);
  expect(scores).toMatchObject([
    { name: "plain", value: 0.5, stepId },
    { name: "user-feedback", value: 1, stepId },
  ]);
});
