import { afterAll, expect, test } from "vitest";
import { startService } from "../../test/start-service.ts";
import { DatasetExperimentItem } from "../experiment-item.ts";
import { DatasetExperiment } from "../experiment.ts";

const { client } = startService({}, afterAll);
const { api } = client;

test("createExperiment resolves to the whole experiment", async () => {
  const { id: datasetId } = await api.createDataset({ name: "data" });
  const experiment = await api.createExperiment({ name: "e", datasetId, promptVariantId: "v", params: [{ k: 1 }] });
  expect(experiment).toBeInstanceOf(DatasetExperiment);
  expect(experiment).toMatchObject({
    id: expect.any(String) as string,
    createdAt: expect.any(String) as string,
    name: "e",
    datasetId,
    promptVariantId: "v",
    params: [{ k: 1 }],
  });
});

test("createExperiment takes a prompt version as promptId", async () => {
  const prompt = await api.getOrCreatePrompt("tried", [{ role: "user", content: "hi" }]);
  expect(await api.createExperiment({ name: "p", promptId: prompt.id })).toMatchObject({ promptId: prompt.id });
});

test("createExperiment without parameters creates an experiment without parameters", async () => {
  expect((await api.createExperiment({ name: "bare" })).params).toBeNull();
});

test("createExperiment rejects for an unknown dataset", async () => {
  await expect(api.createExperiment({ name: "e", datasetId: "unknown" })).rejects.toMatchObject({
    codes: ["NOT_FOUND"],
  });
});

test("createExperimentItem stores the run with its scores", async () => {
  const { id: datasetExperimentId } = await api.createExperiment({ name: "scored" });
  const item = await api.createExperimentItem({
    datasetExperimentId,
    experimentRunId: "run-that-comes-later",
    input: { q: 1 },
    output: { a: 2 },
    scores: [{ name: "accuracy", type: "CODE", value: 0.5 }],
  });
  expect(item).toBeInstanceOf(DatasetExperimentItem);
  expect(item).toMatchObject({
    id: expect.any(String) as string,
    datasetExperimentId,
    experimentRunId: "run-that-comes-later",
    input: { q: 1 },
    output: { a: 2 },
    scores: [{ name: "accuracy", value: 0.5, datasetExperimentItemId: item.id }],
  });
  const { data } = await api.getScores({ filters: [{ field: "name", operator: "eq", value: "accuracy" }] });
  expect(data).toMatchObject([
    {
      datasetExperimentItemId: item.id,
      experimentItem: {
        id: item.id,
        datasetExperimentId,
        datasetItemId: null,
        experimentRunId: "run-that-comes-later",
        inputPreview: '{"q": 1}',
        outputPreview: '{"a": 2}',
      },
    },
  ]);
});

test.each([[[]], [undefined]])("createExperimentItem takes %j for scores", async (scores) => {
  const { id: datasetExperimentId } = await api.createExperiment({ name: "unscored" });
  expect(await api.createExperimentItem({ datasetExperimentId, scores })).toMatchObject({ scores: [] });
});

test("deleteExperiment deletes the experiment with its items and scores, and resolves to it", async () => {
  const experiment = await api.createExperiment({ name: "gone" });
  await experiment.log({ input: {}, output: {}, scores: [{ name: "lost", type: "CODE", value: 1 }] });
  expect(await experiment.delete()).toMatchObject({ id: experiment.id, name: "gone" });
  expect(await api.getExperiment(experiment.id)).toBeNull();
  const lost = await api.getScores({ filters: [{ field: "name", operator: "eq", value: "lost" }] });
  expect(lost.totalCount).toBe(0);
  await expect(api.deleteExperiment(experiment.id)).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test("createExperimentItem rejects for an unknown experiment", async () => {
  await expect(api.createExperimentItem({ datasetExperimentId: "unknown" })).rejects.toMatchObject({
    codes: ["NOT_FOUND"],
  });
});
