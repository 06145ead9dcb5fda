import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

test("an experiment has its dataset, items, runs and score averages, and is listed in its project only", async () => {
  const api = await openTestApi();
  const { createDataset } = await api.run('mutation { createDataset(name: "capitals") { id } }');
  const { createDatasetItems } = await api.run(
    `mutation ($id: String!) {
      createDatasetItems(datasetId: $id, items: [{ input: "France", expectedOutput: "Paris" }, { input: "Italy" }]) { id input }
    }`,
    { id: createDataset.id },
  );
  expect(createDatasetItems.map(({ input }) => input)).toEqual(["France", "Italy"]);
  const { createDatasetExperiment } = await api.run(
    `mutation ($id: String!) { createDatasetExperiment(name: "first", datasetId: $id, params: { t: 0 }) { id } }`,
    { id: createDataset.id },
  );
  await api.run(`mutation {
    ingestStep(id: "run-1", threadId: "t", type: run) { ok }
    call: ingestStep(
      id: "call-1", parentId: "run-1", generation: { model: "gpt-4o", inputTokenCount: 1000000, outputTokenCount: 0 }
    ) { ok }
  }`);
  const { createDatasetExperimentItem } = await api.run(
    `mutation ($id: String!, $item: String!) {
      createDatasetExperimentItem(datasetExperimentId: $id, datasetItemId: $item, experimentRunId: "run-1", output: "Paris") { id }
    }`,
    { id: createDatasetExperiment.id, item: createDatasetItems[0]?.id },
  );
  await api.run(
    'mutation ($id: String!) { createScore(name: "exact", type: CODE, value: 1, datasetExperimentItemId: $id) { id } }',
    { id: createDatasetExperimentItem.id },
  );

  const selection = `id name itemCount dataset { name itemCount items(first: 1, skip: 1) { input } }
    scores { name count average } items(first: 5) { output scores { value }
      experimentRun { id threadId usage { stepCount inputTokenCount outputTokenCount tokenCount cost } } }`;
  const usage = { stepCount: 2, inputTokenCount: 1_000_000, outputTokenCount: 0, tokenCount: 1_000_000, cost: 2.5 };
  const expected = {
    id: createDatasetExperiment.id,
    name: "first",
    itemCount: 1,
    dataset: { name: "capitals", itemCount: 2, items: [{ input: "Italy" }] },
    scores: [{ name: "exact", count: 1, average: 1 }],
    items: [{ output: "Paris", experimentRun: { id: "run-1", threadId: "t", usage }, scores: [{ value: 1 }] }],
  };
  const judged =
    "{ scores { edges { node { experimentItem { id datasetExperimentId inputPreview outputPreview } } } } }";
  const { scores } = await api.run(judged);
  expect(scores.edges.map(({ node }) => node.experimentItem)).toEqual([
    {
      id: createDatasetExperimentItem.id,
      datasetExperimentId: createDatasetExperiment.id,
      inputPreview: null,
      outputPreview: "Paris",
    },
  ]);
  const read = `query ($id: String!) { datasetExperiment(id: $id) { ${selection} } }`;
  expect(await api.run(read, { id: createDatasetExperiment.id })).toEqual({ datasetExperiment: expected });
  const list = `{ datasetExperiments { totalCount edges { node { ${selection} } } } }`;
  expect(await api.run(list)).toEqual({ datasetExperiments: { totalCount: 1, edges: [{ node: expected }] } });
  const other = await api.inProject("other");
  expect(await other.run(read, { id: createDatasetExperiment.id })).toEqual({ datasetExperiment: null });
  expect(await other.run(list)).toEqual({ datasetExperiments: { totalCount: 0, edges: [] } });
});

test("a dataset item is replaced or updated, and its input cannot be null", async () => {
  const api = await openTestApi();
  const { createDataset } = await api.run('mutation { createDataset(name: "d") { id } }');
  const { createDatasetItem } = await api.run(
    "mutation ($id: String!) { createDatasetItem(datasetId: $id, input: 1, expectedOutput: 2, metadata: { a: 1 }) { id } }",
    { id: createDataset.id },
  );
  const { id } = createDatasetItem;
  const change = `mutation ($id: String!, $input: Json, $expectedOutput: Json, $metadata: Json) {
    updateDatasetItem(id: $id, input: $input, expectedOutput: $expectedOutput, metadata: $metadata) {
      input expectedOutput metadata
    }
  }`;
  expect(await api.run(change, { id, input: { q: 1 } })).toEqual({
    updateDatasetItem: { input: { q: 1 }, expectedOutput: 2, metadata: { a: 1 } },
  });
  expect(await api.run(change, { id, expectedOutput: null, metadata: null })).toEqual({
    updateDatasetItem: { input: { q: 1 }, expectedOutput: null, metadata: {} },
  });
  await expect(api.run(change, { id, input: null })).rejects.toThrow("input: must not be null");
  const other = await api.inProject("other");
  await expect(other.run(change, { id, input: 1 })).rejects.toThrow("dataset item");
});
