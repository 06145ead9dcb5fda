import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

const estimate = `query ($run: ExperimentRunInput!) { experimentEstimate(run: $run) {
  itemCount experimentCount callCount judgeCallCount inputTokenCount outputTokenCount assumedOutputTokens cost remainingBudget problems } }`;

/** A project with a dataset of three items, two of them in a split, and a connection. */
async function openWithDataset() {
  const api = await openTestApi();
  const { createDataset } = await api.run(`mutation { createDataset(name: "capitals", type: key_value) { id } }`);
  const items = ["Norway", "Peru", "Kenya"].map((country) => ({
    input: country === "Kenya" ? { land: country } : { country },
    expectedOutput: { content: "x" },
    splits: country === "Peru" ? [] : ["test"],
  }));
  await api.run(
    `mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }`,
    { id: createDataset.id, items },
  );
  const { createModelConnection } = await api.run(
    `mutation { createModelConnection(connection: { name: "c", kind: openai, apiKey: "secret-key-of-the-test", models: ["gpt-4o-mini", "other"], dailyBudget: 0.0001 }) { id } }`,
  );
  return { api, datasetId: createDataset.id, connectionId: createModelConnection.id };
}

test("an estimate counts calls and tokens, and names the problems", async () => {
  const { api, datasetId, connectionId } = await openWithDataset();
  const messages = [{ role: "user", content: "Capital of {{country}}?" }];
  const models = [{ connectionId, model: "gpt-4o-mini", settings: { maxOutputTokens: 100 } }];
  const run = { name: "r", datasetId, messages, models, repeats: 2 };
  const { experimentEstimate: all } = await api.run(estimate, { run });
  expect(all).toMatchObject({ itemCount: 3, experimentCount: 1, callCount: 6, judgeCallCount: 0 });
  expect(all).toMatchObject({ outputTokenCount: 600, assumedOutputTokens: 100 });
  expect(all.cost).toBeGreaterThan(0.0003);
  expect(all.remainingBudget).toBe(0.0001);
  expect(all.problems).toEqual([
    "The input of 1 of 3 sampled items has no value for {{country}}",
    expect.stringContaining("left of its daily budget"),
  ]);
  const unlimited = { ...run, models: [{ connectionId, model: "gpt-4o-mini" }] };
  const { experimentEstimate: assumed } = await api.run(estimate, { run: unlimited });
  expect(assumed).toMatchObject({ outputTokenCount: 6 * 4_096, assumedOutputTokens: 4_096 });
  await api.run(`mutation { ingestStep(id: "call", type: llm, generation: { type: CHAT, model: "gpt-4o-mini",
    outputTokenCount: 7 }) { ok } }`);
  const { experimentEstimate: known } = await api.run(estimate, { run: unlimited });
  expect(known).toMatchObject({ outputTokenCount: 42, assumedOutputTokens: null });
  const two = [...models, { connectionId, model: "other" }];
  const { experimentEstimate: split } = await api.run(estimate, { run: { ...run, models: two, split: "test" } });
  expect(split).toMatchObject({ itemCount: 2, experimentCount: 2, callCount: 8, cost: null });
  const unknown = { ...run, models: [{ connectionId, model: "no" }] };
  await expect(api.run(estimate, { run: unknown })).rejects.toThrow("not among the models");
  await expect(api.run(estimate, { run: { ...run, promptIds: ["p"] } })).rejects.toThrow("exactly one");
  await expect(api.run(estimate, { run: { ...run, evaluatorVersionIds: ["e"] } })).rejects.toThrow("not found");
  const other = await api.inProject("other");
  await expect(other.run(estimate, { run })).rejects.toThrow("not found");
});
