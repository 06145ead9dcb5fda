import { afterAll, expect, test, vi } from "vitest";
import { startService } from "../../test/start-service.ts";
import type { Fetch } from "../configuration.ts";
import { DatasetItem } from "../dataset-item.ts";
import { Dataset } from "../dataset.ts";

const service = startService({}, afterAll);
const { client, connect } = service;
const { api } = client;

test("createDataset stores a dataset with all its fields", async () => {
  const dataset = await api.createDataset({ name: "all", description: "d", metadata: { a: 1 }, type: "generation" });
  expect(dataset).toBeInstanceOf(Dataset);
  expect(dataset).toMatchObject({ name: "all", description: "d", metadata: { a: 1 }, type: "generation", items: [] });
});

test("createDataset creates a key_value dataset by default", async () => {
  expect(await api.createDataset({ name: "plain" })).toMatchObject({ type: "key_value", metadata: {} });
});

test("createDataset rejects a name that is taken", async () => {
  await api.createDataset({ name: "taken" });
  await expect(api.createDataset({ name: "taken" })).rejects.toMatchObject({ codes: ["CONFLICT"] });
});

test("getDataset finds a dataset with its items by id and by name", async () => {
  const { id } = await api.createDataset({ name: "found" });
  await api.createDatasetItem(id, { input: { n: 1 } });
  await api.createDatasetItem(id, { input: { n: 2 } });
  for (const key of [{ id }, { name: "found" }]) {
    const dataset = await api.getDataset(key);
    expect(dataset).toBeInstanceOf(Dataset);
    expect(dataset!.items.map(({ input }) => input)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(dataset!.items[0]).toBeInstanceOf(DatasetItem);
  }
});

test("getDataset resolves to null for an unknown dataset", async () => {
  expect(await api.getDataset({ id: "unknown" })).toBeNull();
  expect(await api.getDataset({ name: "unknown" })).toBeNull();
});

test("getDataset rejects when it is given neither an id nor a name", async () => {
  await expect(api.getDataset({})).rejects.toMatchObject({ name: "ConfigError" });
});

test("getDatasets resolves to all ids and names", async () => {
  const other = startService().client;
  for (let index = 0; index < 120; index += 1) await other.api.createDataset({ name: `many ${index}` });
  const datasets = await other.api.getDatasets();
  expect(new Set(datasets.map(({ name }) => name)).size).toBe(120);
});

test("updateDataset changes only the given fields", async () => {
  const { id } = await api.createDataset({ name: "before", description: "kept" });
  expect(await api.updateDataset(id, { name: "after", metadata: { b: 2 } })).toMatchObject({
    id,
    name: "after",
    description: "kept",
    metadata: { b: 2 },
  });
});

test("deleteDataset deletes the dataset and resolves to it", async () => {
  const { id } = await api.createDataset({ name: "gone" });
  expect(await api.deleteDataset(id)).toMatchObject({ id, name: "gone" });
  expect(await api.getDataset({ id })).toBeNull();
});

test("createDatasetItem, getDatasetItem and deleteDatasetItem work on one item", async () => {
  const { id: datasetId } = await api.createDataset({ name: "items" });
  const item = await api.createDatasetItem(datasetId, {
    input: { q: 1 },
    expectedOutput: { a: 2 },
    metadata: { m: 3 },
  });
  expect(item).toBeInstanceOf(DatasetItem);
  const expected = { datasetId, input: { q: 1 }, expectedOutput: { a: 2 }, metadata: { m: 3 }, intermediarySteps: [] };
  expect(item).toMatchObject(expected);
  expect(await api.getDatasetItem(item.id)).toMatchObject(expected);
  expect(await api.deleteDatasetItem(item.id)).toMatchObject(expected);
  await expect(api.getDatasetItem(item.id)).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test("createDatasetItem rejects for an unknown dataset", async () => {
  await expect(api.createDatasetItem("unknown", { input: {} })).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test("addStepToDataset adds an item with the step and its child steps", async () => {
  const { id: datasetId } = await api.createDataset({ name: "steps" });
  await api.sendSteps([
    { id: "d-root", name: "root", type: "run", input: { q: 1 }, output: { a: 2 } },
    { id: "d-child", parentId: "d-root", name: "child", type: "tool", input: { c: 1 }, output: { d: 2 } },
  ]);
  expect(await api.addStepToDataset(datasetId, "d-root", { m: 3 })).toMatchObject({
    datasetId,
    stepId: "d-root",
    input: { q: 1 },
    expectedOutput: { a: 2 },
    metadata: { m: 3 },
    intermediarySteps: [{ name: "child", type: "tool", input: { c: 1 }, output: { d: 2 } }],
  });
});

test("addGenerationToDataset adds an item with the messages and the completion", async () => {
  const { id: datasetId } = await api.createDataset({ name: "generations", type: "generation" });
  const messages = [{ role: "user" as const, content: "why?" }];
  const { id } = await api.createGeneration({ messages, messageCompletion: { role: "assistant", content: "because" } });
  expect(await api.addGenerationToDataset(datasetId, id, { m: 3 })).toMatchObject({
    datasetId,
    input: { messages },
    expectedOutput: { role: "assistant", content: "because" },
    metadata: { m: 3, promptType: "CHAT" },
  });
});

test("addGenerationsToDataset adds an item for each generation, in order", async () => {
  const { id: datasetId } = await api.createDataset({ name: "batch", type: "generation" });
  const ids: string[] = [];
  for (const content of ["one", "two"]) {
    ids.push((await api.createGeneration({ messages: [{ role: "user", content }] })).id);
  }
  const items = await api.addGenerationsToDataset(datasetId, ids);
  expect(items.map(({ input }) => input)).toMatchObject([
    { messages: [{ content: "one" }] },
    { messages: [{ content: "two" }] },
  ]);
});

test("addGenerationsToDataset sends nothing for an empty list", async () => {
  const fetch = vi.fn<Fetch>(service.fetch);
  const counted = connect({ fetch });
  expect(await counted.api.addGenerationsToDataset("any", [])).toEqual([]);
  expect(fetch).not.toHaveBeenCalled();
});

test("addStepToDataset rejects for an unknown step", async () => {
  const { id } = await api.createDataset({ name: "unknown step" });
  await expect(api.addStepToDataset(id, "unknown")).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});
