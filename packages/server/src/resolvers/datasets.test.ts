import { beforeEach, expect, test } from "vitest";
import { actorOfRole } from "../access/actor.ts";
import { batchResolvers } from "./index.ts";
import { createCodeRunner } from "../evaluators/code/code-runner.ts";
import { createModelCaller } from "../models/model-caller.ts";
import { createLoaders } from "./loaders.ts";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});

const fields = "id createdAt metadata name description type";
const itemFields = "id createdAt datasetId metadata input expectedOutput intermediarySteps stepId";

async function createDataset(type = "key_value"): Promise<string> {
  const { createDataset: dataset } = await api.run(`mutation { createDataset(name: "d", type: ${type}) { id } }`);
  return dataset.id;
}

test("a dataset is created, changed, listed and deleted", async () => {
  const { createDataset: created } = await api.run(
    `mutation { createDataset(name: "d", description: null, metadata: { a: 1 }) { ${fields} } }`,
  );
  expect(created).toMatchObject({ name: "d", description: null, metadata: { a: 1 }, type: "key_value" });
  const { id } = created;
  const { updateDataset } = await api.run(
    `mutation ($id: String!) { updateDataset(id: $id, description: "new") { ${fields} } }`,
    { id },
  );
  expect(updateDataset).toEqual({ ...created, description: "new" });
  const named = await api.run(`{ datasets(projectId: "default") { edges { node { id name } } } }`);
  expect(named).toEqual({ datasets: { edges: [{ node: { id, name: "d" } }] } });
  const { errors } = await api.execute(`mutation { createDataset(name: "d") { id } }`);
  expect(errors?.[0]?.extensions["code"]).toBe("CONFLICT");
  expect(await api.run(`mutation ($id: String!) { deleteDataset(id: $id) { ${fields} } }`, { id })).toEqual({
    deleteDataset: updateDataset,
  });
  expect(await api.run(`mutation ($id: String!) { deleteDataset(id: $id) { id } }`, { id })).toEqual({
    deleteDataset: null,
  });
});

test("items are read alone and with their dataset, in order", async () => {
  const datasetId = await createDataset();
  const add = `mutation ($datasetId: String!, $input: Json!) { createDatasetItem(datasetId: $datasetId, input: $input) { ${itemFields} } }`;
  const { createDatasetItem: first } = await api.run(add, { datasetId, input: { n: 1 } });
  const { createDatasetItem: second } = await api.run(add, { datasetId, input: { n: 2 } });
  expect(first).toMatchObject({
    datasetId,
    input: { n: 1 },
    expectedOutput: null,
    metadata: {},
    intermediarySteps: null,
    stepId: null,
  });
  const { datasets } = await api.run(`{ datasets { edges { node { items { id } } } } }`);
  expect(datasets.edges[0]?.node.items).toEqual([{ id: first.id }, { id: second.id }]);
  const read = `query ($id: String!) { datasetItem(id: $id) { ${itemFields} } }`;
  expect(await api.run(read, { id: first.id })).toEqual({ datasetItem: first });
  expect(await api.run(`mutation ($id: String!) { deleteDatasetItem(id: $id) { id } }`, { id: first.id })).toEqual({
    deleteDatasetItem: { id: first.id },
  });
  expect(await api.run(read, { id: first.id })).toEqual({ datasetItem: null });
  await expect(api.run(add, { datasetId: "nope", input: {} })).rejects.toThrow(`datasetId: dataset "nope" not found`);
});

test("an item of a step has its child steps", async () => {
  const datasetId = await createDataset();
  await api.run(`mutation {
    a: ingestStep(id: "root", type: run, input: { q: 1 }, output: { a: 2 }) { ok }
    b: ingestStep(id: "child", type: tool, name: "search", parentId: "root", startTime: "2024-01-01T00:00:01Z", output: { found: 3 }) { ok }
    c: ingestStep(id: "grandchild", type: llm, parentId: "child", startTime: "2024-01-01T00:00:02Z") { ok }
    d: ingestStep(id: "stranger", type: llm) { ok } }`);
  const { addStepToDataset } = await api.run(
    `mutation ($datasetId: String!) { addStepToDataset(datasetId: $datasetId, stepId: "root", metadata: null) { ${itemFields} } }`,
    { datasetId },
  );
  expect(addStepToDataset).toMatchObject({ input: { q: 1 }, expectedOutput: { a: 2 }, stepId: "root", metadata: {} });
  expect(addStepToDataset.intermediarySteps).toMatchObject([
    { id: "child", name: "search", type: "tool", output: { found: 3 }, startTime: "2024-01-01T00:00:01.000Z" },
    { id: "grandchild", type: "llm", parentId: "child" },
  ]);
});

test("a dataset of generations accepts generations only", async () => {
  const datasetId = await createDataset("generation");
  await api.run(
    `mutation { ingestStep(id: "s", generation: { messages: [{ role: "user", content: "Hi" }], variables: { a: "b" } }) { ok } }`,
  );
  const add = `mutation ($datasetId: String!) { addStepToDataset(datasetId: $datasetId, stepId: "s") { id } }`;
  const { errors } = await api.execute(add, { datasetId });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "datasetId" });
  const { addGenerationToDataset } = await api.run(
    `mutation ($datasetId: String!) { addGenerationToDataset(datasetId: $datasetId, generationId: "s", metadata: { m: 1 }) { ${itemFields} } }`,
    { datasetId },
  );
  expect(addGenerationToDataset).toMatchObject({
    input: { messages: [{ role: "user", content: "Hi" }] },
    expectedOutput: {},
    metadata: { promptType: "CHAT", variables: { a: "b" }, m: 1 },
    stepId: "s",
  });
});

test("one unknown generation of a batch fails alone", async () => {
  const datasetId = await createDataset("generation");
  await api.run(
    `mutation { a: ingestStep(id: "s", generation: { prompt: "Hi" }) { ok } b: ingestStep(id: "plain") { ok } }`,
  );
  const { store, project } = api;
  const context = {
    store,
    actor: actorOfRole(null, "owner"),
    project,
    environment: null,
    models: createModelCaller({ hosts: [], allowsLoopback: false }),
    code: createCodeRunner(),
    loaders: createLoaders(store, project.id),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    baseUrl: "",
    signReadUrl: String,
    shareTokenOf: () => "",
  };
  const results = await batchResolvers.addGenerationToDataset(
    [
      { datasetId, generationId: "nope" },
      { datasetId, generationId: "s" },
      { datasetId, generationId: "plain" },
      { datasetId: "nope", generationId: "s" },
    ],
    context,
  );
  expect(results.map((result) => (result instanceof Error ? result.message : result.stepId))).toEqual([
    `generationId: generation "nope" not found`,
    "s",
    `generationId: generation "plain" not found`,
    `datasetId: dataset "nope" not found`,
  ]);
});

test("experiments return their input, and keep their scores", async () => {
  const { createDatasetExperiment: experiment } =
    await api.run(`mutation { createDatasetExperiment(name: "e", promptExperimentId: "unknown") {
    id name datasetId promptExperimentId promptId params createdAt } }`);
  expect(experiment).toMatchObject({
    name: "e",
    datasetId: null,
    promptExperimentId: "unknown",
    promptId: null,
    params: null,
  });
  const { createDatasetExperimentItem: item } = await api.run(
    `mutation ($id: String!) { createDatasetExperimentItem(datasetExperimentId: $id, experimentRunId: "later", input: { a: 1 }, output: { b: 2 }) {
      id datasetExperimentId datasetItemId experimentRunId input output scores { id } } }`,
    { id: experiment.id },
  );
  expect(item).toMatchObject({
    datasetExperimentId: experiment.id,
    datasetItemId: null,
    experimentRunId: "later",
    input: { a: 1 },
    output: { b: 2 },
    scores: [],
  });
  const { createScore } = await api.run(
    `mutation ($id: String!) { createScore(name: "n", type: AI, value: 1, datasetExperimentItemId: $id) { datasetExperimentItemId step { id } } }`,
    { id: item.id },
  );
  expect(createScore).toEqual({ datasetExperimentItemId: item.id, step: null });
});

test("the errors of unknown datasets and experiments name them", async () => {
  await expect(api.run(`mutation { createDatasetExperiment(name: "e", datasetId: "nope") { id } }`)).rejects.toThrow(
    `datasetId: dataset "nope" not found`,
  );
  await expect(api.run(`mutation { createDatasetExperimentItem(datasetExperimentId: "nope") { id } }`)).rejects.toThrow(
    `datasetExperimentId: experiment "nope" not found`,
  );
});
