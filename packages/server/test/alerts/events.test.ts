import { expect, test } from "vitest";
import { sendOpenAI, startModelServer } from "../models/model-server.ts";
import { startReceiver } from "./receiver.ts";

const deliveries = "{ channels { deliveries { id event state status data } } }";

test("a promoted prompt is sent to the channels of the event, once", async () => {
  const { asOwner, next, received } = await startReceiver(["PROMPT_PROMOTED"]);
  const { createPromptLineage } = await asOwner('mutation { createPromptLineage(name: "greeting") { id } }');
  const { id } = createPromptLineage;
  const { createPromptVersion } = await asOwner(
    `mutation ($id: String!, $messages: Json) { createPromptVersion(lineageId: $id, templateMessages: $messages) { id } }`,
    { id, messages: [{ role: "user", content: "Hello" }] },
  );
  const promote = "mutation ($id: String!) { promotePromptVersion(lineageId: $id, version: 0) { id } }";
  await asOwner(promote, { id });
  const sent = await next("prompt.promoted");
  const data = { promptLineageId: id, name: "greeting", promptId: createPromptVersion.id, version: 0 };
  expect(sent.body).toMatchObject({ title: "Prompt promoted: greeting", data });
  await expect
    .poll(() => asOwner(deliveries))
    .toEqual({
      channels: [{ deliveries: [{ id: sent.id, event: "PROMPT_PROMOTED", state: "DELIVERED", status: 200, data }] }],
    });
  // The version is the default already, so nothing changes.
  await asOwner(promote, { id });
  expect((await asOwner(deliveries))["channels"][0].deliveries).toHaveLength(1);
  expect(received).toHaveLength(1);
});

test("a version that gets the whole rollout is sent as promoted", async () => {
  const { asOwner, next, received } = await startReceiver(["PROMPT_PROMOTED"]);
  const { createPromptLineage } = await asOwner('mutation { createPromptLineage(name: "greeting") { id } }');
  const { id } = createPromptLineage;
  for (const content of ["Hello", "Good day"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await asOwner(
      "mutation ($id: String!, $messages: Json) { createPromptVersion(lineageId: $id, templateMessages: $messages) { id } }",
      { id, messages: [{ role: "user", content }] },
    );
  }
  const roll = (rollouts: readonly object[]) =>
    asOwner(
      `mutation ($rollouts: [PromptVersionRolloutInput!]!) {
        updatePromptLineageRollout(name: "greeting", rollouts: $rollouts) { ok } }`,
      { rollouts },
    );
  await roll([
    { version: 0, rollout: 50 },
    { version: 1, rollout: 50 },
  ]);
  await roll([{ version: 1, rollout: 100 }]);
  await roll([{ version: 1, rollout: 100 }]);
  const { body } = await next("prompt.promoted");
  expect(body["data"]).toMatchObject({ promptLineageId: id, version: 1 });
  expect((await asOwner(deliveries))["channels"][0].deliveries).toHaveLength(1);
  expect(received).toHaveLength(1);
});

test("an experiment of the service that has ended is sent with its counts", async () => {
  const model = await startModelServer();
  model.reply((response) => sendOpenAI(response, ["ready"]));
  const { asOwner, next } = await startReceiver(["EXPERIMENT_FINISHED"]);
  const { createModelConnection, createDataset } = await asOwner(
    `mutation ($connection: ModelConnectionInput!) {
      createModelConnection(connection: $connection) { id } createDataset(name: "capitals", type: key_value) { id } }`,
    { connection: { name: "local", kind: "openai", baseUrl: `${model.origin}/v1`, apiKey: "key-of-events-test" } },
  );
  await asOwner(
    "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }",
    { id: createDataset.id, items: [{ input: { country: "Peru" } }, { input: { country: "Kenya" } }] },
  );
  const run = {
    name: "baseline",
    datasetId: createDataset.id,
    messages: [{ role: "user", content: "Capital of {{country}}?" }],
    models: [{ connectionId: createModelConnection.id, model: "gpt-4o" }],
  };
  const { startExperiments } = await asOwner(
    "mutation ($run: ExperimentRunInput!) { startExperiments(run: $run) { id } }",
    { run },
  );
  const { body } = await next("experiment.finished");
  expect(body).toMatchObject({
    title: "Experiment finished: baseline",
    text: "2 of 2 items succeeded, 0 failed.",
    data: { experimentId: startExperiments[0].id, itemCount: 2, doneCount: 2, failedCount: 0 },
  });
  expect(body["data"].cost).toBeGreaterThan(0);
});

test("changes of a dataset within a minute are sent together after the minute", async () => {
  const start = Date.UTC(2026, 0, 1, 12);
  let clock = start;
  const { asOwner, next, received } = await startReceiver(["DATASET_CHANGED"], { now: () => clock });
  const { createDataset } = await asOwner('mutation { createDataset(name: "set", type: key_value) { id } }');
  const add = `mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }`;
  await asOwner(add, { id: createDataset.id, items: [{ input: { n: 1 } }] });
  clock += 30_000;
  await asOwner(add, { id: createDataset.id, items: [{ input: { n: 2 } }, { input: { n: 3 } }] });
  expect(received).toEqual([]);
  clock += 30_000;
  const { body } = await next("dataset.changed");
  expect(body).toMatchObject({
    timestamp: new Date(start).toISOString(),
    title: "Dataset changed: set",
    data: { datasetId: createDataset.id, version: 2, added: 2, updated: 0, deleted: 0 },
  });
});

test("a review queue whose last item was reviewed is sent", async () => {
  const { asOwner, next, received } = await startReceiver(["QUEUE_EMPTY"]);
  const { createScoreSchema } = await asOwner(
    `mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok }
      createScoreSchema(schema: { name: "right", type: CATEGORICAL,
        categories: [{ label: "yes", value: 1 }, { label: "no", value: 0 }] }) { id } }`,
    { steps: ["s1", "s2"].map((id) => ({ id, threadId: "t", type: "run" })) },
  );
  const scoreSchemaId = createScoreSchema.id;
  const { createReviewQueue } = await asOwner(
    "mutation ($queue: ReviewQueueInput!) { createReviewQueue(queue: $queue) { id } }",
    { queue: { name: "answers", target: "STEP", criteria: [{ scoreSchemaId, help: "?" }] } },
  );
  const { id } = createReviewQueue;
  await asOwner(`mutation ($id: String!) { addToReviewQueue(queueId: $id, targetIds: ["s1", "s2"]) { addedCount } }`, {
    id,
  });
  const review = async (): Promise<void> => {
    const { takeReview } = await asOwner("mutation ($id: String!) { takeReview(queueId: $id) { id } }", { id });
    await asOwner(
      "mutation ($id: String!, $review: ReviewInput!) { submitReview(id: $id, review: $review) { state } }",
      {
        id: takeReview.id,
        review: { scores: [{ scoreSchemaId, value: 1 }] },
      },
    );
  };
  await review();
  expect((await asOwner(deliveries))["channels"][0].deliveries).toEqual([]);
  await review();
  const { body } = await next("queue.empty");
  expect(body).toMatchObject({ title: "Review queue empty: answers", data: { queueId: id, name: "answers" } });
  expect(received).toHaveLength(1);
});
