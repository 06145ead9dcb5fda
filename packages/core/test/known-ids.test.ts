import { afterAll, expect, test } from "vitest";
import { startService } from "./start-service.ts";

const { client } = startService({}, afterAll);
const { api } = client;
const createdAt = "2024-05-06T07:08:09.123Z";

test("records with known ids keep them and their times, and writing them again adds nothing", async () => {
  for (let round = 0; round < 2; round += 1) {
    await api.sendSteps([
      { id: "step", name: "s", type: "run", scores: [{ id: "with-step", name: "n", type: "AI", value: 1, createdAt }] },
    ]);
    await api.createScores([{ id: "alone", stepId: "step", name: "n", type: "CODE", value: 2, createdAt }]);
    const datasetId =
      (await api.getDataset({ name: "d" }))?.id ?? (await api.createDataset({ name: "d", createdAt })).id;
    await api.createDatasetItems(datasetId, [{ id: "item", input: { round }, createdAt }]);
    await api.createExperiment({ id: "experiment", name: "e", datasetId, createdAt });
    await api.createExperimentItem({ id: "tried", datasetExperimentId: "experiment", datasetItemId: "item" });
    await api.getOrCreatePrompt("p", [{ role: "user", content: "hi" }], undefined, undefined, {
      createdAt,
      versionDesc: "moved",
    });
  }
  const step = await api.getStep("step");
  expect(step?.scores?.map((score) => [score.id, score.createdAt])).toEqual([
    ["with-step", createdAt],
    ["alone", createdAt],
  ]);
  const dataset = await api.getDataset({ name: "d" });
  expect(dataset).toMatchObject({ createdAt, items: [{ id: "item", createdAt, input: { round: 0 } }] });
  const experiment = await api.getExperiment("experiment");
  expect(experiment).toMatchObject({ createdAt, items: [{ id: "tried", datasetItemId: "item" }] });
  expect(experiment?.items).toHaveLength(1);
  expect(await api.getPrompt("p")).toMatchObject({ version: 0, createdAt, versionDesc: "moved" });
});

test("an id of another dataset is rejected", async () => {
  const [one, other] = await Promise.all([api.createDataset({ name: "one" }), api.createDataset({ name: "other" })]);
  await api.createDatasetItems(one.id, [{ id: "taken", input: {} }]);
  const again = api.createDatasetItems(other.id, [{ id: "taken", input: {} }]);
  await expect(again).rejects.toMatchObject({ codes: ["CONFLICT"] });
});
