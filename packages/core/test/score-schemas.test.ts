import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("a score schema is created, read, replaced and deleted", async () => {
  const { client } = startService();
  const categories = [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ];
  const created = await client.api.createScoreSchema({ name: "helpful", type: "CATEGORICAL", categories });
  expect(created).toMatchObject({ name: "helpful", categories, minimum: null, direction: "HIGHER_IS_BETTER" });
  expect(await client.api.getScoreSchemas()).toEqual([created]);
  const accuracy = { name: "accuracy", type: "CONTINUOUS", maximum: 1, direction: "LOWER_IS_BETTER" } as const;
  const changed = await client.api.updateScoreSchema(created.id, accuracy);
  expect(changed).toMatchObject(accuracy);
  expect(await client.api.getScoreSchema("accuracy")).toEqual(changed);
  expect(await client.api.getScoreSchema("helpful")).toBeNull();
  expect(await client.api.deleteScoreSchema(created.id)).toEqual(changed);
  expect(await client.api.getScoreSchemas()).toEqual([]);
});

test("experiments and prompts are listed, and an experiment comes with its items and their scores", async () => {
  const { client } = startService();
  const dataset = await client.api.createDataset({ name: "d" });
  const [first, second] = await client.api.createDatasetItems(dataset.id, [{ input: { q: 1 } }, { input: { q: 2 } }]);
  expect(second?.input).toEqual({ q: 2 });
  expect(await client.api.createDatasetItems(dataset.id, [])).toEqual([]);
  const changed = await client.api.updateDatasetItem(first?.id ?? "", { expectedOutput: { a: 1 } });
  expect(changed).toMatchObject({ input: { q: 1 }, expectedOutput: { a: 1 } });

  const experiment = await dataset.createExperiment({ name: "try" });
  await experiment.log({ output: { a: 1 }, scores: [{ name: "exact", type: "CODE", value: 1 }] });
  const { data } = await client.api.getExperiments();
  expect(data.map(({ name }) => name)).toEqual(["try"]);
  const read = await client.api.getExperiment(experiment.id);
  expect(read?.items).toMatchObject([{ output: { a: 1 }, scores: [{ name: "exact", value: 1 }] }]);
  expect(await client.api.getExperiment("missing")).toBeNull();

  await client.api.createPromptLineage("greeting", "Says hello");
  const prompts = await client.api.getPromptLineages({ first: 5 });
  expect(prompts.data).toMatchObject([{ name: "greeting", description: "Says hello" }]);
});
