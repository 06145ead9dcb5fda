import { beforeEach, expect, test } from "vitest";
import { actorOfRole } from "../access/actor.ts";
import { batchResolvers } from "./index.ts";
import { createCodeRunner } from "../evaluators/code/code-runner.ts";
import { createModelCaller } from "../models/model-caller.ts";
import { createOutbound } from "../models/outbound.ts";
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
    models: createModelCaller(createOutbound({ hosts: [], allowsLoopback: false })),
    code: createCodeRunner(),
    loaders: createLoaders(store, project.id),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    baseUrl: "",
    signReadUrl: String,
    shareTokenOf: () => "",
    feedbackTokenOf: () => "",
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

test("versions, changes and splits of a dataset are read, and an experiment names the version it ran on", async () => {
  const datasetId = await createDataset();
  const add = `mutation ($id: String!, $items: [NewDatasetItemInput!]!, $replace: Boolean) {
    createDatasetItems(datasetId: $id, items: $items, replace: $replace) { id input splits version } }`;
  const items = [
    { id: "a", input: 1, splits: ["train", "hard", "train"] },
    { id: "b", input: { x: 1, y: 2 } },
  ];
  const { createDatasetItems: created } = await api.run(add, { id: datasetId, items });
  expect(created).toEqual([
    { id: "a", input: 1, splits: ["hard", "train"], version: 1 },
    { id: "b", input: { x: 1, y: 2 }, splits: [], version: 1 },
  ]);
  const experiment = `mutation ($id: String, $version: Int) {
    createDatasetExperiment(name: "e", datasetId: $id, datasetVersion: $version) { datasetVersion } }`;
  expect(await api.run(experiment, { id: datasetId })).toMatchObject({
    createDatasetExperiment: { datasetVersion: 1 },
  });
  await api.run(add, { id: datasetId, items: [{ id: "a", input: 2 }, { input: { y: 2, x: 1 } }], replace: true });
  await api.run('mutation { updateDatasetItem(id: "b", expectedOutput: "y") { id } }');
  await api.run('mutation { deleteDatasetItems(ids: ["b", "missing"]) { id } }');
  expect(await api.run(experiment, { id: datasetId, version: 2 })).toMatchObject({
    createDatasetExperiment: { datasetVersion: 2 },
  });
  expect(await api.run(experiment, {})).toMatchObject({ createDatasetExperiment: { datasetVersion: null } });
  const read = `query ($id: String!) { dataset(id: $id) {
    version versions(first: 2) { version added updated deleted }
    items(version: 1) { id input } hard: items(split: "hard", first: 5) { id } itemCount(version: 3)
    found: items(search: "Y", version: 2) { input } foundCount: itemCount(search: "y", version: 2)
    changes(from: 2) { itemId before { expectedOutput } after { id } }
    splits { name itemCount } itemsWithInput(input: { y: 2, x: 1 }) { input }
  } datasetItem(id: "b", version: 3) { expectedOutput } }`;
  expect(await api.run(read, { id: datasetId })).toEqual({
    dataset: {
      version: 4,
      versions: [
        { version: 4, added: 0, updated: 0, deleted: 1 },
        { version: 3, added: 0, updated: 1, deleted: 0 },
      ],
      items: [
        { id: "a", input: 1 },
        { id: "b", input: { x: 1, y: 2 } },
      ],
      hard: [{ id: "a" }],
      itemCount: 3,
      found: [{ input: { x: 1, y: 2 } }, { input: { y: 2, x: 1 } }],
      foundCount: 2,
      changes: [{ itemId: "b", before: { expectedOutput: null }, after: null }],
      splits: [
        { name: "hard", itemCount: 1 },
        { name: "train", itemCount: 1 },
      ],
      itemsWithInput: [{ input: { y: 2, x: 1 } }],
    },
    datasetItem: { expectedOutput: "y" },
  });
  const { errors } = await api.execute("query ($id: String!) { dataset(id: $id) { items(version: 5) { id } } }", {
    id: datasetId,
  });
  expect(errors?.[0]?.message).toBe("version: must be between 0 and 4, the latest version");
});

test("items are divided at random, and added to and removed from splits", async () => {
  const datasetId = await createDataset();
  const items = ["a", "b", "c", "d"].map((id) => ({ id, input: id }));
  await api.run(
    "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }",
    { id: datasetId, items },
  );
  const divide = `mutation ($id: String!, $splits: [DatasetSplitShareInput!]!) {
    divideDataset(id: $id, splits: $splits, seed: "s") { splits { name itemCount } } }`;
  const splits = [
    { name: "train", share: 0.75 },
    { name: "test", share: 0.25 },
  ];
  expect(await api.run(divide, { id: datasetId, splits })).toEqual({
    divideDataset: {
      splits: [
        { name: "test", itemCount: 1 },
        { name: "train", itemCount: 3 },
      ],
    },
  });
  const { updateDatasetItemSplits } = await api.run(
    'mutation { updateDatasetItemSplits(ids: ["a", "b"], add: ["x"], remove: ["train", "test"]) { id splits } }',
  );
  expect(updateDatasetItemSplits).toEqual([
    { id: "a", splits: ["x"] },
    { id: "b", splits: ["x"] },
  ]);
  for (const [given, problem] of [
    [[{ name: 'a"b', share: 1 }], "splits[0].name: must start with a letter or digit"],
    [[{ name: "a", share: 2 }], "splits[0].share: must be between 0 and 1"],
    [[{ name: "a", share: 0.7 }, { name: "b", share: 0.7 }], "splits: must have shares that add up to at most 1"], // oxfmt-ignore
  ] as const) {
    const { errors } = await api.execute(divide, { id: datasetId, splits: given });
    expect(errors?.[0]?.message).toContain(problem);
  }
});

test("items that do not match the schema of their dataset are rejected with item, path and rule", async () => {
  const itemSchema = {
    input: {
      type: "object",
      required: ["question"],
      properties: { question: { type: "string", minLength: 3 }, tags: { items: { enum: ["a", "b"] } } },
    },
    expectedOutput: { type: "string" },
  };
  const { createDataset: dataset } = await api.run(
    'mutation ($s: Json) { createDataset(name: "checked", itemSchema: $s) { id itemSchema } }',
    { s: itemSchema },
  );
  expect(dataset.itemSchema).toEqual(itemSchema);
  const add =
    "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }";
  const good = { id: "good", input: { question: "Why?", tags: ["a"] } };
  for (const [bad, problem] of [
    [{ input: { question: 5 } }, /^items\[1\]\.input\.question: does not match the item schema \(type\): /],
    [{ input: {} }, /^items\[1\]\.input: does not match the item schema \(required\): .*question/],
    [{ input: { question: "Why?", tags: ["a", "x"] } }, /^items\[1\]\.input\.tags\[1\]: .* \(enum\): /],
    [{ input: { question: "Why?" }, expectedOutput: {} }, /^items\[1\]\.expectedOutput: .* \(type\): /],
  ] as const) {
    const { errors } = await api.execute(add, { id: dataset.id, items: [good, bad] });
    expect(errors?.[0]?.message).toMatch(problem);
  }
  expect(await api.run("query ($id: String!) { dataset(id: $id) { itemCount version } }", { id: dataset.id })).toEqual({
    dataset: { itemCount: 0, version: 0 },
  });
  await api.run(add, { id: dataset.id, items: [good] });
  const { errors } = await api.execute('mutation { updateDatasetItem(id: "good", input: { question: "" }) { id } }');
  expect(errors?.[0]?.message).toMatch(/^input\.question: .* \(minLength\): /);
  await api.run("mutation ($id: String!) { updateDataset(id: $id, itemSchema: null) { id } }", { id: dataset.id });
  await api.run('mutation { updateDatasetItem(id: "good", input: 5) { id } }');
});

test("a step is added with corrected content and splits", async () => {
  const datasetId = await createDataset();
  await api.run('mutation { ingestSteps(steps: [{ id: "s", input: "in", output: "out" }]) { ok } }');
  const add = `mutation ($id: String!) { addStepToDataset(datasetId: $id, stepId: "s", input: { a: 1 }, splits: ["x"]) {
    input expectedOutput splits stepId } }`;
  expect(await api.run(add, { id: datasetId })).toEqual({
    addStepToDataset: { input: { a: 1 }, expectedOutput: "out", splits: ["x"], stepId: "s" },
  });
  const none =
    'mutation ($id: String!) { addStepToDataset(datasetId: $id, stepId: "s", expectedOutput: null) { input expectedOutput } }';
  expect(await api.run(none, { id: datasetId })).toEqual({
    addStepToDataset: { input: "in", expectedOutput: null },
  });
});
